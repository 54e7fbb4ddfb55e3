import { describe, expect, test } from 'vitest'
import { fixedReason, numberAt, prefixShape, seriesProblem, standsLeft } from './number-series.ts'

const held = { name: 'contract_number', prefix: 'K-', next_value: 1040 } as const
const other = { name: 'invoice_number', prefix: 'INV-', next_value: 2000 } as const
const problem = (asked: { prefix?: string; next_value?: number }, highest: number | null = null) =>
  seriesProblem({ ...held, ...asked }, highest, [held, other])

test('a series goes on from where it stands, or further on', () => {
  expect(problem({})).toBeNull()
  expect(problem({ next_value: 5000 })).toBeNull()
  expect(problem({ next_value: 1039 })?.message).toContain('K-1040 or a later one')
})

test('a new prefix may begin anew, behind the numbers that were typed with it', () => {
  expect(problem({ prefix: 'CON-', next_value: 1 })).toBeNull()
  expect(problem({ prefix: 'CON-', next_value: 7 }, 7)?.message).toContain('CON-8 or a later')
  expect(problem({ prefix: 'k-', next_value: 1 })?.field).toBe('next_value')
})

test('a prefix that was left is gone on with where it stood, also when nothing has its numbers now', () => {
  const left = standsLeft([
    { name: 'contract_number', from: 'CON-90', to: 'KON-5' },
    // Nothing was given of it.
    { name: 'contract_number', from: 'KON-5', to: 'K-1001' },
    { name: 'customer_number', from: 'C-10007', to: 'D-1' },
  ])
  expect(left).toEqual([
    { name: 'contract_number', prefix: 'CON-', next_value: 90 },
    { name: 'customer_number', prefix: 'C-', next_value: 10_007 },
  ])
  const asked = (prefix: string, next_value: number) =>
    seriesProblem({ ...held, prefix, next_value }, null, [held, other, ...left])?.message
  expect(asked('con-', 89)).toContain('con-90 or a later one')
  expect(asked('CON-', 90)).toBeUndefined()
  expect(asked('KON-', 1)).toBeUndefined()
  expect(asked('C-', 20_000), 'numbers of customers').toContain('numbers of customers')
})

test('a number is as long as one that people may type', () => {
  expect(problem({ prefix: 'A', next_value: 7 })?.message).toContain('A7 is too short')
  expect(problem({ prefix: 'A', next_value: 10 })).toBeNull()
})

test('no two series begin alike, whatever the capitals', () => {
  expect(problem({ prefix: 'inv-' })).toEqual({
    field: 'prefix',
    message: '“INV-” begins the numbers of invoices and credit invoices.',
  })
})

test.each(['IN-V-', 'invoice-', 'I-N-V'])(
  'a bank takes %s for INV-: no two have both',
  (prefix) => {
    expect(problem({ prefix })?.message).toContain('“INV-” begins the numbers of invoices')
  },
)

test('a series goes on behind what a bank takes for its own numbers', () => {
  expect(problem({ prefix: 'K', next_value: 90 })?.message).toContain('K1040 or a later one')
  const before = { name: 'contract_number', prefix: 'A-1-', next_value: 5 } as const
  const asked = { ...held, prefix: 'A-', next_value: 14 }
  expect(seriesProblem(asked, null, [held, before])?.message).toContain('A-15 or a later one')
  expect(seriesProblem({ ...asked, next_value: 15 }, null, [held, before])).toBeNull()
})

describe('a prefix of before that holds figures', () => {
  const before = { name: 'contract_number', prefix: 'K2026-', next_value: 8 } as const
  const said = (next_value: number, highest: number | null = null) =>
    seriesProblem({ ...before, next_value }, highest, [before, other])

  test('goes on from where it stands, or further on', () => {
    expect(numberAt(before)).toBe('K2026-8')
    expect(said(8)).toBeNull()
    expect(said(100)).toBeNull()
    expect(said(7)?.message).toBe('Numbers never go back: K2026-8 or a later one comes next.')
    // The highest number there is, as it is compared.
    expect(said(8, 202_612)?.message).toContain('K2026-13 or a later one')
    expect(said(13, 202_612)).toBeNull()
  })

  test('may be kept beside a series that begins alike, and be taken by no other', () => {
    const invoices = { ...other, prefix: 'K-', next_value: 5 } as const
    const all = [before, invoices]
    expect(seriesProblem({ ...before, next_value: 9 }, null, all)).toBeNull()
    expect(seriesProblem({ ...invoices, prefix: 'K2026-' }, null, all)?.field).toBe('prefix')
  })

  test('is told from its numbers where it ends in a figure, as far as they are compared', () => {
    const ended = { name: 'contract_number', prefix: 'K2026', next_value: 3 } as const
    expect(numberAt(ended)).toBe('K20263')
    const left = standsLeft([{ name: 'contract_number', from: 'K20263', to: 'CON-1' }])
    const asked = { ...ended, prefix: 'K-', next_value: 20_262 }
    expect(seriesProblem(asked, null, [other, ...left])?.message).toContain('K-20263 or a later')
    expect(seriesProblem({ ...ended, next_value: 2 }, null, [other, ...left])?.message).toContain(
      'K20263 or a later one',
    )
  })
})

test.each(['', '9A', 'A1', 'A-1-', 'A/', '-A', 'ABCDEFGHIJK', '=A-', 'Ā-'])(
  '%j is no prefix',
  (prefix) => {
    expect(prefixShape.test(prefix)).toBe(false)
  },
)

test('numbers without gaps are nobody’s to change once one was given', () => {
  expect(fixedReason('invoice_number', null)).toBeNull()
  expect(fixedReason('invoice_number', 'INV-1001')).toContain('since INV-1001 was given')
  expect(fixedReason('customer_number', 'C-10001')).toBeNull()
})
