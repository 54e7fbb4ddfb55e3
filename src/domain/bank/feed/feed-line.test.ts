import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FeedLine, feedAmount, feedDay, feedRows } from './feed-line.ts'

const line = (over: Partial<FeedLine> = {}): FeedLine => ({
  key: 'trans_1',
  former_key: null,
  posted_at: '2026-11-05T11:00:00.000Z',
  amount: '12.5',
  balance: null,
  other_party: 'KAURI CAFE',
  other_account: null,
  particulars: null,
  code: null,
  reference: null,
  bank_type: null,
  ...over,
})

describe('the day of a line', () => {
  test.each([
    // Winter is twelve hours ahead, summer thirteen.
    ['2026-07-14T11:59:59.999Z', '2026-07-14'],
    ['2026-07-14T12:00:00.000Z', '2026-07-15'],
    ['2026-12-14T10:59:59.999Z', '2026-12-14'],
    ['2026-12-14T11:00:00.000Z', '2026-12-15'],
    // The night in which summer time begins, and the one in which it ends.
    ['2026-09-26T11:59:00.000Z', '2026-09-26'],
    ['2026-09-26T12:00:00.000Z', '2026-09-27'],
    ['2026-09-27T10:59:00.000Z', '2026-09-27'],
    ['2026-09-27T11:00:00.000Z', '2026-09-28'],
    ['2027-04-03T10:59:00.000Z', '2027-04-03'],
    ['2027-04-03T11:00:00.000Z', '2027-04-04'],
    ['2027-04-04T11:59:00.000Z', '2027-04-04'],
    ['2027-04-04T12:00:00.000Z', '2027-04-05'],
  ])('%s is %s in Auckland', (instant, day) => {
    expect(feedDay(instant)).toBe(day)
  })
  test('that is no instant is none, and its row says so', () => {
    expect(feedDay('yesterday')).toBeNull()
    expect(feedDay('2026-13-45T00:00:00Z')).toBeNull()
  })
})

describe('an amount', () => {
  test.each([
    ['12.5', '12.50'],
    ['-0.1', '-0.10'],
    ['1e2', '100.00'],
    ['1.5E+3', '1500.00'],
    ['125e-2', '1.25'],
    ['0.30000000000000004', '0.30'],
    ['1.1500000000000001', '1.15'],
    ['-0', '0.00'],
    ['123456789012.34', '123456789012.34'],
    ['9007199254.993', null],
    ['0.125', null],
    ['1e30', null],
    ['', null],
    ['NaN', null],
    ['1628.45 DR', null],
  ])('of %s is %s', (said, amount) => {
    expect(feedAmount(said)).toBe(amount)
  })
  test('of whole cents is the same to the cent, however binary arithmetic wrote it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), fc.nat(999), (a, b) => {
        const summed = a / 100 + b / 100
        const cents = Math.abs(a + b)
        const sign = a + b < 0 ? '-' : ''
        const exact = `${sign}${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        expect(feedAmount(String(summed))).toBe(exact)
      }),
    )
  })
})

describe('rows of a feed', () => {
  test('are what the bank told, with its name for each', () => {
    const account = '12-3113-0003869-00'
    const [row] = feedRows([line({ other_account: account, particulars: ' INV-1041 ' })])
    expect(row).toMatchObject({
      row_number: 1,
      fields: {
        transaction_date: '2026-11-06',
        amount: '12.50',
        other_party: 'KAURI CAFE',
        other_account: '1231130003869000',
        particulars: 'INV-1041',
        bank_line_id: 'trans_1',
      },
    })
  })
  test('leave out what moves nothing, and keep what cannot be read to be mended', () => {
    const rows = feedRows([line({ amount: '0.0' }), line({ key: 'trans_2', amount: '1.005' })])
    expect(rows.map(({ fields }) => [fields.bank_line_id, fields.amount])).toEqual([
      ['trans_2', null],
    ])
  })
  test('keep no more of a text than fits, and nothing that cannot be stored', () => {
    const [row] = feedRows([line({ other_party: `A\u0000${'x'.repeat(120)}`, code: '\ud800' })])
    expect(row?.fields.other_party).toBe(`A${'x'.repeat(99)}`)
    expect(row?.fields.memo).toHaveLength(121)
    expect(row?.fields.code?.isWellFormed()).toBe(true)
  })
})
