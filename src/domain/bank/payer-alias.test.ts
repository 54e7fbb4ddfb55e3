import { expect, test } from 'vitest'
import { wholeCents } from '#domain/kit/money.ts'
import type { MatchLine } from './bank-line.ts'
import { aliasKeysOf, aliasText, learnAlias, type PayerAlias } from './payer-alias.ts'

const line: MatchLine = {
  id: 1,
  bankaccount_id: 1,
  transaction_date: '2026-11-05',
  amount: wholeCents(162_845),
  other_party: 'Kauri Café',
  particulars: 'INV-1041',
  code: null,
  reference: 'POWER OCT 26',
  memo: null,
  other_account_hash: 'h1',
  bank_type: null,
}

test('a payer is remembered by words without figures, and by the account', () => {
  expect(aliasText(line)).toBe('KAURI CAFE|INV||POWER OCT|')
  expect(aliasText({ ...line, particulars: 'INV-2000' })).toBe(aliasText(line))
  expect(aliasKeysOf(line).map(({ kind }) => kind)).toEqual(['account', 'text'])
})

test('figures alone are no words to remember anybody by', () => {
  const bare = { ...line, other_party: null, particulars: '1041', reference: 'A 1' }
  expect(aliasText(bare)).toBeNull()
})

test('the same choice again confirms an alias, another one makes it shared for good', () => {
  const key = { kind: 'account' as const, alias_key: 'h1' }
  const first = learnAlias([], key, 7)
  expect(first).toEqual([
    { ...key, customer_id: 7, confirmations: 1, contradictions: 0, is_shared: false },
  ])
  const second = learnAlias(first, key, 7)
  expect(second[0]).toMatchObject({ confirmations: 2, is_shared: false })
  const [other, contradicted] = learnAlias(second, key, 8) as [PayerAlias, PayerAlias]
  expect(other).toMatchObject({ customer_id: 8, confirmations: 1, is_shared: true })
  expect(contradicted).toMatchObject({ customer_id: 7, contradictions: 1, is_shared: true })
  expect(learnAlias([other, contradicted], key, 7)[0]).toMatchObject({ is_shared: true })
})

test('what is learned of one account says nothing of another', () => {
  const known = learnAlias([], { kind: 'account', alias_key: 'h1' }, 7)
  const [learned, ...rest] = learnAlias(known, { kind: 'account', alias_key: 'h2' }, 8)
  expect(learned?.is_shared).toBe(false)
  expect(rest).toEqual([])
})
