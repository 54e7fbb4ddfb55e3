import { describe, expect, test } from 'vitest'
import { cents } from '#domain/kit/money.ts'
import { bankLine } from '#tests/support/bank-corpus-office.ts'
import { type LinePart, partKinds } from './candidate.ts'
import { accountNeeds, kindRules, partErrors } from './line-parts.ts'
import { matchedStatus, mayBeIgnored } from './line-states.ts'
import { offeredRules } from './offered-rules.ts'
import { missingBetween, statementDifference, whyNotAgreed } from './statement-difference.ts'

const told = (amount: string, ...parts: LinePart[]) =>
  partErrors(cents(amount), parts).map(({ field, message }) => `${field}: ${message}`)

/** A part of this kind with everything it needs. */
const whole = (kind: LinePart['kind'], amount: string): LinePart => ({
  kind,
  amount,
  customer_id: 1,
  supplier_id: 1,
  payment_ids: [1],
  bill_ids: [1],
  counterpart_id: 1,
  account: 6030,
})

describe('parts of a line', () => {
  test('add up to it, to the cent', () => {
    const customer = whole('customer', '90.00')
    expect(told('90.00', customer)).toEqual([])
    expect(told('100.00', customer, { kind: 'aside', amount: '10.00' })).toEqual([])
    expect(told('100.00', customer)).toEqual([
      'parts: The parts do not add up to the line: 10.00 is left.',
    ])
    expect(told('0.01')).toEqual(['parts: The parts do not add up to the line: 0.01 is left.'])
  })
  test('a card settlement comes with its fee against the line', () => {
    const deposit = whole('deposit', '100.00')
    expect(told('98.00', deposit, { kind: 'account', amount: '-2.00', account: 6020 })).toEqual([])
  })
  test.each(partKinds)('%s goes its own way and says what it is for', (kind) => {
    const { direction, needs } = kindRules[kind]
    const [came, went] = [told('5.00', whole(kind, '5.00')), told('-5.00', whole(kind, '-5.00'))]
    expect(came.length === 0).toBe(direction !== 'out')
    expect(went.length === 0).toBe(direction !== 'in')
    const amount = direction === 'out' ? '-5.00' : '5.00'
    expect(told(amount, { kind, amount })).toHaveLength(needs.length > 0 ? 1 : 0)
  })
  test('amounts are whole cents and not nothing', () => {
    for (const amount of ['0.00', '1.005', 'ten'])
      expect(told('5.00', { kind: 'aside', amount })).toEqual([
        'parts.0.amount: Give an amount in dollars and cents.',
      ])
  })
  test('no more is planned than there is money', () => {
    const plan = [{ key: 'i1', amount: '80.00' } as const, { key: 'i2', amount: '20.00' } as const]
    const part: LinePart = { kind: 'customer', amount: '90.00', customer_id: 1, plan }
    expect(told('90.00', part)).toEqual(['parts.0.plan: More is planned than there is money.'])
    expect(told('100.00', { ...part, amount: '100.00' })).toEqual([])
  })
  test.each([
    [6030, 'accounting'],
    [6020, 'accounting'],
    [4050, 'accounting'],
    [2330, 'accounting'],
    [2300, 'manager'],
    [2420, 'manager'],
    [1000, 'nobody'],
    [1100, 'nobody'],
    [2100, 'nobody'],
    [2400, 'nobody'],
    [2500, 'nobody'],
    [2900, 'nobody'],
    [9999, 'nobody'],
  ])('account %i: %s', (account, who) => {
    expect(accountNeeds(account)).toBe(who)
    const errors = told('5.00', { kind: 'account', amount: '5.00', account })
    expect(errors).toHaveLength(account === 9999 ? 1 : 0)
  })
})

describe('states', () => {
  test('a line is a transfer when it is nothing else', () => {
    expect(matchedStatus([whole('transfer', '5.00')])).toBe('transfer')
    expect(matchedStatus([whole('transfer', '5.00'), whole('account', '1.00')])).toBe('matched')
  })
  test('only lines that cancel out, or from before our books, are ignored', () => {
    const line = bankLine('5.00')
    expect(mayBeIgnored(line, '2026-11-11', null)).toBe(true)
    expect(mayBeIgnored(line, '2026-11-10', null)).toBe(false)
    expect(mayBeIgnored(line, '2026-01-01', bankLine('-5.00'))).toBe(true)
    expect(mayBeIgnored(line, '2026-01-01', bankLine('-5.01'))).toBe(false)
    expect(mayBeIgnored(line, '2026-01-01', bankLine('-5.00', { bankaccount_id: 2 }))).toBe(false)
  })
})

describe('a statement', () => {
  const facts = {
    closing_balance: cents('1000.00'),
    book_balance: cents('950.00'),
    unmatched: cents('70.00'),
    unmatched_lines: 2,
    not_on_bank: cents('20.00'),
    opening_balance: cents('100.00'),
    closed_before: cents('100.00'),
  }
  test('is explained by the books, the lines left, and what the bank has not seen', () => {
    expect(statementDifference(facts)).toBe(0)
    expect(statementDifference({ ...facts, closing_balance: cents('1000.01') })).toBe(1)
  })
  test('is agreed when nothing is left', () => {
    expect(whyNotAgreed(facts)).toBe('2 lines are not matched')
    expect(whyNotAgreed({ ...facts, unmatched_lines: 1 })).toBe('1 line is not matched')
    const settled = { ...facts, book_balance: cents('1020.00'), unmatched_lines: 0 }
    expect(whyNotAgreed({ ...settled, unmatched: cents('10.00') })).toBe(
      'bank and books differ by $−10.00',
    )
    expect(whyNotAgreed({ ...settled, unmatched: cents('0.00') })).toBeNull()
  })
  test('begins where the last one ended', () => {
    expect(missingBetween(facts)).toBe(0)
    const later = { ...facts, opening_balance: cents('512.10') }
    expect(missingBetween(later)).toBe(412_10)
    expect(whyNotAgreed(later)).toBe('lines are missing: 412.10')
  })
})

describe('rules that are offered', () => {
  const fee = (month: string) => ({
    line: bankLine('-5.00', { other_party: `BANK FEE ${month}`, memo: '123' }),
    part: { kind: 'account' as const, account: 6030 },
  })
  const three = [fee('10'), fee('11'), fee('12')]
  test('three equal codings are a habit', () => {
    expect(offeredRules(three.slice(1), [])).toEqual([])
    expect(offeredRules(three, [])).toEqual([
      expect.objectContaining({
        direction: 'out',
        text_contains: 'BANK FEE',
        kind: 'account',
        account: 6030,
        automatic: false,
      }),
    ])
  })
  test('not where they differ, and not where a rule does it already', () => {
    const other = { ...fee('12'), part: { kind: 'account' as const, account: 6020 } }
    expect(offeredRules([fee('10'), fee('11'), other], [])).toEqual([])
    const [offered] = offeredRules(three, [])
    expect(offered && offeredRules(three, [{ ...offered, id: 1 }])).toEqual([])
  })
})
