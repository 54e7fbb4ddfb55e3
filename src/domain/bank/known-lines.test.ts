import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BankLineFields, LineSource } from './bank-line.ts'
import { judgeRows, type StoredLine } from './known-lines.ts'

const line = (over: Partial<BankLineFields> = {}): BankLineFields => ({
  transaction_date: '2026-11-05',
  processed_date: null,
  amount: '100.00',
  balance_after: null,
  other_party: 'KAURI CAFE',
  other_account: null,
  particulars: 'INV-1041',
  code: null,
  reference: null,
  memo: null,
  bank_type: null,
  bank_line_id: null,
  ...over,
})

const stored = (source: LineSource, lines: readonly BankLineFields[]): StoredLine[] =>
  lines.map((one, at) => ({
    ...one,
    id: at + 1,
    source,
    feed_line_id: source === 'feed' ? one.bank_line_id : null,
  }))

const statuses = (rows: BankLineFields[], source: LineSource, here: StoredLine[]) =>
  judgeRows(rows, source, here).map(({ row_status }) => row_status)

describe('lines with the bank’s own id', () => {
  const here = stored('asb', [line({ bank_line_id: '1' })])
  test('the same id on the same day with the same amount is known', () => {
    const reworded = line({ bank_line_id: '1', particulars: 'REWORDED' })
    expect(judgeRows([reworded], 'asb', here)).toEqual([
      { row_status: 'known', banktransaction_id: 1 },
    ])
  })
  test('an id that comes with another amount or day is doubtful, for banks reuse ids', () => {
    expect(statuses([line({ bank_line_id: '1', amount: '9.00' })], 'asb', here)).toEqual([
      'doubtful',
    ])
    const later = line({ bank_line_id: '1', transaction_date: '2026-11-06' })
    expect(statuses([later], 'asb', here)).toEqual(['doubtful'])
  })
  test('another id is another line, however alike', () => {
    expect(statuses([line({ bank_line_id: '2' })], 'asb', here)).toEqual(['new'])
  })
})

describe('lines without an id', () => {
  test('true twins stay two, and the third is new', () => {
    const here = stored('bnz', [line(), line()])
    expect(statuses([line(), line(), line()], 'bnz', here)).toEqual(['known', 'known', 'new'])
  })
  test('a line whose words have changed is doubtful while the old one is unclaimed', () => {
    const here = stored('bnz', [line()])
    expect(judgeRows([line({ particulars: 'OTHER' })], 'bnz', here)).toEqual([
      { row_status: 'doubtful', banktransaction_id: 1 },
    ])
    expect(statuses([line(), line({ particulars: 'OTHER' })], 'bnz', here)).toEqual([
      'known',
      'new',
    ])
  })
})

describe('another layout', () => {
  const here = stored('bnz', [line(), line({ transaction_date: '2026-11-06' })])
  const asOfx = (over: Partial<BankLineFields>, id: string) =>
    line({ particulars: null, memo: 'INV-1041', bank_line_id: id, ...over })
  test('day, amount and count alone compare', () => {
    expect(statuses([asOfx({}, 'f1')], 'ofx', here)).toEqual(['known'])
  })
  test('a surplus is doubtful on a day the other file went beyond, else new', () => {
    expect(statuses([asOfx({}, 'f1'), asOfx({}, 'f2')], 'ofx', here)).toEqual(['known', 'doubtful'])
    const last = { transaction_date: '2026-11-06' }
    const rows = [asOfx(last, 'f3'), asOfx(last, 'f4')]
    expect(statuses(rows, 'ofx', here)).toEqual(['known', 'new'])
  })
})

