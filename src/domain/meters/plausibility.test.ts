import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { checkReading, checkReadings, worstSeverity } from './plausibility.ts'
import { defaultRules, RULE_CODES, type RuleCode, rulesFor } from './plausibility-rules.ts'
import type { Candidate, CheckedMeter, KnownReading } from './reading-situation.ts'

const meter: CheckedMeter = {
  meter_number: 'M100',
  icp_type: 'electricity',
  multiplier_value: null,
  meter_factor: null,
  conversion_factor: null,
  calorific_value: null,
  loss_factor: null,
  date_installed: null,
  date_removed: null,
  meter_capacity_amount: null,
  meter_capacity_unit: null,
}
const register = { register_code: 'UN', digits: 5, flow: 'X' }
const TODAY = '2026-06-30'

let ids = 0
function value(day: string, latest: string | number, more: Partial<KnownReading> = {}): Candidate {
  ids += 1
  return {
    id: ids,
    reading_date: day,
    reading_latest_type: 'actual',
    reading_latest: String(latest),
    reading_quantity: null,
    period_start: null,
    is_rollover: false,
    final_reading: false,
    ...more,
  }
}

function quantity(from: string, to: string, amount: string, more: Partial<KnownReading> = {}) {
  const facts = { reading_latest: null, reading_quantity: amount, period_start: from, ...more }
  return value(to, '', facts)
}

/** What fires, with only one rule switched on so that the others keep quiet. */
function fires(
  code: RuleCode,
  candidate: Candidate,
  history: KnownReading[],
  given: { meter?: Partial<CheckedMeter>; isOn?: boolean; parameters?: object } = {},
): boolean {
  const { isOn = true, parameters = {} } = given
  const others = RULE_CODES.map((other) => [other, { isOn: other === code && isOn }])
  const setting = { ...Object.fromEntries(others), [code]: { isOn, parameters } }
  const findings = checkReading({
    candidate,
    meter: { ...meter, ...given.meter },
    register,
    history,
    rules: rulesFor(setting),
    today: TODAY,
  })
  expect(findings.every((finding) => finding.code === code)).toBe(true)
  return findings.length === 1
}

const dialValue = fc.integer({ min: 0, max: 99_999 })

describe('R01 negative use', () => {
  test('fires whenever the value is lower than before and not marked', () => {
    fc.assert(
      fc.property(dialValue, dialValue, fc.boolean(), (before, now, is_rollover) => {
        const candidate = value('2026-06-30', now, { is_rollover })
        const history = [value('2026-05-31', before)]
        expect(fires('R01', candidate, history)).toBe(now < before && !is_rollover)
        expect(fires('R01', candidate, history, { isOn: false })).toBe(false)
      }),
    )
  })

  test('looks at the next reading as well', () => {
    const history = [value('2026-04-30', 100), value('2026-06-30', 200)]
    expect(fires('R01', value('2026-05-31', 200), history)).toBe(false)
    expect(fires('R01', value('2026-05-31', 201), history)).toBe(true)
  })

  test('knows negative quantities', () => {
    expect(fires('R01', quantity('2026-06-01', '2026-06-30', '-0.000001'), [])).toBe(true)
    expect(fires('R01', quantity('2026-06-01', '2026-06-30', '0'), [])).toBe(false)
  })
})

test('R02 proposes a rollover when little was used after going round', () => {
  fc.assert(
    fc.property(dialValue, dialValue, fc.integer({ min: 1, max: 50 }), (before, now, percent) => {
      const isClose = now < before && now - before + 100_000 <= percent * 1000
      const given = { parameters: { percent_of_dials: String(percent) } }
      const candidate = value('2026-06-30', now)
      expect(fires('R02', candidate, [value('2026-05-31', before)], given)).toBe(isClose)
    }),
  )
  const [first, second] = checkReading({
    candidate: value('2026-06-30', 391),
    meter,
    register,
    history: [value('2026-05-31', 99_870)],
    rules: defaultRules,
    today: TODAY,
  })
  expect(first?.message).toBe('The reading 391 is 99,479 lower than 99,870 on 31 May 2026.')
  expect(second).toEqual({
    code: 'R02',
    severity: 'warning',
    message: 'The 5 dials probably went round: from 99,870 to 391 would be 521.',
    proposal: { is_rollover: true },
  })
})

