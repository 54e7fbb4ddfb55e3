import { describe, expect, test } from 'vitest'
import {
  amountOf,
  billedReason,
  changesIn,
  firstDay,
  lineError,
  linesOn,
  raised,
  withTyped,
} from './rate-change.ts'

const rate = (rate_name: string, rate_amount: string, valid_from_date = '2026-01-01') => ({
  ...{ id: 1, version: 1, contract_id: 1, rateupdate_id: null, register_code: null },
  ...{ created_at: '', modified_at: '', deleted_at: null, with_losses: false },
  ...{ rate_type: 'variable', rate_unit: 'kWh' },
  ...{ rate_name, rate_amount, valid_from_date },
})
const rates = {
  sell: [rate('Day', '0.23'), rate('Night', '0.14'), rate('Day', '0.25', '2026-06-01')],
  buy: [rate('day', '0.19')],
}

describe('changing rates', () => {
  test('begins with what holds on the day, beside the other side', () => {
    const lines = linesOn(rates, 'sell', '2026-03-01')
    expect(lines.map(({ rate_name, current, other }) => [rate_name, current, other])).toEqual([
      ['Day', '0.23', '0.19'],
      ['Night', '0.14', null],
    ])
    expect(lines[0]?.later).toEqual({ amount: '0.25', day: '2026-06-01' })
    expect(lines[1]?.later).toBeNull()
  })

  test('sends only what differs from now', () => {
    const [day, night] = linesOn(rates, 'sell', '2026-03-01')
    if (!day || !night) throw new Error('Two lines are expected.')
    const lines = [
      { ...day, typed: '0.2300' },
      { ...night, typed: '$0.155' },
    ]
    expect(changesIn(lines)).toEqual([{ rate_name: 'Night', rate_amount: '0.15500000' }])
  })

  test('raises every line by a percentage', () => {
    const lines = raised(linesOn(rates, 'sell', '2026-03-01'), '5')
    expect(lines.map((line) => line.typed)).toEqual(['0.2415', '0.1470'])
  })

  test('goes on with what was typed before, on the rates as they are by now', () => {
    const [day, night] = linesOn(rates, 'sell', '2026-03-01')
    if (!day || !night) throw new Error('Two lines are expected.')
    const added = { ...night, key: 'new 1', rate_name: 'Weekend', current: null, typed: '0.1' }
    const later = linesOn(rates, 'sell', '2026-07-01')
    const lines = withTyped(later, [{ ...day, typed: '0.27' }, added])
    expect(lines.map(({ rate_name, current, typed }) => [rate_name, current, typed])).toEqual([
      ['Day', '0.25', '0.27'],
      ['Night', '0.14', ''],
      ['Weekend', null, '0.1'],
    ])
  })

  test('says what is no amount', () => {
    const [line] = linesOn(rates, 'sell', '2026-03-01')
    if (!line) throw new Error('A line is expected.')
    expect(lineError({ ...line, typed: 'lots' })).toContain('amount')
    expect(lineError({ ...line, typed: '' })).toBeUndefined()
    expect(amountOf('12345678901234')).toBeNull()
  })

  test('names the day up to which a contract is billed', () => {
    expect(billedReason('2026-03-31', '2026-03-31')).toContain('billed up to 31 Mar 2026')
    expect(billedReason('2026-03-31', '2026-04-01')).toBeUndefined()
    expect(billedReason(null, '2020-01-01')).toBeUndefined()
  })
})

test.each([
  ['2026-11-19', 30, '2027-01-01'],
  ['2026-11-19', 10, '2026-12-01'],
  ['2026-11-01', 30, '2026-12-01'],
  ['2027-01-31', 30, '2027-04-01'],
])('on %s with %i days of notice new rates are proposed from %s', (today, notice, expected) => {
  expect(firstDay({ billed_to_date: null }, { today, notice })).toBe(expected)
})

test('new rates are proposed from the first day that was not billed, where that is later', () => {
  const told = { today: '2026-11-19', notice: 30 }
  expect(firstDay({ billed_to_date: '2027-02-14' }, told)).toBe('2027-02-15')
})
