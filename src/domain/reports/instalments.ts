import { formatDayShort } from '#domain/kit/calendar.ts'
import { type Cents, formatMoney, toDecimalString } from '#domain/kit/money.ts'
import { round2, toDollars } from '#domain/kit/rounding.ts'

const [FEWEST, MOST] = [2, 12]
const DAYS_OF_MONTH = 30.4

interface ExpectedCatchUp {
  customer: string
  meter_number: string
  /** Since when the meter was not read, and for how many days. */
  from: string
  days: number
  /** What is likely to come, GST included. */
  amount: Cents
}

/** As many months as it took to come about: what grew slowly is paid slowly. */
export function instalmentsFor(days: number): number {
  return Math.min(MOST, Math.max(FEWEST, Math.ceil(days / DAYS_OF_MONTH)))
}

/** A mail that tells a customer of a catch-up before it arrives, and offers to spread it. */
export function instalmentOffer({ customer, meter_number, from, days, amount }: ExpectedCatchUp) {
  const count = instalmentsFor(days)
  const each = round2(toDollars(amount).div(count))
  const dollars = (cents: Cents) => `$${formatMoney(toDecimalString(cents))}`
  return {
    subject: 'Your next bill may be higher: pay it in instalments',
    text: [
      // Braces are fields to a mail, and no part of anybody's name.
      `Kia ora ${customer.replace(/[{}]/g, '')},`,
      `Meter ${meter_number} could not be read since ${formatDayShort(from)}, so your bills of these ${days} days are estimates. By what you used a year ago, the next reading is likely to add about ${dollars(amount)}, GST included. It can be more or less: only the reading will tell.`,
      `If that is a lot at once, you can pay it in ${count} monthly instalments of about ${dollars(each)}. Answer this mail and we will arrange it. A photo of your meter helps us to bill what you really used.`,
      'Ngā mihi',
    ].join('\n\n'),
  }
}
