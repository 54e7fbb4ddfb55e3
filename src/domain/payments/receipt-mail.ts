import { formatDayShort } from '#domain/kit/calendar.ts'
import { cents, formatMoney } from '#domain/kit/money.ts'
import type { KeyValues } from '#domain/messaging/template/standards.ts'

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
const ifAny = (amount: string) => (cents(amount) > 0 ? dollars(amount) : null)

/** Tells a customer what was paid, when, what it was put on and what is still to pay. */
export function receiptValues(given: Receipt): KeyValues<'receipt'> {
  const { broker, gst_number, customer, amount, payment_date, reference, balance_total } = given
  const owed = cents(balance_total)
  return {
    fields: {
      broker_name: broker,
      broker_gst_number: gst_number,
      customer_name: customer,
      amount: dollars(amount),
      payment_date: formatDayShort(payment_date),
      reference,
      credit: ifAny(given.credit),
      refunded: ifAny(given.refunded),
      still_to_pay: ifAny(balance_total),
      account_credit: owed < 0 ? dollars(balance_total.replace('-', '')) : null,
      is_settled: owed === 0,
    },
    rows: given.items.map((item) => ({
      item_name: item.name,
      item_amount: dollars(item.amount),
      item_balance: ifAny(item.balance),
      is_item_paid: ifAny(item.balance) === null,
    })),
  }
}
