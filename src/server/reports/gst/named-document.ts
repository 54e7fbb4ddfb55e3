/** What a line of the return is about. */
export interface NamedDocument {
  key: string
  invoice_id: number | null
  adjustment_id: number | null
  bill_id: number | null
  /** A partner's statement, whose entry is about no other document. */
  statement_id?: number | null
  /** Only where it has no document. */
  transaction_id: number | null
  number: string | null
  whose: string | null
  reason: string | null
}

/** The document as the return names it, and where it is found. */
export function named(one: NamedDocument) {
  return { key: one.key, name: nameOf(one), detail: one.whose ?? one.reason, to: addressOf(one) }
}

function nameOf({ number, bill_id, transaction_id }: NamedDocument): string {
  if (number) return number
  return bill_id ? `Bill ${bill_id}` : `Entry ${transaction_id ?? ''}`
}

function addressOf(one: NamedDocument): string | null {
  if (one.invoice_id) return `/app/invoice/edit?id=${one.invoice_id}`
  if (one.adjustment_id) return `/app/adjustment?id=${one.adjustment_id}`
  if (one.bill_id) return `/app/bill/edit?id=${one.bill_id}`
  if (one.statement_id) return `/app/commissionstatement?id=${one.statement_id}`
  return one.transaction_id ? `/app/transaction?id=${one.transaction_id}` : null
}