test('R03 fires outside the life of the meter and for another serial number', () => {
  const life = { meter: { date_installed: '2026-02-01', date_removed: '2026-05-31' } }
  fc.assert(
    fc.property(fc.integer({ min: -40, max: 200 }), (days) => {
      const day = addDays('2026-02-01', days)
      const isThere = day >= '2026-02-01' && day <= '2026-05-31'
      expect(fires('R03', value(day, 1), [], life)).toBe(!isThere)
      expect(fires('R03', value(day, 1), [], { ...life, isOn: false })).toBe(false)
    }),
  )
  const told = (meter_number: string) => ({ ...value('2026-03-01', 1), meter_number })
  expect(fires('R03', told('m 100'), [])).toBe(false)
  expect(fires('R03', told('00M100'), [])).toBe(false)
  expect(fires('R03', told('UNM'), [])).toBe(false)
  expect(fires('R03', told('M101'), [])).toBe(true)
})

describe('R04 and R05 against the own history', () => {
  // A hundred days of ten a day, then thirty days of the candidate.
  const history = [
    value('2026-02-20', 1000),
    value('2026-05-31', 2000, { reading_quantity: '1000' }),
  ]

  test('too high is more than so many times the average', () => {
    const parameters = { factor: '3', minimum_quantity: '0' }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), (used) => {
        const candidate = value('2026-06-30', 2000 + used)
        expect(fires('R04', candidate, history, { parameters })).toBe(used > 900)
        expect(fires('R04', candidate, history, { parameters, isOn: false })).toBe(false)
      }),
    )
    expect(fires('R04', value('2026-06-30', 2901), history, { parameters })).toBe(true)
    expect(fires('R04', value('2026-06-30', 2900), history, { parameters })).toBe(false)
  })

  test('too low is less than such a part of the average', () => {
    const parameters = { factor: '0.2', minimum_quantity: '0' }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), (used) => {
        const candidate = value('2026-06-30', 2000 + used)
        expect(fires('R05', candidate, history, { parameters })).toBe(used < 60)
      }),
    )
  })

  test('small differences stay silent', () => {
    const candidate = value('2026-06-30', 3200)
    expect(fires('R04', candidate, history, { parameters: { minimum_quantity: '900' } })).toBe(true)
    expect(fires('R04', candidate, history, { parameters: { minimum_quantity: '901' } })).toBe(
      false,
    )
  })

  test('the same season last year comes before the average', () => {
    const lastJune = quantity('2025-06-01', '2025-06-30', '1200')
    expect(fires('R04', value('2026-06-30', 3200), [lastJune, ...history])).toBe(false)
    expect(fires('R05', value('2026-06-30', 2200), [lastJune, ...history])).toBe(true)
  })

  test('a short history says nothing', () => {
    const parameters = { history_days: 101 }
    expect(fires('R04', value('2026-06-30', 9000), history, { parameters })).toBe(false)
  })
})

test('R06 fires above what the capacity can carry', () => {
  const history = [value('2026-05-31', 0)]
  const parameters = { tolerance_percent: '0' }
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 0, max: 99_999 }),
      (kva, use) => {
        const given = { meter: { meter_capacity_amount: String(kva), meter_capacity_unit: 'kVA' } }
        const candidate = value('2026-06-30', use)
        expect(fires('R06', candidate, history, { ...given, parameters })).toBe(use > kva * 24 * 30)
        expect(fires('R06', candidate, history, { ...given, isOn: false })).toBe(false)
      },
    ),
  )
  // 60 A × 230 V × 3 = 41.4 kVA, in thirty days 29,808 kWh.
  const fuse = { meter: { meter_capacity_amount: '60', meter_capacity_unit: 'A' }, parameters }
  expect(fires('R06', value('2026-06-30', 29_808), history, fuse)).toBe(false)
  expect(fires('R06', value('2026-06-30', 29_809), history, fuse)).toBe(true)
})

test('R07 fires after so many days without a reading', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 200 }),
      (days, most) => {
        const history = [value(addDays('2026-06-30', -days), 1)]
        const given = { parameters: { days: most } }
        expect(fires('R07', value('2026-06-30', 2), history, given)).toBe(days > most)
        expect(fires('R07', value('2026-06-30', 2), history, { ...given, isOn: false })).toBe(false)
      },
    ),
  )
})

test('R07 and R08 want quantities to follow each other without a hole or an overlap', () => {
  const may = quantity('2026-05-01', '2026-05-31', '10')
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 20 }), (shift) => {
      const from = addDays('2026-06-01', shift)
      const candidate = quantity(from, '2026-06-30', '10')
      expect(fires('R07', candidate, [may])).toBe(shift > 0)
      expect(fires('R08', candidate, [may])).toBe(shift < 0)
      expect(fires('R08', candidate, [may], { isOn: false })).toBe(false)
    }),
  )
})

