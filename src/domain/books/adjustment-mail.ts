import { formatDayShort } from '#domain/kit/calendar.ts'
import { cents, formatMoney, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { KeyValues } from '#domain/messaging/template/standards.ts'
import type { Adjustment } from './adjustment.ts'

const dollars = (amount: string | null) => `$${formatMoney(amount)}`

interface AdjustmentLetter {
  broker: string
  customer: string
  row: Pick<Adjustment, 'adjustment_number' | 'amount' | 'gst_amount' | 'reason'>
  day: string
  isTakenBack: boolean
}

/** A credit with GST, or one taken back, is a correction of what was charged. */
export function adjustmentValues(given: AdjustmentLetter): KeyValues<'adjustment'> {
  const { broker, customer, row, day, isTakenBack } = given
  const gst = row.gst_amount ?? '0.00'
  const without = toDecimalString(wholeCents(cents(row.amount) - cents(gst)))
  return {
    fields: {
      broker_name: broker,
      customer_name: customer,
      adjustment_number: row.adjustment_number,
      reason: row.reason,
      amount: dollars(row.amount),
      without_gst: dollars(without),
      gst: dollars(gst),
      day: formatDayShort(day),
      is_given: !isTakenBack,
      is_taken_back: isTakenBack,
    },
    rows: [],
  }
}

interface Reminder {
  broker: string
  customer: string
  bank_account_name: string | null
  bank_account_number: string | null
  row: Pick<Adjustment, 'adjustment_number' | 'balance' | 'due_date' | 'reason'>
  message?: string | undefined
}

/** The same in a few words, for the phone. */
export function adjustmentReminderSms(
  given: Pick<Reminder, 'row' | 'bank_account_number' | 'message'>,
): string {
  const { row, bank_account_number, message } = given
  const { adjustment_number, due_date, balance } = row
  return [
    `${adjustment_number} was due on ${formatDayShort(due_date)}: ${dollars(balance)} is still to pay.`,
    ...(message ? [message] : []),
    ...(bank_account_number ? [`Pay to ${bank_account_number}, ref ${adjustment_number}.`] : []),
  ].join(' ')
}

/** The mail that reminds of what is overdue without an invoice, and says how to pay it. */
export function adjustmentReminderValues(given: Reminder): KeyValues<'adjustment_reminder'> {
  const { broker, customer, row, message = null } = given
  return {
    fields: {
      broker_name: broker,
      customer_name: customer,
      adjustment_number: row.adjustment_number,
      reason: row.reason,
      balance: dollars(row.balance),
      due_date: formatDayShort(row.due_date),
      bank_account_name: given.bank_account_name ?? broker,
      bank_account_number: given.bank_account_number,
      message,
    },
    rows: [],
  }
}
