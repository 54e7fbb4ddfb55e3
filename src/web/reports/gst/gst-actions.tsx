import { Alert, Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AvailableAction } from '#domain/kit/machine.ts'
import { formatMoney } from '#domain/kit/money.ts'
import type { GstReturn } from '#domain/reports/gstreturn.ts'
import { gstreturnCalls } from '#domain/reports/gstreturn-calls.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { today } from '#web/kit/frame/today.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { AdjustDialog } from './adjust-dialog.tsx'

interface Props {
  row: GstReturn
  actions: readonly AvailableAction[]
}

type OpenedDialog = 'file' | 'adjust' | null

/** What may be done with a return in its state, by whoever looks at it. */
export function GstActions({ row, actions }: Props) {
  const [opened, setOpened] = useState<OpenedDialog>(null)
  const refresh = useSubmit(async (key) => {
    await send(gstreturnCalls.refresh, { id: row.id, version: row.version }, { key })
    await readAgain()
    toast('Return computed anew.')
  })
  const may = (action: string) => actions.some((one) => one.action === action && one.allowed)
  return (
    <>
      {refresh.problem && (
        <Alert color="red" role="alert">
          {refresh.problem}
        </Alert>
      )}
      {may('refresh') && (
        <>
          <Button variant="default" onClick={() => setOpened('adjust')}>
            Adjust by hand
          </Button>
          <Button variant="default" loading={refresh.isBusy} onClick={() => refresh.onSubmit()}>
            Refresh
          </Button>
        </>
      )}
      {may('file') && <Button onClick={() => setOpened('file')}>File</Button>}
      {opened === 'file' && <FileDialog row={row} onClose={() => setOpened(null)} />}
      {opened === 'adjust' && (
        <AdjustDialog row={row} onDone={readAgain} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

async function readAgain(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['gstreturn'] }),
    queryClient.invalidateQueries({ queryKey: ['gstreturns'] }),
  ])
}

interface DialogProps {
  row: GstReturn
  onClose: () => void
}

function FileDialog({ row, onClose }: DialogProps) {
  const [filed_date, setDate] = useState<string | null>(today())
  const [reference, setReference] = useState('')
  const submit = useSubmit(async (key) => {
    const { id, version } = row
    const filing = { id, version, filed_date: filed_date ?? '', reference }
    await send(gstreturnCalls.file, filing, { key })
    await readAgain()
    toast('Return filed. The books are locked to its end.')
    onClose()
  })
  return (
    <DialogForm
      isOpen
      title="File this return"
      button="File and lock"
      submit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        Box 15 says {formatMoney(row.box_15)}. File it with Inland Revenue first; here it becomes
        final, and nothing more is booked in its period.
      </Text>
      <DayInput
        label="Filed on"
        value={filed_date ?? ''}
        onChange={setDate}
        error={submit.errorOf('filed_date')}
        required
      />
      <TextInput
        label="Inland Revenue’s reference"
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
        error={submit.errorOf('reference')}
        required
      />
    </DialogForm>
  )
}
