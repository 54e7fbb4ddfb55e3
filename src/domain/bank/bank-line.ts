// One movement on an account of ours, as a bank tells it. These facts never change.

import type { Cents } from '#domain/kit/money.ts'

export const bankLayouts = [
  'anz',
  'anz2',
  'asb',
  'bnz',
  'westpac',
  'kiwibank',
  'tsb',
  'ofx',
  'camt053',
  'qif',
  'generic',
] as const
export type BankLayout = (typeof bankLayouts)[number]

/** How lines come in together: in a file of some layout, or as the feed told them. */
export const importSources = [...bankLayouts, 'feed'] as const
export type ImportSource = (typeof importSources)[number]

/** Where a stored line came from: a file of some layout, a feed, or somebody's hand. */
export type LineSource = ImportSource | 'hand'

/** What a bank says of one movement. Amounts are decimal text; what came in is above zero. */
export interface BankLineFields {
  transaction_date: string
  processed_date: string | null
  amount: string
  balance_after: string | null
  other_party: string | null
  /** Sixteen digits where it could be read, else as it stood. */
  other_account: string | null
  particulars: string | null
  code: string | null
  reference: string | null
  memo: string | null
  bank_type: string | null
  /** The bank's own id, where it gives one. */
  bank_line_id: string | null
}

/** The texts in which people write whom and what they pay. */
export const textFields = ['particulars', 'code', 'reference', 'other_party', 'memo'] as const
export type TextField = (typeof textFields)[number]
export type LineTexts = Record<TextField, string | null>

/** A stored line as the matcher looks at it. */
export interface MatchLine extends LineTexts {
  id: number
  bankaccount_id: number
  transaction_date: string
  /** Above zero came in, below zero went out. */
  amount: Cents
  /** Keyed hash of the other account; the number itself stays sealed. */
  other_account_hash: string | null
  bank_type: string | null
}
