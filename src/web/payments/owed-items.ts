import { queryOptions } from '@tanstack/react-query'
import { adjustmentCalls } from '#domain/books/adjustment-calls.ts'
import { invoiceNamedIn } from '#domain/books/named-invoice.ts'
import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import { send } from '#web/kit/session/send.ts'

/** Something a customer still owes: an invoice or an adjustment. */
export interface OwedItem {
  /** `i12` is invoice 12, `a7` adjustment 7. */
  key: string
  id: number
  invoice_number: string | null
  due_date: string | null
  balance: string | null
}

/** What a customer still owes, the oldest first. */
export function owedQuery(customer_id: number | null) {
  return queryOptions({
    queryKey: ['invoices', 'owed', customer_id],
    queryFn: async ({ signal }): Promise<OwedItem[]> => {
      const asked = { customer_id, order: 'due_date', limit: '50' }
      const [invoices, adjustments] = await Promise.all([
        send(invoiceCalls.list, { ...asked, invoice_status: 'invoiced' }, { signal }),
        send(adjustmentCalls.list, { ...asked, adjustment_status: 'invoiced' }, { signal }),
      ])
      const items = [
        ...(invoices.data ?? []).map((row) => ({ ...row, key: `i${row.id}` })),
        ...(adjustments.data ?? []).map((row) => ({
          ...row,
          key: `a${row.id}`,
          invoice_number: row.adjustment_number,
        })),
      ]
      const due = ({ due_date }: OwedItem) => due_date ?? ''
      return items.sort((a, b) => due(a).localeCompare(due(b)))
    },
    enabled: customer_id !== null,
    staleTime: 0,
  })
}

/** How a call names the item. */
export function itemOf(key: string): { invoice_id: number } | { adjustment_id: number } {
  const id = Number(key.slice(1))
  return key.startsWith('a') ? { adjustment_id: id } : { invoice_id: id }
}

/** What a reference names: an invoice before an adjustment, as the server reads it. */
export function namedIn(reference: string, items: readonly OwedItem[]): OwedItem | undefined {
  const of = (kind: 'i' | 'a') => items.filter(({ key }) => key.startsWith(kind))
  return invoiceNamedIn(reference, of('i')) ?? invoiceNamedIn(reference, of('a'))
}
