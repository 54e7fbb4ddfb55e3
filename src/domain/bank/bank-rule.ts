// Rules of the office for lines that no document explains: bank fees, interest, a supplier's debit.

import { cents } from '#domain/kit/money.ts'
import { plainText } from '#domain/kit/plain-text.ts'
import { type MatchLine, textFields } from './bank-line.ts'
import type { PartKind } from './candidate.ts'

export const bankDirections = ['in', 'out'] as const
export type BankDirection = (typeof bankDirections)[number]

export interface BankRule {
  id: number
  direction: BankDirection
  text_contains: string | null
  /** Keyed hash of the account, as lines carry it. */
  other_account_hash: string | null
  /** Sizes without a sign, both included. */
  amount_from: string | null
  amount_to: string | null
  kind: PartKind
  account: number | null
  supplier_id: number | null
  automatic: boolean
}

/** Whether a rule is about a line: everything it asks for holds, and it asks for something. */
export function ruleFits(rule: BankRule, line: MatchLine): boolean {
  if ((line.amount > 0 ? 'in' : 'out') !== rule.direction) return false
  if (!rule.text_contains && !rule.other_account_hash) return false
  if (rule.other_account_hash && rule.other_account_hash !== line.other_account_hash) return false
  const size = Math.abs(line.amount)
  if (rule.amount_from !== null && size < cents(rule.amount_from)) return false
  if (rule.amount_to !== null && size > cents(rule.amount_to)) return false
  if (!rule.text_contains) return true
  const wanted = plainText(rule.text_contains)
  const texts = [...textFields.map((field) => line[field]), line.bank_type]
  return texts.some((text) => text !== null && plainText(text).includes(wanted))
}

/** The first rule that fits; automatic ones are asked first, then the older ones. */
export function ruleFor(rules: readonly BankRule[], line: MatchLine): BankRule | undefined {
  const fitting = rules.filter((rule) => ruleFits(rule, line))
  return fitting.sort((a, b) => Number(b.automatic) - Number(a.automatic) || a.id - b.id)[0]
}
