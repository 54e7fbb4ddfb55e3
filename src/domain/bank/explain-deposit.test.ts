import { describe, expect, test } from 'vitest'
import type { ItemKey } from '#domain/books/account.ts'
import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { DepositItem, Explanation } from './deposit.ts'
import { explainDeposit } from './explain-deposit.ts'

interface Drafted {
  d: string
  u?: string
  due?: string
  until?: string
  carries?: [ItemKey, string][]
  over?: Partial<DepositItem>
}

/** An invoice whose page asks for itself and what it carries. */
function invoice(key: ItemKey, { d, u = d, due = '2026-12-05', ...rest }: Drafted): DepositItem {
  const carried = (rest.carries ?? []).map(([old, printed]) => ({
    key: old,
    printed: cents(printed),
  }))
  const old = carried.reduce((sum, { printed }) => sum + printed, 0)
  return {
    key,
    customer_id: 1,
    number: `INV-${key.slice(1)}`,
    due_date: due,
    in_time_until: rest.until ?? due,
    sent_date: '2026-10-01',
    discounted: cents(d),
    undiscounted: cents(u),
    ppd_granted: false,
    forgiven: cents('0.00'),
    placed: cents('0.00'),
    is_held: false,
    announced_fee: cents('0.00'),
    page: {
      in_time: wholeCents(old + cents(d)),
      late: wholeCents(old + cents(u)),
      carried,
      old_items_first: true,
    },
    ...rest.over,
  }
}

const say = ({ tier, solutions }: Explanation) =>
  tier === null
    ? 'nothing'
    : `${tier} ${solutions
        .map((one) =>
          [
            one.items.map(({ key, amount }) => `${key} ${toDecimalString(amount)}`).join(' + '),
            ...one.leaves.map(({ key, amount }) => `leaves ${toDecimalString(amount)} of ${key}`),
            ...(one.credit > 0 ? [`credit ${toDecimalString(one.credit)}`] : []),
          ].join(', '),
        )
        .join(' | ')}`

const april = invoice('i4', { d: '103.50', u: '115.00', due: '2026-10-20' })
const may = invoice('i5', {
  d: '207.00',
  u: '230.00',
  due: '2026-12-05',
  until: '2026-11-30',
  carries: [['i4', '115.00']],
})

describe('May’s page carries April', () => {
  test.each([
    ['322.00', '2026-11-20', 'T0 i4 115.00 + i5 207.00'],
    ['345.00', '2026-11-20', 'T2 i4 115.00 + i5 207.00, credit 23.00'],
    ['115.00', '2026-11-20', 'T0 i4 115.00'],
    ['207.00', '2026-11-20', 'nothing'],
    ['345.00', '2026-12-01', 'T0 i4 115.00 + i5 230.00'],
    ['322.00', '2026-12-01', 'T2 i4 115.00 + i5 207.00, leaves 23.00 of i5'],
    ['103.50', '2026-11-20', 'T2 i4 103.50, leaves 11.50 of i4'],
    ['310.50', '2026-11-20', 'nothing'],
  ])('%s on %s: %s', (amount, date, answer) => {
    expect(say(explainDeposit(cents(amount), date, [april, may]))).toBe(answer)
  })

  test('without that rule May may be paid alone', () => {
    const free = { ...may, page: may.page && { ...may.page, old_items_first: false } }
    expect(say(explainDeposit(cents('207.00'), '2026-11-20', [april, free]))).toBe('T1 i5 207.00')
    expect(say(explainDeposit(cents('310.50'), '2026-11-20', [april, free]))).toBe(
      'T3 i4 103.50 + i5 207.00, leaves 11.50 of i4',
    )
  })
})

