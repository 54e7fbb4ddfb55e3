import type { Allocation } from '#domain/books/allocation-calls.ts'

/** Where the document is that money lies on. */
export function pathTo({ invoice_id, bill_id, adjustment_id }: Allocation): string {
  if (adjustment_id !== null) return `/app/adjustment?id=${adjustment_id}`
  return bill_id === null ? `/app/invoice/edit?id=${invoice_id}` : `/app/bill/edit?id=${bill_id}`
}

/** What it is called. */
export function numberOf(one: Allocation): string {
  const { invoice_id, bill_id } = one
  const plain = bill_id === null ? `Invoice ${invoice_id}` : `Bill ${bill_id}`
  return one.adjustment_number ?? one.invoice_number ?? one.supplier_statement_number ?? plain
}
