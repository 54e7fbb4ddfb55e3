import type { AutomaticRule } from './candidate.ts'

/** Why a line was matched, or may be, without asking anybody. */
export const automaticWords: Record<AutomaticRule, string> = {
  a: 'It names the customer or the invoice, and the amount is exactly right.',
  b: 'It names the invoice or the customer, and the payer is the same customer.',
  c: 'It names the invoice, and pays what it printed for the other date.',
  d: 'Its digits or name are one customer’s alone, and the amount is exactly right.',
  e: 'Of all who share the name, one page alone asked for this amount.',
  f: 'Exactly one recorded payment of this customer waits for this amount.',
  g: 'People have matched payer, words and amount like this before.',
  h: 'A rule of the office, or exactly one counterpart of ours.',
}
