import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { meter } from '#domain/meters/meter.ts'
import { meterCalls } from '#domain/meters/meter-calls.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { today } from '#web/kit/frame/today.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import type { Meter } from './meter-queries.ts'

interface Props {
  row: Meter
  onClose: () => void
}

/** Somebody moved out and somebody else in: from a day on the connection is another customer's. */
export function MoveDialog({ row, onClose }: Props) {
  const [customer_id, setCustomer] = useState<number | null>(null)
  const [move_date, setDay] = useState(today())
  const [reason, setReason] = useState('')
  const submit = useSubmit(async (key) => {
    const said = reason.trim() ? { reason: reason.trim() } : {}
    const about = { id: row.id, version: row.version, ...said }
    try {
      const moved = { ...about, customer_id: customer_id ?? 0, move_date }
      const answer = await send(meterCalls.move, moved, { key })
      const warnings = (answer.info?.warnings ?? []).map(({ message }) => message)
      toast([answer.message, ...warnings].join(' '))
      onClose()
    } finally {
      void queryClient.invalidateQueries()
    }
  })
  return (
    <DialogForm
      isOpen
      title={`Move meter ${row.meter_number}`}
      button="Move"
      submit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        All meters of the connection go with it. The contract of whoever has it now must end before.
      </Text>
      <EntityInput
        entity={meter}
        name="customer_id"
        label="New customer"
        value={customer_id}
        error={submit.errorOf('customer_id')}
        onChange={(value) => setCustomer(typeof value === 'number' ? value : null)}
      />
      <DayInput
        label="First day with the new customer"
        required
        value={move_date}
        error={submit.errorOf('move_date')}
        onChange={(day) => setDay(day ?? '')}
      />
      <TextInput
        label="Reason"
        value={reason}
        error={submit.errorOf('reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
