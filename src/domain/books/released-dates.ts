import { addDays, dayNumber } from '#domain/kit/day-number.ts'
import { nextWorkingDay } from '#domain/kit/working-day.ts'

interface HeldDates {
  held_date: string | null
  due_date: string | null
  discounted_date: string | null
}

/** While an invoice is held its clock stands: released, it gets back the days that were left. */
export function releasedDates({ held_date, due_date, discounted_date }: HeldDates, today: string) {
  const givenBack = (day: string | null) => {
    if (!day || !held_date || held_date > day) return day
    const later = nextWorkingDay(addDays(today, dayNumber(day) - dayNumber(held_date)))
    return later > day ? later : day
  }
  return { due_date: givenBack(due_date), discounted_date: givenBack(discounted_date) }
}
