import { addWorkingDays, isWorkingDay, nextWorkingDay } from '#domain/kit/working-day.ts'

export interface ChargeDayFacts {
  today: string
  /** Calendar days before which the customer is told; none where they asked for it themselves. */
  notice_days: number
  due_date: string
  /** The last day that earns the discount, while it is still to be had. */
  discount_until: string | null
  /** What the provider named last; it moves on with the days. */
  next_possible: string | null
  /** After the customer's bank ended an earlier authority. */
  first_from: string | null
}

export interface ChargeDay {
  charge_date: string
  /** The discount's last day is missed for no other reason than our notice. */
  is_late_by_us: boolean
}

/**
 * The day to collect on: the last working day that still earns the discount, else the last one that
 * is not late; never sooner than the notice allows. A holiday is never named: the provider would roll
 * it forward, past the discount.
 */
export function chargeDay(facts: ChargeDayFacts): ChargeDay {
  const { due_date, discount_until } = facts
  const wanted = lastWorkingDay(discount_until ?? due_date)
  const earliest = earliestCharge(facts)
  const charge_date = latest([wanted, earliest])
  return { charge_date, is_late_by_us: discount_until !== null && charge_date > discount_until }
}

/** The first day that may be named at all. */
export function earliestCharge({
  today,
  notice_days,
  next_possible,
  first_from,
}: Omit<ChargeDayFacts, 'due_date' | 'discount_until'>): string {
  const noticed = Temporal.PlainDate.from(today).add({ days: notice_days }).toString()
  const days = [noticed, soonestAtBank(today), next_possible ?? '', first_from ?? '']
  return nextWorkingDay(latest(days))
}

const latest = (days: readonly string[]): string => days.toSorted().at(-1) ?? ''

/** What the provider takes today is collected on the second working day from now. */
export const soonestAtBank = (today: string): string => addWorkingDays(today, 2)

/** The day itself, or the last working day before it. */
export function lastWorkingDay(day: string): string {
  return isWorkingDay(day) ? day : addWorkingDays(day, -1)
}

/** When the banks have had their say on a debit. */
export const knownBy = (charge_date: string): string => addWorkingDays(charge_date, 3)

/** Until the afternoon before, it can be changed. */
export const LAST_HOUR = 16
export const lastChangeDay = (charge_date: string): string => addWorkingDays(charge_date, -1)
