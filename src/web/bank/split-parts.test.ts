import { expect, test } from 'vitest'
import { wholeCents } from '#domain/kit/money.ts'
import {
  partsToSend,
  restOf,
  type TypedPart,
  typedPart,
  waysIn,
  whyNot,
  withRest,
} from './split-parts.ts'

const of = (customer_id: number, amount: string): TypedPart => ({
  ...typedPart('customer', amount),
  customer_id,
})

test('what no part has yet is the rest, and one that cannot be read leaves it unknown', () => {
  expect(restOf([of(7, '1,000.00'), of(8, '')], '1628.45')).toBe(62845)
  expect(restOf([of(7, '1,000.00'), of(8, '628.45')], '1628.45')).toBe(0)
  expect(restOf([of(7, 'ten')], '1628.45')).toBeNull()
})

test('the rest of money that went out is counted as money that went out', () => {
  expect(restOf([{ ...typedPart('account', '5.00'), account: 6030 }], '-12.50')).toBe(750)
})

test('parts can be saved when they come to the line and each says whom it is for', () => {
  const nobody = typedPart('customer', '28.45')
  expect(whyNot([of(7, '1600.00')], '1628.45')).toMatch(/amount of the line/)
  expect(whyNot([of(7, '1600.00'), nobody], '1628.45')).toMatch(/whom/)
  expect(whyNot([of(7, '1628.45'), typedPart('aside', '')], '1628.45')).toMatch(/more than nothing/)
  expect(whyNot([of(7, '1600.00'), typedPart('aside', '28.45')], '1628.45')).toBeNull()
})

test('the fee of a card settlement is taken off what was settled', () => {
  const fee = { ...typedPart('account', '-3.00'), account: 6020 }
  const settled = { ...typedPart('payment', '103.00'), ids: [4] }
  expect(whyNot([settled, fee], '100.00')).toBeNull()
  expect(partsToSend([settled, fee], '100.00')).toEqual([
    { kind: 'payment', amount: '103.00', payment_ids: [4] },
    { kind: 'account', amount: '-3.00', account: 6020 },
  ])
})

test('parts of money that went out are sent below zero', () => {
  const bill = { ...typedPart('bill', '90.00'), ids: [3, 4] }
  const [sent] = partsToSend([bill], '-90.00')
  expect(sent).toEqual({ kind: 'bill', amount: '-90.00', bill_ids: [3, 4] })
})

test('several recorded payments are one deposit', () => {
  const [sent] = partsToSend([{ ...typedPart('payment', '90.00'), ids: [3, 4] }], '90.00')
  expect(sent?.kind).toBe('deposit')
})

test('the rest given to a customer keeps what the share pays, so that it becomes credit', () => {
  const pays = { words: 'Exactly INV-1041', page: 'i41' as const }
  const raised = withRest({ ...of(7, '100.00'), pays }, wholeCents(2000))
  expect(partsToSend([raised], '120.00')).toEqual([
    { kind: 'customer', amount: '120.00', customer_id: 7, page: 'i41' },
  ])
})

test('only ways that add up are offered for a share', () => {
  const candidate = {
    ...{ key: 'k', kind: 'customer' as const, customer_id: 7, points: 40, automatic: null },
    ...{ others: 0, reasons: [{ code: 'exact' as const, words: 'Exactly INV-1041' }] },
  }
  const part = { kind: 'customer' as const, amount: '10.00', customer_id: 7 }
  const plan = [{ key: 'i41' as const, amount: '10.00' }]
  const solved = { ...candidate, tier: 'T1' as const, parts: [{ ...part, plan }] }
  const plain = { ...candidate, tier: null, parts: [part] }
  expect(waysIn([solved, plain])).toEqual([{ words: 'Exactly INV-1041', page: undefined, plan }])
})

test('a payment to partners names its statements, one of them first', () => {
  const statements = { ...typedPart('commission', '387.31'), ids: [5, 9] }
  expect(whyNot([typedPart('commission', '387.31')], '-387.31')).toMatch(/whom/)
  expect(whyNot([statements], '-387.31')).toBeNull()
  expect(partsToSend([statements], '-387.31')).toEqual([
    { kind: 'commission', amount: '-387.31', counterpart_id: 5, payment_ids: [5, 9] },
  ])
})