describe('whatever is in the files', () => {
  const lines = fc.array(
    fc.record({
      day: fc.integer({ min: 1, max: 9 }),
      amount: fc.constantFrom('10.00', '20.00', '-5.00'),
      words: fc.constantFrom('A', 'B'),
    }),
    { minLength: 1, maxLength: 60 },
  )
  type Drawn = { day: number; amount: string; words: string }[]
  const inOrder = (drawn: Drawn) => drawn.toSorted((a, b) => a.day - b.day)
  const asCsv = (drawn: Drawn) =>
    drawn.map(({ day, amount, words }) =>
      line({ transaction_date: `2026-11-0${day}`, amount, particulars: words }),
    )
  const asOfx = (drawn: Drawn) =>
    drawn.map(({ day, amount, words }, at) =>
      line({
        transaction_date: `2026-11-0${day}`,
        amount,
        particulars: null,
        memo: words,
        bank_line_id: `f${at}`,
      }),
    )
  const isKnown = (status: string) => status === 'known'

  test('the same file again adds nothing, in either layout', () => {
    fc.assert(
      fc.property(lines, (drawn) => {
        const [csv, ofx] = [asCsv(drawn), asOfx(drawn)]
        expect(statuses(csv, 'anz', stored('anz', csv)).every(isKnown)).toBe(true)
        expect(statuses(ofx, 'ofx', stored('ofx', ofx)).every(isKnown)).toBe(true)
      }),
    )
  })

  test('CSV and then OFX adds nothing, nor the other way about', () => {
    fc.assert(
      fc.property(lines, (drawn) => {
        const [csv, ofx] = [asCsv(drawn), asOfx(drawn)]
        expect(statuses(ofx, 'ofx', stored('anz', csv)).every(isKnown)).toBe(true)
        expect(statuses(csv, 'anz', stored('ofx', ofx)).every(isKnown)).toBe(true)
      }),
    )
  })

  test('files that overlap by whole days bring every line once', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 9 }), fc.boolean(), (drawn, from, isOther) => {
        const all = inOrder(drawn)
        const first = asCsv(all.filter(({ day }) => day <= from + 3))
        const later = all.filter(({ day }) => day >= from)
        const here = stored('anz', first)
        const found = isOther
          ? statuses(asOfx(later), 'ofx', here)
          : statuses(asCsv(later), 'anz', here)
        expect(found).not.toContain('doubtful')
        const added = found.filter((status) => status === 'new').length
        expect(first.length + added).toBe(all.length)
      }),
    )
  })

  test('a stored line is claimed once', () => {
    fc.assert(
      fc.property(lines, lines, (one, other) => {
        const verdicts = judgeRows(asCsv(one), 'anz', stored('anz', asCsv(other)))
        const claimed = verdicts.flatMap(({ banktransaction_id }) => banktransaction_id ?? [])
        expect(new Set(claimed).size).toBe(claimed.length)
      }),
    )
  })
})

describe('what the feed tells', () => {
  const twin = (bank_line_id: string | null) => line({ bank_line_id })

  test('of lines that a file had is known, each row as one of them', () => {
    const here = stored('bnz', [line(), line()])
    expect(statuses([twin('a'), twin('b')], 'feed', here)).toEqual(['known', 'known'])
  })
  test('under one name is no line that it has told under another', () => {
    const [told, open] = stored('bnz', [line(), line()]) as [StoredLine, StoredLine]
    const here = [{ ...told, feed_line_id: 'a' }, open]
    expect(judgeRows([twin('b')], 'feed', here)).toEqual([
      { row_status: 'known', banktransaction_id: 2 },
    ])
    expect(statuses([twin('b')], 'feed', [{ ...told, feed_line_id: 'a' }])).toEqual(['new'])
  })
  test('in a file is known, though the file has other ids', () => {
    const here = stored('feed', [twin('a'), twin('b')])
    expect(statuses([twin('1'), twin('2')], 'ofx', here)).toEqual(['known', 'known'])
  })
  test('after the account was connected anew is known by its name or its words', () => {
    const here = stored('feed', [twin('a')]).map((one) => ({ ...one, feed_line_id: null }))
    expect(statuses([{ ...twin('a'), other_party: 'KAURI' }], 'feed', here)).toEqual(['known'])
    expect(statuses([twin('other')], 'feed', here)).toEqual(['known'])
  })
})
