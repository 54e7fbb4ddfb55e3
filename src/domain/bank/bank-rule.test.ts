import { expect, test } from 'vitest'
import { cents } from '#domain/kit/money.ts'
import type { MatchLine } from './bank-line.ts'
import { type BankRule, ruleFits, ruleFor } from './bank-rule.ts'
import type { MatchFacts } from './match-facts.ts'

const fee: BankRule = {
  id: 3,
  direction: 'out',
  text_contains: 'monthly fee',
  other_account_hash: null,
  amount_from: null,
  amount_to: '20.00',
  kind: 'account',
  account: 6030,
  supplier_id: null,
  automatic: true,
}

const lineOf = (amount: string, memo: string): MatchLine => ({
  id: 1,
  bankaccount_id: 1,
  transaction_date: '2026-11-05',
  amount: cents(amount),
  other_party: null,
  particulars: null,
  code: null,
  reference: null,
  memo,
  other_account_hash: 'h1',
  bank_type: 'FEE',
})

test.each([
  ['-12.50', 'MONTHLY FEE OCT', true],
  ['-20.00', 'Mōnthly  fee', true],
  ['-20.01', 'MONTHLY FEE', false],
  ['12.50', 'MONTHLY FEE', false],
  ['-12.50', 'YEARLY FEE', false],
])('%s “%s” is a bank fee: %s', (amount, memo, fits) => {
  expect(ruleFits(fee, lineOf(amount, memo))).toBe(fits)
})

test('a rule may ask for an account and a size alone, and one that asks for neither fits nothing', () => {
  const byAccount = { ...fee, text_contains: null, other_account_hash: 'h1', amount_from: '10.00' }
  expect(ruleFits(byAccount, lineOf('-12.50', ''))).toBe(true)
  expect(ruleFits(byAccount, lineOf('-9.99', ''))).toBe(false)
  expect(ruleFits({ ...byAccount, other_account_hash: 'h2' }, lineOf('-12.50', ''))).toBe(false)
  expect(ruleFits({ ...fee, text_contains: null }, lineOf('-12.50', ''))).toBe(false)
})

test('of several rules the automatic one counts, then the older', () => {
  const asking = { ...fee, id: 1, automatic: false }
  const line = lineOf('-5.00', 'MONTHLY FEE')
  const rules: MatchFacts['rules'] = [asking, fee, { ...fee, id: 9 }]
  expect(ruleFor(rules, line)?.id).toBe(3)
  expect(ruleFor([asking], line)?.id).toBe(1)
  expect(ruleFor([fee], lineOf('-5.00', 'OTHER'))).toBeUndefined()
})
