import { formatDayShort } from '#domain/kit/calendar.ts'
import { letter } from '#domain/kit/letter.ts'
import { cents, formatMoney, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { Adjustment } from './adjustment.ts'
import { supplyCorrection } from './supply-correction.ts'

interface AdjustmentLetter {
  broker: string
  gst_number: string | null
  customer: string
  row: Pick<Adjustment, 'adjustment_number' | 'amount' | 'gst_amount' | 'reason'>
  day: string
  isTakenBack: boolean
}

/** A credit with GST, or one taken back, is a correction of what was charged. */
export function adjustmentMail({
  broker,
  gst_number,
  customer,
  row,
  day,
  isTakenBack,
}: AdjustmentLetter) {
  const gst = row.gst_amount ?? '0.00'
  const without = toDecimalString(wholeCents(cents(row.amount) - cents(gst)))
  const total = `$${formatMoney(row.amount)}`
  const number = row.adjustment_number
  const direction = isTakenBack ? 'goes up again' : 'goes down'
  const words = isTakenBack
    ? [`The credit ${number} of ${total} is taken back.`]
    : [
        `You have a credit of ${total}: ${row.reason}`,
        'It pays what is open on your account, and your next invoice.',
      ]
  const corrected = supplyCorrection({ broker, gst_number }, [
    `Number ${number}, ${formatDayShort(day)}`,
    `What we charged you ${direction} by $${formatMoney(without)}, and its GST by $${formatMoney(gst)}.`,
  ])
  return {
    subject: `Supply correction information ${number} from ${broker}`,
    text: letter(broker, customer, [...words, corrected]),
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

/** The mail that reminds of what is overdue without an invoice, and says how to pay it. */
export function adjustmentReminder({ broker, customer, row, message, ...bank }: Reminder) {
  const { adjustment_number: number, balance, due_date, reason } = row
  const account = bank.bank_account_number
    ? [
        `Please pay to ${bank.bank_account_name ?? broker}, ${bank.bank_account_number}, with the reference ${number}.`,
      ]
    : []
  return {
    subject: `Reminder: ${number} from ${broker} is overdue`,
    text: letter(broker, customer, [
      ...(message ? [message] : []),
      `${number} was due on ${formatDayShort(due_date)}. $${formatMoney(balance)} is still to pay.`,
      `What it is for: ${reason}`,
      ...account,
      'If you have paid in the meantime, thank you. If paying is difficult, please talk to us – we can help.',
    ]),
  }
}
