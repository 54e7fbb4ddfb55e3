// A movement as a feed tells it. Amounts and balances are the digits that stood in the answer: no
// number of them was ever binary.

import type { BankFileRow } from '#domain/bank/file/bank-file.ts'
import { readAccount } from '#domain/bank/file/file-values.ts'
import { businessToday } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { DECIMAL_SHAPES, isDecimalText } from '#domain/kit/decimal-text.ts'

export interface FeedLine {
  /** What the provider calls it. */
  key: string
  /** What it was called before, where it was given another name. */
  former_key: string | null
  /** When it was posted, as an instant. */
  posted_at: string
  amount: string
  balance: string | null
  other_party: string | null
  other_account: string | null
  particulars: string | null
  code: string | null
  reference: string | null
  bank_type: string | null
}

/** The business's day of an instant; null for what is none. */
export function feedDay(posted_at: string): string | null {
  try {
    return businessToday(Temporal.Instant.from(posted_at))
  } catch {
    return null
  }
}

const NUMBER = /^-?\d{1,20}(\.\d{1,40})?([eE][+-]?\d{1,2})?$/
/** Senders that add up in binary are off by less than this; a real third decimal is more. */
const BINARY_DUST = '1e-9'

/**
 * Dollars and cents of a number as JSON writes it: 12.5, 1e2 and 0.30000000000000004 are 12.50,
 * 100.00 and 0.30. Null where it is no number, or has parts of a cent.
 */
export function feedAmount(text: string): string | null {
  if (!NUMBER.test(text)) return null
  const said = new Exact(text)
  const rounded = said.toDecimalPlaces(2)
  if (said.minus(rounded).abs().greaterThan(BINARY_DUST)) return null
  const amount = rounded.isZero() ? '0.00' : rounded.toFixed(2)
  return isDecimalText(amount, DECIMAL_SHAPES.money) ? amount : null
}

/**
 * The lines as rows of a file, in the order in which they were told. What moves nothing is no line:
 * some banks tell of notices and of fees that were waived.
 */
export function feedRows(lines: readonly FeedLine[]): BankFileRow[] {
  const rows = lines.map((line): BankFileRow['fields'] => ({
    transaction_date: feedDay(line.posted_at),
    processed_date: null,
    amount: feedAmount(line.amount),
    balance_after: line.balance === null ? null : feedAmount(line.balance),
    other_party: cut(line.other_party, 100),
    other_account: readAccount(line.other_account ?? '') ?? cut(line.other_account, 40),
    particulars: cut(line.particulars, 60),
    code: cut(line.code, 60),
    reference: cut(line.reference, 60),
    // A description that is cut short above is whole here.
    memo: (line.other_party?.length ?? 0) > 100 ? cut(line.other_party, 300) : null,
    bank_type: cut(line.bank_type, 60),
    bank_line_id: line.key,
  }))
  return rows
    .filter(({ amount }) => amount !== '0.00')
    .map((fields, at) => ({ row_number: at + 1, fields, message: null }))
}

/** What PostgreSQL cannot keep is left out. */
const cut = (text: string | null, length: number) =>
  text?.replaceAll('\u0000', '').trim().slice(0, length).trim().toWellFormed() || null
