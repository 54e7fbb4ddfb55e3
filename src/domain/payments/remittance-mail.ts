import { formatDayShort } from '#domain/kit/calendar.ts'
import { cents, formatMoney, sumCents } from '#domain/kit/money.ts'
import type { KeyValues } from '#domain/messaging/template/standards.ts'

export interface Remittance {
  broker: string
  supplier: string | null
  batch: string
  payment_date: string
  payments: readonly {
    /** Of the supplier's statement, or of our adjustment. */
    number: string | null
    is_adjustment: boolean
    account: string | null
    amount: string
  }[]
}

/** Tells a supplier what a transfer is for: each item with its account and amount, and the sum. */
export function remittanceValues(given: Remittance): KeyValues<'remittance'> {
  return {
    fields: {
      broker_name: given.broker,
      supplier_name: given.supplier,
      payment_date: formatDayShort(given.payment_date),
      total: `$${formatMoney(sumCents(given.payments.map(({ amount }) => cents(amount))))}`,
      batch: given.batch,
    },
    rows: given.payments.map(({ number, is_adjustment, account, amount }) => ({
      paid_kind: is_adjustment ? 'Adjustment' : 'Statement',
      paid_number: number,
      paid_account: account,
      paid_amount: `$${formatMoney(amount)}`,
    })),
  }
}
