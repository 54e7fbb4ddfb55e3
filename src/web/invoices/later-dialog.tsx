import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { SubmitButton } from '#web/kit/form/submit-button.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'

interface Props {
  isOpen: boolean
  row: Invoice
  onClose: () => void
}

/** Later dates for an invoice whose money is frozen. */
export function LaterDialog({ isOpen, row, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Give the customer more time?">
      <Form row={row} onClose={onClose} />
    </Dialog>
  )
}

function Form({ row: live, onClose }: Omit<Props, 'isOpen'>) {
  // The days it was opened with: what others store meanwhile is not written over.
  const [row] = useState(live)
  const [due, setDue] = useState(row.due_date)
  const [until, setUntil] = useState(row.discounted_date)
  const [reason, setReason] = useState('')
  const submit = useSubmit(
    async (key) => {
      const days = {
        ...(due && due !== row.due_date ? { due_date: due } : {}),
        ...(until && until !== row.discounted_date ? { discounted_date: until } : {}),
      }
      const body = { id: row.id, version: row.version, ...days, reason: reason.trim() }
      try {
        toast((await send(invoiceCalls.update, body, { key })).message)
        onClose()
      } finally {
        void forgetMoney()
      }
    },
    { isMoney: true },
  )
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <Stack gap="sm">
        {submit.problem && (
          <Alert color="red" role="alert">
            {submit.problem}
          </Alert>
        )}
        <Text size="sm">
          The amounts stay as they are; the days can only move later.
          {row.invoiced_at && ' The customer is told by mail.'}
        </Text>
        <DayInput
          label="Due date"
          value={due ?? ''}
          error={submit.errorOf('due_date')}
          onChange={setDue}
        />
        <DayInput
          label="Discount until"
          value={until ?? ''}
          error={submit.errorOf('discounted_date')}
          onChange={setUntil}
        />
        <Textarea
          label="Reason"
          withAsterisk
          autosize
          minRows={2}
          value={reason}
          error={submit.errorOf('reason')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton submit={submit}>Save</SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}
