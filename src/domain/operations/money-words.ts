import { cents, formatMoney, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { humanise } from '#domain/kit/wording.ts'
import type { ToldRow } from './timeline.ts'

// How the actions of invoices and payments end a sentence.
const deeds: Record<string, string> = {
  create: 'written',
  update: 'changed',
  delete: 'deleted',
  restore: 'taken back to a draft',
  draft: 'taken back to a draft',
  recalculate: 'computed anew',
  approve: 'approved',
  send: 'sent to the customer',
  leaveout: 'left out of a sending',
  takeback: 'taken back before it left',
  opened: 'opened by the customer',
  remind: 'reminded of',
  hold: 'put on hold',
  release: 'released',
  cancel: 'cancelled',
  dishonour: 'taken back by the bank',
  refund: 'paid back',
  reverse: 'reversed',
  redo: 'cancelled and written anew',
  grantppd: 'given its discount although paid late',
  revokeppd: 'without its granted discount again',
  writeoff: 'written off as a bad debt',
  waivefee: 'relieved of its late fee',
  allocate: 'put on an invoice by hand',
  unallocate: 'taken off an invoice',
  receipt: 'confirmed to the customer with a receipt',
}

export function invoiceWords(row: ToldRow): string {
  const total = row.changes.discounted_total?.[1]
  const amount = row.action === 'create' && total ? `: ${dollars(String(total))}` : ''
  return `${named('Invoice', row)} ${deedOf(row)}${amount}`
}

export function adjustmentWords(row: ToldRow): string {
  const { amount, side } = row.changes
  if (row.action !== 'create' || !amount) return `${named('Adjustment', row)} ${deedOf(row)}`
  const given = side?.[1] === 'credit' ? 'given to the customer' : 'to pay'
  return `${named('Adjustment', row)}: ${dollars(String(amount[1]))} ${given}`
}

export function paymentWords(row: ToldRow): string {
  const { amount_incl_gst, refunded_amount } = row.changes
  const reference = row.title ? `, ${row.title}` : ''
  const paid = String(amount_incl_gst?.[1] ?? '')
  if (row.action === 'create' && paid.startsWith('-'))
    return `Credit of ${dollars(paid.slice(1))} paid out${reference}`
  if (row.action === 'create' && amount_incl_gst)
    return `Payment of ${dollars(String(amount_incl_gst[1]))} received${reference}`
  if (row.action === 'refund' && refunded_amount) {
    const [before, after] = refunded_amount.map((amount) => cents(String(amount ?? '0')))
    const back = wholeCents((after ?? 0) - (before ?? 0))
    return `${dollars(toDecimalString(back))} paid back of a payment${reference}`
  }
  return `${named('Payment', row)} ${deedOf(row)}`
}

const named = (what: string, { title }: ToldRow) => [what, title].filter(Boolean).join(' ')

const deedOf = ({ action }: ToldRow) => deeds[action] ?? humanise(action).toLowerCase()

const dollars = (amount: string) => `$${formatMoney(amount)}`
