// A file of a bank after it was read: rows that are lines, rows that somebody has to mend, and what
// the file says of itself.

import type { BankLayout, BankLineFields } from '#domain/bank/bank-line.ts'
import { isDay, MIN_BUSINESS_DAY } from '#domain/kit/calendar.ts'
import { DECIMAL_SHAPES, isDecimalText } from '#domain/kit/decimal-text.ts'
import { cents } from '#domain/kit/money.ts'

/** What a row holds; what could not be read is missing and told in the row's message. */
export interface ReadFields extends Omit<BankLineFields, 'transaction_date' | 'amount'> {
  transaction_date: string | null
  amount: string | null
}

export interface BankFileRow {
  /** The line of the file, or the number of the entry where a file has no lines. */
  row_number: number
  fields: ReadFields
  /** Why it cannot be taken in as it is; null for a good row. */
  message: string | null
}

export interface BankFile {
  layout: BankLayout
  /** Sixteen digits of the account the file is about, where it says so. */
  account: string | null
  period_from: string | null
  period_to: string | null
  opening_balance: string | null
  closing_balance: string | null
  rows: BankFileRow[]
  /** What people should know of the file as a whole, such as a break in its balances. */
  warnings: string[]
}

export const emptyFields: ReadFields = {
  transaction_date: null,
  processed_date: null,
  amount: null,
  balance_after: null,
  other_party: null,
  other_account: null,
  particulars: null,
  code: null,
  reference: null,
  memo: null,
  bank_type: null,
  bank_line_id: null,
}

/** Why a row cannot become a line: asked when it is read, and again when it has been mended. */
export function rowProblem(fields: ReadFields, today: string): string | null {
  const { transaction_date, amount } = fields
  if (transaction_date === null || !isDay(transaction_date)) return 'There is no date.'
  if (transaction_date > today) return 'The date is in the future.'
  if (transaction_date < MIN_BUSINESS_DAY) return 'The date is before 2019.'
  if (amount === null || !isDecimalText(amount, DECIMAL_SHAPES.money))
    return 'There is no amount in dollars and cents.'
  // Some banks tell of notices and of fees that were waived.
  if (cents(amount) === 0) return 'An amount of 0.00 moves nothing.'
  return null
}
