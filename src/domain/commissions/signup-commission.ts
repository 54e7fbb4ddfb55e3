import { dayNumber, daysIn } from '#domain/kit/day-number.ts'
import { type Cents, wholeCents } from '#domain/kit/money.ts'
import { round2, toDollars } from '#domain/kit/rounding.ts'
import type { SignupMoment } from './contractpartner.ts'

/** A contract as far as it decides whether bringing it was worth its commission. */
export interface BroughtContract {
  contract_status: 'draft' | 'offered' | 'active' | 'cancelled' | 'ended'
  date_start: string | null
  date_end: string | null
  /** Whether the money of any of its invoices is there, and whether it ever was. */
  is_any_cleared: boolean
  was_any_cleared: boolean
}

export interface SignupTerms {
  /** The partner's share of the commission. */
  amount: Cents
  earned_at: SignupMoment
  clawback_months: number
}

/** What stands of a fixed sign-up commission, and what is taken back of it. */
export interface SignupStanding {
  status: 'expected' | 'earned' | 'dropped'
  amount: Cents
  /** Negative, or nothing. */
  clawback: Cents
}

/**
 * Bringing a contract is earned with its first invoice that is cleared, or when it is accepted. It is
 * lost whole when none is cleared any more, and in part when the contract ends before its time.
 */
export function signupStanding(contract: BroughtContract, terms: SignupTerms): SignupStanding {
  const nothing = wholeCents(0)
  const isOver = contract.contract_status === 'cancelled' || contract.contract_status === 'ended'
  const isEarned =
    contract.is_any_cleared ||
    (terms.earned_at === 'accepted' && !contract.was_any_cleared && !isOver)
  if (!isEarned)
    return { status: isOver ? 'dropped' : 'expected', amount: terms.amount, clawback: nothing }
  return {
    status: 'earned',
    amount: terms.amount,
    clawback: isOver ? wholeCents(-clawedBack(contract, terms)) : nothing,
  }
}

/** The part of a commission for the days of its window that the contract did not last. */
export function clawedBack(
  { date_start, date_end }: Pick<BroughtContract, 'date_start' | 'date_end'>,
  { amount, clawback_months }: Pick<SignupTerms, 'amount' | 'clawback_months'>,
): Cents {
  if (!date_start || !date_end) return wholeCents(0)
  const window = dayNumber(monthsAfter(date_start, clawback_months)) - dayNumber(date_start)
  const left = window - daysIn(date_start, date_end)
  if (left <= 0) return wholeCents(0)
  return round2(toDollars(amount).times(left).div(window))
}

/** The same day so many months later; a month without it gives its last day. */
export function monthsAfter(day: string, months: number): string {
  return Temporal.PlainDate.from(day).add({ months }).toString()
}
