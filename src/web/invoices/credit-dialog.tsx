import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import { parseDecimal } from '#domain/kit/decimal-text.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { SubmitButton } from '#web/kit/form/submit-button.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { isApiProblem, messageFrom } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'

interface Props {
  isOpen: boolean
  row: Invoice
  onClose: () => void
}

/** Gives back a sent invoice, or a part of it, by an invoice of its own that names it. */
export function CreditDialog({ isOpen, row, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Make a credit note?">
      <Form row={row} onClose={onClose} />
    </Dialog>
  )
}

function Form({ row, onClose }: Omit<Props, 'isOpen'>) {
  const navigate = useNavigate()
  const [amount, setAmount] = useState('')
  const [text, setText] = useState('')
  const about = { customer_id: row.customer_id, credits_id: row.id }
  const left = useQuery({
    queryKey: ['invoice', row.id, 'left to credit'],
    queryFn: async ({ signal }) => {
      const { data } = await send(invoiceCalls.propose, about, { signal })
      return data.discounted_total_this_period.replace('-', '')
    },
    staleTime: 0,
  })
  const submit = useSubmit(
    async (key) => {
      const said = {
        // What cannot be read is the server's to refuse, at the field.
        ...(amount.trim() ? { credit_amount: parseDecimal(amount, 2) ?? amount.trim() } : {}),
        ...(text.trim() ? { credit_text: text.trim() } : {}),
      }
      const answer = await send(invoiceCalls.create, { ...about, ...said }, { key })
      void forgetMoney()
      toast(answer.message)
      onClose()
      void navigate(`/app/invoice/edit?id=${answer.data.id}`)
    },
    { isMoney: true },
  )
  const refused = left.isError ? reasonOf(left.error) : null
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <Stack gap="sm">
        {(submit.problem ?? refused) && (
          <Alert color="red" role="alert">
            {submit.problem ?? refused}
          </Alert>
        )}
        <Text size="sm">
          A draft that gives back {row.invoice_number}, with its share of the GST. Once it is sent,
          it pays what the customer owes.
        </Text>
        <TextInput
          label="Amount, GST included"
          description={left.data ? `Left empty, all that is left: ${formatMoney(left.data)}.` : ' '}
          data-autofocus
          inputMode="decimal"
          placeholder={left.data ?? ''}
          value={amount}
          error={submit.errorOf('credit_amount')}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <TextInput
          label="What for"
          description="Printed on the credit note."
          maxLength={200}
          placeholder={`Credit for invoice ${row.invoice_number}`}
          value={text}
          error={submit.errorOf('credit_text')}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton submit={submit} disabled={!left.data}>
            Make credit note
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}

/** The field's own message says more than that some details need fixing. */
function reasonOf(cause: unknown): string {
  const said = isApiProblem(cause) ? cause.errors[0]?.message : undefined
  return said ?? messageFrom(cause)
}
