import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatGstNumber } from '#domain/kit/gst-number.ts'
import { cents, formatMoney, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { Adjustment } from './adjustment.ts'

interface Told {
  broker: string
  gst_number: string | null
  customer: string
  row: Pick<Adjustment, 'adjustment_number' | 'amount' | 'gst_amount' | 'reason'>
  day: string
  isTakenBack: boolean
}

/** Supply correction information (GST Act s 19N) for a credit with GST, or for one taken back. */
export function correctionMail({ broker, gst_number, customer, row, day, isTakenBack }: Told) {
  const gst = row.gst_amount ?? '0.00'
  const without = toDecimalString(wholeCents(cents(row.amount) - cents(gst)))
  const total = `$${formatMoney(row.amount)}`
  const number = row.adjustment_number
  const direction = isTakenBack ? 'goes up again' : 'goes down'
  return {
    subject: `Supply correction information ${number} from ${broker}`,
    text: `${[
      `Kia ora ${customer}`,
      isTakenBack
        ? `The credit ${number} of ${total} is taken back.`
        : `You have a credit of ${total}: ${row.reason}`,
      isTakenBack ? null : 'It pays what is open on your account, and your next invoice.',
      [
        'Supply correction information',
        `Number ${number}, ${formatDayShort(day)}`,
        [`Supplier: ${broker}`, gst_number && `GST number ${formatGstNumber(gst_number)}`]
          .filter(Boolean)
          .join(', '),
        `What we charged you ${direction} by $${formatMoney(without)}, and its GST by $${formatMoney(gst)}.`,
      ].join('\n'),
      `Ngā mihi\n${broker}`,
    ]
      .filter(Boolean)
      .join('\n\n')}\n`,
  }
}
