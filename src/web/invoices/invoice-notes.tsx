import { Alert, Button, Group, Paper, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'

// The server lets notes be written as long as the invoice is not settled.
const writable = new Set<Invoice['invoice_status']>(['approved', 'invoiced'])

/** The notes on an invoice; a draft's are written with the rest of it. */
export function InvoiceNotes({ row }: { row: Invoice }) {
  const [text, setText] = useState(row.notes ?? '')
  const submit = useSubmit(async (key) => {
    const body = { id: row.id, version: row.version, notes: text.trim() || null }
    const answer = await send(invoiceCalls.update, body, { key })
    await forgetMoney()
    toast(answer.message)
  })
  if (!writable.has(row.invoice_status)) {
    return (
      <Paper>
        <Text size="sm" c={row.notes ? 'inherit' : 'dimmed'} style={{ whiteSpace: 'pre-wrap' }}>
          {row.notes || 'Nothing here yet. Notes of a draft are written with Edit.'}
        </Text>
      </Paper>
    )
  }
  return (
    <Paper component="form" onSubmit={submit.onSubmit}>
      {submit.problem && (
        <Alert color="red" role="alert" mb="xs">
          {submit.problem}
        </Alert>
      )}
      <Textarea
        label="Note for the invoice"
        autosize
        minRows={3}
        maxRows={16}
        value={text}
        error={submit.errorOf('notes')}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="xs">
        <Button type="submit" loading={submit.isBusy} disabled={text === (row.notes ?? '')}>
          Save
        </Button>
      </Group>
    </Paper>
  )
}
