import { queryOptions } from '@tanstack/react-query'
import { billCalls } from '#domain/bills/bill-calls.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { invoiceDocumentCalls } from '#domain/invoices/invoice-document-calls.ts'
import { invoiceProofCalls } from '#domain/invoices/invoice-proof-calls.ts'
import type { InvoiceWarning } from '#domain/invoices/invoice-warnings.ts'
import type { message } from '#domain/messaging/message.ts'
import type { BilledLine } from '#domain/pricing/billed-line.ts'
import { listCall, listInput } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'

const undelivered = listCall<typeof message>({ plural: 'messages/undelivered' })

/** One amount of a stored invoice with everything it was made from, the amount itself first. */
export function explainQuery(id: number, field: string) {
  return queryOptions({
    queryKey: ['invoice', id, 'explain', field],
    queryFn: async ({ signal }) =>
      (await send(invoiceProofCalls.explain, { id, field }, { signal })).data ?? [],
  })
}

/** To whom an invoice and its reminders went, and what became of each mail. */
export function deliveriesQuery(id: number) {
  return queryOptions({
    queryKey: ['invoice', id, 'deliveries'],
    queryFn: async ({ signal }) =>
      (await send(invoiceDocumentCalls.deliveries, { id }, { signal })).data ?? [],
    staleTime: 0,
  })
}

const told = 'id,invoice_id,type,recipient,status,error'

/** The newest messages about these invoices that did not get where they were meant to. */
export function undeliveredQuery(ids: readonly number[]) {
  const asked = { 'invoice_id.in': ids.join(','), fields: told, limit: 500 }
  return queryOptions({
    queryKey: ['messages', 'undelivered', 'of invoices', asked],
    queryFn: async ({ signal }) =>
      (await send(undelivered, listInput(asked), { signal })).data ?? [],
    enabled: ids.length > 0,
  })
}

export function billsQuery(invoice_id: number) {
  return queryOptions({
    queryKey: ['bills', 'of invoice', invoice_id],
    queryFn: async ({ signal }) =>
      (await send(billCalls.list, { invoice_id, limit: 50 }, { signal })).data ?? [],
    staleTime: 0,
  })
}

/** The lines of an invoice; none before it was computed. */
export function linesOf(row: Pick<Invoice, 'lines'>): BilledLine[] {
  return row.lines ?? []
}

export function warningsOf(row: Pick<Invoice, 'warnings'>): InvoiceWarning[] {
  return row.warnings ?? []
}
