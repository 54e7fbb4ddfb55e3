import { expect, test } from 'vitest'
import { type DebitFacts, debitRefusals } from './debit-refusal.ts'

const fine: DebitFacts = {
  is_connected: true,
  is_mandate_usable: true,
  amount: 67_989,
  max_amount: 1_000_000,
  may_exceed: false,
  charge_date: '2026-05-20',
  earliest: '2026-05-15',
  is_held: false,
  frozen_reason: null,
  has_debit: false,
  is_parked: false,
}

test('nothing speaks against a debit as it should be', () => {
  expect(debitRefusals(fine)).toEqual([])
  // At the edges, too.
  const edge = { ...fine, charge_date: '2026-05-15', max_amount: 67_989 }
  expect(debitRefusals(edge)).toEqual([])
  expect(debitRefusals({ ...fine, amount: 100 })).toEqual([])
})

test.each<[string, Partial<DebitFacts>, RegExp]>([
  ['M001', { is_mandate_usable: false }, /authority/],
  ['M002', { amount: 99 }, /less than \$1\.00/],
  ['M002', { amount: 0 }, /less than \$1\.00/],
  ['M003', { amount: 1_000_001 }, /more than \$10,000\.00 .* manager/],
  ['M004', { charge_date: '2026-05-14' }, /15 May 2026/],
  ['M005', { is_held: true }, /held or disputed/],
  ['M006', { frozen_reason: 'three debits failed' }, /three debits failed/],
  ['M007', { has_debit: true }, /under way/],
  ['M008', { is_parked: true }, /parked/],
  ['M009', { is_connected: false }, /not connected/],
])('%s is the only thing said where it is the only thing wrong', (code, wrong, words) => {
  expect(debitRefusals({ ...fine, ...wrong })).toEqual([
    { code, reason: expect.stringMatching(words) },
  ])
})

test('who may go beyond the most that is collected at once does', () => {
  expect(debitRefusals({ ...fine, amount: 1_000_001, may_exceed: true })).toEqual([])
})

test('everything that is wrong is said, what nobody here can mend first', () => {
  const wrong: DebitFacts = {
    is_connected: false,
    is_mandate_usable: false,
    amount: 1,
    max_amount: 0,
    may_exceed: false,
    charge_date: '2026-05-01',
    earliest: '2026-05-15',
    is_held: true,
    frozen_reason: 'a chargeback',
    has_debit: true,
    is_parked: true,
  }
  const codes = debitRefusals(wrong).map(({ code }) => code)
  expect(codes[0]).toBe('M009')
  expect(codes.toSorted()).toEqual(Array.from({ length: 9 }, (_, at) => `M00${at + 1}`))
})
