import { addWorkingDays, isWorkingDay, nextWorkingDay } from '#domain/kit/working-day.ts'

/** What may not be sooner. */
interface ChargeBounds {
  today: string
  /** Calendar days before which the customer is told; none where they asked for it themselves. */
  notice_days: number
  /** What the provider named last; it moves on with the days. */
  next_possible: string | null
  /** After the customer's bank ended an earlier authority. */
  first_from: string | null
  /** The provider has closed the day's file: what it takes now goes with the next one. */
  is_file_closed: boolean
}

export interface ChargeDayFacts extends ChargeBounds {
  due_date: string
  /** The last day that earns the discount, while it is still to be had. */
  discount_until: string | null
  /** Money of this day is still in time for it: days of grace count, and are not planned for. */
  in_time_until: string | null
}

export interface ChargeDay {
  charge_date: string
  /** The discount is missed because of our notice alone: a bank would have been in time. */
  is_late_by_us: boolean
}

/**
 * The day to collect on: the last working day that still earns the discount, else the last one that
 * is not late; never sooner than the notice allows. A holiday is never named: the provider would roll
 * it forward, past the discount.
 */
export function chargeDay(facts: ChargeDayFacts): ChargeDay {
  const { due_date, discount_until, in_time_until } = facts
  const wanted = lastWorkingDay(discount_until ?? due_date)
  const charge_date = latest([wanted, earliestCharge(facts)])
  const isLate = in_time_until !== null && charge_date > in_time_until
  return { charge_date, is_late_by_us: isLate && firstAtBank(facts) <= in_time_until }
}

/** The first day that may be named at all. */
export const earliestCharge = (facts: ChargeBounds): string =>
  nextWorkingDay(latest([noticeEnds(facts), firstAtBank(facts)]))

/**
 * The first day on which the banks would do it, if nobody had to be told. What the provider named
 * last is said again only when something happens to the authority: days have passed since.
 */
export const firstAtBank = (facts: Omit<ChargeBounds, 'notice_days'>): string =>
  nextWorkingDay(latest([soonestAtBank(facts), facts.next_possible ?? '', facts.first_from ?? '']))

const noticeEnds = ({ today, notice_days }: Pick<ChargeDayFacts, 'today' | 'notice_days'>) =>
  Temporal.PlainDate.from(today).add({ days: notice_days }).toString()

const latest = (days: readonly string[]): string => days.toSorted().at(-1) ?? ''

/** What the provider takes now is collected on the second working day, in the evening the third. */
export const soonestAtBank = ({
  today,
  is_file_closed,
}: Pick<ChargeDayFacts, 'today' | 'is_file_closed'>): string =>
  addWorkingDays(today, is_file_closed ? 3 : 2)

/** From this hour on the provider's file of the day is closed. */
export const FILE_HOUR = 17

/** The day itself, or the last working day before it. */
export function lastWorkingDay(day: string): string {
  return isWorkingDay(day) ? day : addWorkingDays(day, -1)
}

/** When the banks have had their say on a debit. */
export const knownBy = (charge_date: string): string => addWorkingDays(charge_date, 3)

/** Until the afternoon before, it can be changed. */
export const LAST_HOUR = 16
export const lastChangeDay = (charge_date: string): string => addWorkingDays(charge_date, -1)
