import { type Cents, formatMoney, wholeCents } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'

export interface StatementFacts {
  /** What the bank says at the end of the day of the statement. */
  closing_balance: Cents
  /** The balance of the account in our books. */
  book_balance: Cents
  /** Lines up to that day that nobody has matched yet, and how many they are. */
  unmatched: Cents
  unmatched_lines: number
  /** What is booked on the account up to that day and no line of the bank shows. */
  not_on_bank: Cents
  /** What the bank says it began with, and where the statement before ended. */
  opening_balance: Cents
  closed_before: Cents
}

/** What the books cannot explain of a statement: nothing, or there is a mistake to be found. */
export function statementDifference(facts: StatementFacts): Cents {
  const { closing_balance, book_balance, unmatched, not_on_bank } = facts
  return wholeCents(closing_balance - (book_balance + unmatched - not_on_bank))
}

/** A statement begins where the last one ended; else lines between them have not come in. */
export function missingBetween({ opening_balance, closed_before }: StatementFacts): Cents {
  return wholeCents(opening_balance - closed_before)
}

/** Why a statement cannot be agreed; null where it can. */
export function whyNotAgreed(facts: StatementFacts): string | null {
  const { unmatched_lines: left } = facts
  const missing = missingBetween(facts)
  const difference = statementDifference(facts)
  if (missing !== 0) return `lines are missing: ${formatMoney(missing)}`
  if (left > 0) return `${plural(left, 'line')} ${left === 1 ? 'is' : 'are'} not matched`
  return difference === 0 ? null : `bank and books differ by $${formatMoney(difference)}`
}
