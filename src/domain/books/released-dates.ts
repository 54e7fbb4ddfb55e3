import { addDays, dayNumber } from '#domain/kit/day-number.ts'
import { addWorkingDays, nextWorkingDay } from '#domain/kit/working-day.ts'

interface HeldDates {
  held_date: string | null
  due_date: string | null
  discounted_date: string | null
}

/**
 * While an invoice is held its clock stands: released, it gets back the days that were left. One that
 * was held in the days of grace had none left before them, and gets these again.
 */
export function releasedDates(
  { held_date, due_date, discounted_date }: HeldDates,
  today: string,
  grace = 0,
) {
  const givenBack = (day: string | null, last: string | null) => {
    if (!day || !held_date || !last || held_date > last) return day
    const left = Math.max(0, dayNumber(day) - dayNumber(held_date))
    const later = nextWorkingDay(addDays(today, left))
    return later > day ? later : day
  }
  const last =
    discounted_date && grace > 0 ? addWorkingDays(discounted_date, grace) : discounted_date
  const discounted = givenBack(discounted_date, last)
  const due = givenBack(due_date, due_date)
  // Nothing is due before the last day of its discount.
  const isTooSoon = discounted !== null && due !== null && due < discounted
  return { due_date: isTooSoon ? discounted : due, discounted_date: discounted }
}
