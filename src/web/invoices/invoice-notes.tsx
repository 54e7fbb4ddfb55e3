import { Button, Group, Paper, Text, Textarea } from '@mantine/core'
import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { EditNotices } from '#web/kit/form/edit-notices.tsx'
import { type EditRow, useEdit } from '#web/kit/form/use-edit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'

// The server lets notes be written as long as the invoice is not settled.
const writable = new Set<Invoice['invoice_status']>(['approved', 'invoiced'])

// What else changes on the invoice meanwhile, such as its money, is none of this form's business.
const noted: Entity = { ...invoice, fields: { notes: invoice.fields.notes } }

interface Props {
  row: EditRow & Invoice
}

/** The notes on an invoice; a draft's are written with the rest of it. */
export function InvoiceNotes({ row }: Props) {
  if (writable.has(row.invoice_status)) return <NotesForm row={row} />
  return (
    <Paper>
      <Text size="sm" c={row.notes ? 'inherit' : 'dimmed'} style={{ whiteSpace: 'pre-wrap' }}>
        {row.notes || 'Nothing here yet. Notes of a draft are written with Edit.'}
      </Text>
    </Paper>
  )
}

function NotesForm({ row }: Props) {
  const edit = useEdit({
    entity: noted,
    row,
    keepsDraft: true,
    called: 'Note for the invoice',
    send: ({ version }, key, { notes }) => {
      const text = String(notes ?? '').trim() || null
      return send(
        invoiceCalls.update,
        { id: row.id, version: Number(version), notes: text },
        { key },
      )
    },
    onSaved: (answer) => {
      void forgetMoney()
      toast(answer.message)
    },
  })
  return (
    <Paper
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        void edit.save()
      }}
    >
      <EditNotices entity={noted} edit={edit} isReadOnly={false} />
      <Textarea
        label="Note for the invoice"
        autosize
        minRows={3}
        maxRows={16}
        value={String(edit.values.notes ?? '')}
        error={edit.form.errors.notes}
        onChange={(event) => edit.form.setFieldValue('notes', event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="xs">
        <Button type="submit" loading={edit.isBusy} disabled={!edit.isDirty}>
          Save
        </Button>
      </Group>
    </Paper>
  )
}