describe('which items count', () => {
  const one = invoice('i1', { d: '100.00' })
  const on = (amount: string, items: DepositItem[], names: ItemKey[] = []) =>
    say(explainDeposit(cents(amount), '2026-11-20', items, names))
  test('what is sent later, settled, or held and not named is not asked for', () => {
    expect(on('100.00', [{ ...one, sent_date: '2026-11-21' }])).toBe('nothing')
    expect(on('100.00', [{ ...one, placed: cents('100.00') }])).toBe('nothing')
    const held = { ...one, is_held: true }
    expect(on('100.00', [held])).toBe('nothing')
    expect(on('100.00', [held], ['i1'])).toBe('T0 i1 100.00')
  })
  test('what was forgiven and placed is not asked for again', () => {
    const rest = { ...one, forgiven: cents('10.00'), placed: cents('30.00') }
    expect(on('60.00', [rest])).toBe('T1 i1 60.00')
    expect(on('90.00', [rest])).toBe('T4 i1 60.00, credit 30.00')
    expect(on('100.00', [rest])).toBe('T4 i1 60.00, credit 40.00')
  })
  test('a late fee that was only announced becomes credit', () => {
    const fined = { ...one, announced_fee: cents('11.50') }
    expect(on('111.50', [fined])).toBe('T4 i1 100.00, credit 11.50')
  })
  test('a granted discount stands on any day', () => {
    const late = invoice('i1', { d: '90.00', u: '100.00', due: '2026-10-20' })
    expect(on('90.00', [late])).toBe('T2 i1 90.00, leaves 10.00 of i1')
    expect(on('90.00', [{ ...late, ppd_granted: true }])).toBe('T0 i1 90.00')
  })
})

describe('several ways', () => {
  const a = invoice('i1', { d: '100.00', due: '2026-11-21' })
  const b = invoice('i2', { d: '100.00', due: '2026-11-22' })
  const c = invoice('i3', { d: '60.00', due: '2026-11-23' })
  const d = invoice('i4', { d: '40.00', due: '2026-11-24' })
  const on = (amount: string, items: DepositItem[], names: ItemKey[] = []) =>
    explainDeposit(cents(amount), '2026-11-20', items, names)
  test('equal figures are one way: the oldest due, or the one that is named', () => {
    expect(say(on('100.00', [b, a]))).toBe('T0 i1 100.00')
    expect(on('100.00', [b, a]).is_ambiguous).toBe(false)
    expect(say(on('100.00', [a, b], ['i2']))).toBe('T0 i2 100.00')
    expect(say(on('160.00', [a, b, c], ['i2']))).toBe('T1 i2 100.00 + i3 60.00')
  })
  test('the first tier decides and the others are counted', () => {
    const found = on('100.00', [a, c, d])
    expect(say(found)).toBe('T0 i1 100.00')
    expect([found.others, found.is_ambiguous]).toEqual([1, false])
  })
  test('different figures of one tier are ambiguous until one holds all that is named', () => {
    const e = invoice('i5', { d: '90.00' })
    const f = invoice('i6', { d: '10.00' })
    const items = [c, d, e, f]
    expect(on('100.00', items)).toMatchObject({ tier: 'T1', is_ambiguous: true, others: 1 })
    const named = on('100.00', items, ['i5'])
    expect([say(named), named.is_ambiguous]).toEqual(['T1 i5 90.00 + i6 10.00', false])
    expect(on('100.00', [a, b], ['i1', 'i2']).solutions[0]?.lacks_named).toBe(true)
  })
  test('many equal invoices are quick, and their number makes no accident', () => {
    const many = Array.from({ length: 24 }, (_, at) => invoice(`i${at + 1}`, { d: '100.00' }))
    const found = on('700.00', many)
    expect(found).toMatchObject({ tier: 'T1', is_ambiguous: false })
    expect(found.solutions[0]?.items).toHaveLength(7)
    expect(found.chance).toBeLessThan(0.01)
  })
  test('more different invoices than can be looked at in both outcomes are too many', () => {
    const many = Array.from({ length: 24 }, (_, at) =>
      invoice(`i${at + 1}`, { d: `${100 + 7 * at}.${10 + at}`, u: `${117 + 9 * at}.${10 + at}` }),
    )
    expect(on('1000.99', many)).toMatchObject({ is_too_many: true })
  })
  test('small figures in great number add up to anything, and say nothing', () => {
    const many = Array.from({ length: 16 }, (_, at) => invoice(`i${at + 1}`, { d: `0.${20 + at}` }))
    expect(on('1.50', many)).toMatchObject({ tier: null, is_too_many: true })
  })
})
