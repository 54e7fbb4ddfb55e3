import { Button, Group, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { BankTransaction } from '#domain/bank/banktransaction.ts'
import { banktransactionCalls } from '#domain/bank/banktransaction-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import banner from '#web/kit/frame/banner.module.css'
import { toast } from '#web/kit/frame/toast.tsx'
import type { Selection } from '#web/kit/list/selection.ts'
import { send } from '#web/kit/session/send.ts'
import { forgetBank } from './bank-query.ts'

interface Props {
  rows: readonly BankTransaction[]
  selection: Selection
  onSelection: (selection: Selection) => void
}

/** What matched by itself, taken back: those that are ticked, or all in sight. */
export function UndoChosen({ rows, selection, onSelection }: Props) {
  const [isAsked, setIsAsked] = useState(false)
  const may = rows.filter((row) => row.transaction_status !== 'reconciled')
  const chosen = may.filter((row) => selection[String(row.id)])
  if (may.length === 0) return null
  const isChosen = chosen.length > 0
  const all = Object.fromEntries(may.map((row) => [String(row.id), true as const]))
  return (
    <div className={banner.banner} data-tone="petrol" data-inset>
      <Text size="sm" fw={600}>
        {isChosen ? `${plural(chosen.length, 'line')} chosen` : 'Matched without asking anybody'}
      </Text>
      <Group gap="xs">
        <Button variant="subtle" onClick={() => onSelection(isChosen ? {} : all)}>
          {isChosen ? 'Clear the selection' : 'Choose all in sight'}
        </Button>
        <Button disabled={!isChosen} onClick={() => setIsAsked(true)}>
          Undo the chosen
        </Button>
      </Group>
      {isAsked && (
        <UndoDialog
          lines={chosen}
          onClose={() => setIsAsked(false)}
          onDone={() => onSelection({})}
        />
      )}
    </div>
  )
}

interface DialogProps {
  lines: readonly BankTransaction[]
  onClose: () => void
  onDone: () => void
}

function UndoDialog({ lines, onClose, onDone }: DialogProps) {
  // Those it was opened for: the selection is gone once they are done.
  const [asked] = useState(lines)
  const ids = asked.map(({ id }) => id)
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<{ id: number; message: string }[]>([])
  const submit = useSubmit(async (key) => {
    try {
      const body = { ids, reason: reason.trim() }
      const { data } = await send(banktransactionCalls.unmatchMany, body, { key })
      toast(`${plural(ids.length - data.refused.length, 'line')} open again.`)
      setRefused(data.refused)
      onDone()
      if (data.refused.length === 0) onClose()
    } finally {
      void forgetBank()
    }
  })
  return (
    <DialogForm
      isOpen
      title={`Undo ${plural(ids.length, 'match', 'matches')}?`}
      button="Undo"
      submit={submit}
      onClose={onClose}
      isDisabled={refused.length > 0}
      isDanger
    >
      <Text size="sm">Payments they made are cancelled; each line is open again.</Text>
      {refused.map(({ id, message }) => (
        <Text key={id} size="sm" c="red" role="alert">
          {asked.find((line) => line.id === id)?.shown_as}: {message}
        </Text>
      ))}
      <Textarea
        label="Reason"
        description="Kept in the history."
        withAsterisk
        data-autofocus
        autosize
        minRows={2}
        value={reason}
        error={submit.errorOf('reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
