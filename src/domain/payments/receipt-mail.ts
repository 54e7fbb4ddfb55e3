import { formatDayShort } from '#domain/kit/calendar.ts'
import { letter } from '#domain/kit/letter.ts'
import { cents, formatMoney } from '#domain/kit/money.ts'

export interface ReceiptItem {
  /** Invoice INV-1001, adjustment ADJ-1002. */
  name: string
  amount: string
  /** What is still to pay on it. */
  balance: string
}

export interface Receipt {
  broker: string
  gst_number: string | null
  customer: string
  amount: string
  payment_date: string
  reference: string | null
  items: readonly ReceiptItem[]
  /** What of it lies on nothing. */
  credit: string
  /** What of it went back. */
  refunded: string
  /** What the customer still owes in all, less their credit. */
  balance_total: string
}

const dollars = (amount: string) => `$${formatMoney(amount)}`
const isAny = (amount: string) => cents(amount) > 0

/** Tells a customer what was paid, when, what it was put on and what is still to pay. */
export function receiptMail(given: Receipt): { subject: string; text: string } {
  const { broker, customer, amount, payment_date, reference } = given
  const by = reference ? `, reference ${reference}` : ''
  const paid = `Thank you. We received ${dollars(amount)} on ${formatDayShort(payment_date)}${by}.`
  const gst = given.gst_number ? `\nGST number ${given.gst_number}` : ''
  return {
    subject: `Receipt for ${dollars(amount)} from ${broker}`,
    text: letter(`${broker}${gst}`, customer, [paid, usedFor(given), stillToPay(given)]),
  }
}

function usedFor({ items, credit, refunded }: Receipt): string {
  const lines = items.map(({ name, amount, balance }) => {
    const rest = isAny(balance) ? `${dollars(balance)} still to pay` : 'nothing left to pay'
    return `${name}: ${dollars(amount)}, ${rest}`
  })
  if (isAny(credit)) lines.push(`Kept as credit for your next invoice: ${dollars(credit)}`)
  if (isAny(refunded)) lines.push(`Paid back to you: ${dollars(refunded)}`)
  return `What it was used for:\n${lines.join('\n')}`
}

function stillToPay({ balance_total }: Receipt): string {
  if (isAny(balance_total)) return `Still to pay on your account: ${dollars(balance_total)}.`
  if (cents(balance_total) === 0) return 'Nothing is left to pay on your account.'
  const credit = dollars(balance_total.replace('-', ''))
  return `Nothing is left to pay on your account; it is ${credit} in credit.`
}