test('R09 and R10 tell the same value of a day from another one', () => {
  fc.assert(
    fc.property(dialValue, dialValue, (ours, told) => {
      const history = [value('2026-06-30', `${ours}.000000`)]
      const candidate = value('2026-06-30', told)
      expect(fires('R09', candidate, history)).toBe(ours === told)
      expect(fires('R10', candidate, history)).toBe(ours !== told)
      expect(fires('R10', candidate, history, { isOn: false })).toBe(false)
    }),
  )
  const may = quantity('2026-05-01', '2026-05-31', '10')
  expect(fires('R09', quantity('2026-05-01', '2026-05-31', '10.00'), [may])).toBe(true)
  expect(fires('R10', quantity('2026-05-01', '2026-05-31', '11'), [may])).toBe(true)
  expect(fires('R10', quantity('2026-05-02', '2026-05-31', '11'), [may])).toBe(false)
  const final = value('2026-06-30', 100, { final_reading: true })
  const opening = value('2026-06-30', 0, { reading_latest_type: 'opening' })
  expect(fires('R10', opening, [final])).toBe(false)
})

test('R11 fires after too many estimates or too many days', () => {
  const estimate = { reading_latest_type: 'estimate' }
  fc.assert(
    fc.property(fc.nat(12), fc.integer({ min: 1, max: 12 }), (before, most) => {
      const first = addDays('2026-06-30', -30 * (before + 1))
      const history = [value(first, 0)]
      for (let at = before; at > 0; at -= 1)
        history.push(value(addDays('2026-06-30', -30 * at), 1, estimate))
      const candidate = value('2026-06-30', 2, estimate)
      const byCount = { parameters: { in_a_row: most, days: 1000 } }
      expect(fires('R11', candidate, history, byCount)).toBe(before + 1 > most)
      const byDays = { parameters: { in_a_row: 1000, days: most * 30 } }
      expect(fires('R11', candidate, history, byDays)).toBe(before + 1 > most)
      expect(fires('R11', value('2026-06-30', 2), history, byCount)).toBe(false)
      expect(fires('R11', candidate, history, { ...byCount, isOn: false })).toBe(false)
    }),
  )
})

test('R12 fires after today', () => {
  fc.assert(
    fc.property(fc.integer({ min: -30, max: 30 }), (days) => {
      const candidate = value(addDays(TODAY, days), 1)
      expect(fires('R12', candidate, [])).toBe(days > 0)
      expect(fires('R12', candidate, [], { isOn: false })).toBe(false)
    }),
  )
})

test('R13 fires beyond the dials', () => {
  expect(fires('R13', value('2026-06-30', '99999.999999'), [])).toBe(false)
  expect(fires('R13', value('2026-06-30', '100000'), [])).toBe(true)
})

test('a reading that is already there is nothing but that', () => {
  const history = [value('2026-05-31', 5000), value('2026-06-30', 100)]
  const candidate = value('2026-06-30', 100)
  const findings = checkReading({
    candidate,
    meter,
    register,
    history,
    rules: defaultRules,
    today: TODAY,
  })
  expect(findings).toEqual([
    { code: 'R09', severity: 'information', message: 'We already have 100 for 30 Jun 2026.' },
  ])
  expect(worstSeverity(findings)).toBe('information')
  expect(worstSeverity([])).toBe('ok')
})

test('a reading that is changed is not held against its former self', () => {
  const before = value('2026-06-30', 100)
  expect(fires('R10', { ...before, reading_latest: '120' }, [before])).toBe(false)
})

test('readings with a problem count for nothing, but an overlapping value is still a value', () => {
  const wrong = value('2026-05-31', 900, { problem: 'negative' })
  const doubled = value('2026-05-31', 900, { problem: 'overlap' })
  expect(fires('R01', value('2026-06-30', 100), [wrong])).toBe(false)
  expect(fires('R01', value('2026-06-30', 100), [doubled])).toBe(true)
})

test('the readings of one file are held against each other, whatever their order', () => {
  const candidates = [value('2026-06-30', 300), value('2026-05-31', 500), value('2026-04-30', 100)]
  const history = [value('2026-03-31', 50)]
  const input = { candidates, meter, register, history, rules: defaultRules, today: TODAY }
  const findings = checkReadings(input)
  expect(findings.map(worstSeverity)).toEqual(['error', 'warning', 'ok'])
})

test('ten years of daily quantities raise nothing when they are even', () => {
  const first = '2016-06-01'
  const candidates = Array.from({ length: 3650 }, (_, at) =>
    quantity(addDays(first, at), addDays(first, at), String(20 + (at % 7))),
  )
  const input = { candidates, meter, register, history: [], rules: defaultRules, today: TODAY }
  expect(checkReadings(input).flat()).toEqual([])
})
