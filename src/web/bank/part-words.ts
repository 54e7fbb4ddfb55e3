import type { Candidate, LinePart, PartKind } from '#domain/bank/candidate.ts'
import { accountText } from '#domain/books/account-names.ts'
import { itemKeysOf, type Names } from './candidate-names.ts'

/** What a line, or a part of it, is. */
export const kindWords: Record<PartKind, string> = {
  customer: 'Payment of a customer',
  payment: 'Recorded payment',
  deposit: 'Payments banked together',
  payout: 'Payout of the direct debit provider',
  billpayment: 'Payment to a supplier',
  bill: 'Bill taken by the supplier',
  supplier_refund: 'Paid back by a supplier',
  returned: 'Payment to a supplier that came back',
  refund: 'Refund to a customer',
  dishonour: 'Payment the bank took back',
  transfer: 'Transfer between our accounts',
  account: 'Account of the ledger',
  commission: 'Commission to a partner',
  aside: 'Not identified yet',
}

/** Who or what a candidate is, as its heading. */
export function candidateTitle({ kind, customer_id, parts }: Candidate, names: Names): string {
  const supplier = parts.find((part) => part.supplier_id)?.supplier_id
  const account = parts.find((part) => part.account)?.account
  const who = [
    customer_id && (names.customer?.[customer_id] ?? `Customer ${customer_id}`),
    supplier && (names.supplier?.[supplier] ?? `Supplier ${supplier}`),
    kind === 'account' && account && accountText(account),
  ].find(Boolean)
  return who ? String(who) : kindWords[kind]
}

/** A part in a few words: whose it is and what it pays. */
export function partWords(part: LinePart, names: Names): string {
  const { customer_id, supplier_id, bill_ids, account } = part
  const items = itemKeysOf(part).map((key) => itemName(key, names))
  const said = [
    customer_id && names.customer?.[customer_id],
    supplier_id && names.supplier?.[supplier_id],
    ...items,
    ...(bill_ids ?? []).map((id) => names.bill?.[id] || `Bill ${id}`),
    account && accountText(account),
  ].filter(Boolean)
  return said.length > 0 ? said.join(', ') : kindWords[part.kind]
}

export function itemName(key: string, names: Names): string {
  const id = key.slice(1)
  const known = key.startsWith('a') ? names.adjustment?.[id] : names.invoice?.[id]
  return known || key
}
