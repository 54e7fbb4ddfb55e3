import { addDays } from '#domain/kit/day-number.ts'
import { type Cents, wholeCents } from '#domain/kit/money.ts'

/** How far the calendar looks ahead, and how many payments tell what somebody is used to do. */
export const CALENDAR_DAYS = 30
export const PAYMENTS_LOOKED_AT = 6

/** Whether a customer will probably pay too late: by the median of their last payments. */
export function isLikelyToMiss(daysAfter: readonly number[]): boolean {
  const middle = median(daysAfter.slice(0, PAYMENTS_LOOKED_AT))
  return middle !== null && middle > 0
}

/** The one in the middle; of an even number, half way between the two. */
export function median(values: readonly number[]): number | null {
  const ordered = [...values].sort((a, b) => a - b)
  const place = ordered.length / 2
  const [low, high] = [ordered[Math.ceil(place) - 1], ordered[Math.floor(place)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** The last day of the calendar that begins on a day. */
export const calendarEnd = (today: string) => addDays(today, CALENDAR_DAYS - 1)

/** A bill that is cheaper when it is paid by its day. */
export interface PayableBill {
  id: number
  to_pay: Cents
  /** What is lost when it is paid later. */
  discount: Cents
  last_day: string | null
}

/**
 * What to pay with so much money: the most discount per dollar first, what does not fit any more is
 * left out and what follows may still fit.
 */
export function payList<B extends PayableBill>(bills: readonly B[], cash: Cents): B[] {
  let left = Number(cash)
  return bills
    .filter(({ to_pay, discount }) => to_pay > 0 && discount > 0)
    .sort(byWorth)
    .filter(({ to_pay }) => {
      const isPaid = to_pay <= left
      if (isPaid) left = wholeCents(left - to_pay)
      return isPaid
    })
}

// Multiplied out, so that no division rounds two that differ to the same.
function byWorth(a: PayableBill, b: PayableBill): number {
  const difference = BigInt(b.discount) * BigInt(a.to_pay) - BigInt(a.discount) * BigInt(b.to_pay)
  if (difference !== 0n) return difference > 0n ? 1 : -1
  const [first, second] = [a.last_day ?? '9999', b.last_day ?? '9999']
  return first === second ? a.id - b.id : first < second ? -1 : 1
}
