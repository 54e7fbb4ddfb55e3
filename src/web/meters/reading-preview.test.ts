import { expect, test } from 'vitest'
import { defaultRules } from '#domain/meters/plausibility-rules.ts'
import type { Meter, MeterReading, MeterRegister } from './meter-queries.ts'
import { previewReading } from './reading-preview.ts'
import { wordsOfUse } from './reading-words.ts'
import { bodyOf, missingFor, previewFinal, type Replacement } from './replace-state.ts'

// What the computation looks at; the screens pass whole rows.
const meter = {
  id: 4,
  version: 2,
  meter_number: 'M-1',
  icp_type: 'electricity',
  multiplier_value: '2',
  meter_factor: null,
  conversion_factor: null,
  calorific_value: null,
  loss_factor: null,
  date_installed: null,
  date_removed: null,
  meter_capacity_amount: null,
  meter_capacity_unit: null,
} as Meter
const register = { id: 7, name: 'Day', register_code: 'D', digits: 5, flow: 'X' } as MeterRegister
const reading = (id: number, reading_date: string, reading_latest: string, type = 'actual') =>
  ({
    id,
    meterregister_id: 7,
    reading_date,
    reading_latest,
    reading_latest_type: type,
    reading_quantity: null,
    period_start: null,
    is_rollover: false,
    final_reading: false,
    problem: null,
  }) as MeterReading
const readings = [reading(2, '2026-02-28', '99900'), reading(1, '2026-01-31', '99600', 'opening')]
const around = { meter, register, history: readings, rules: defaultRules, today: '2026-04-01' }
const typed = {
  id: 0,
  reading_date: '2026-03-31',
  reading_latest_type: 'actual',
  reading_latest: '99950',
  is_rollover: false,
}

test('what a reading counts is told while it is typed, whatever order the others come in', () => {
  const { computed, findings } = previewReading(typed, around)
  expect(findings).toEqual([])
  expect(wordsOfUse(computed, 'electricity')).toBe('100 kWh since 01 Mar 2026 (31 days)')
})

test('half a number tells nothing yet', () => {
  expect(previewReading({ ...typed, reading_latest: '99x' }, around).computed).toBeNull()
  expect(previewReading({ ...typed, reading_date: '' }, around).computed).toBeNull()
})

test('dials that probably went round are proposed, and count on once somebody agrees', () => {
  const round = { ...typed, reading_latest: '00050' }
  expect(previewReading(round, around)).toMatchObject({ isRolloverProposed: true })
  const agreed = previewReading({ ...round, is_rollover: true }, around)
  expect(agreed.isRolloverProposed).toBe(false)
  expect(wordsOfUse(agreed.computed, 'electricity')).toMatch(/^300 kWh/)
})

test('a reading that is changed is held against the others, not against itself', () => {
  const changed = { ...typed, id: 2, reading_date: '2026-02-28', reading_latest: '99700' }
  expect(wordsOfUse(previewReading(changed, around).computed, 'electricity')).toMatch(/^200 kWh/)
})

test('a replacement waits for what is missing and is then sent as it was typed', () => {
  const replacement: Replacement = {
    replacement_date: '2026-03-31',
    finals: [{ register, value: '99800', is_rollover: false }],
    meter_number: '',
    multiplier_value: '',
    meter_factor: '',
    registers: [
      {
        origin: 7,
        name: 'Day ',
        register_code: 'D',
        digits: '6',
        flow: 'X',
        first_reading: '1,012',
      },
    ],
  }
  const told = (value: string) =>
    [{ register, value, is_rollover: false }].map((final) =>
      previewFinal(final, '2026-03-31', { meter, readings, rules: defaultRules }),
    )
  expect(missingFor(0, replacement, told('99800'))).toBe('The final readings need fixing first.')
  expect(missingFor(0, replacement, told('99950'))).toBeNull()
  expect(missingFor(1, replacement, [])).toBe('Enter the number of the new meter.')
  const whole = { ...replacement, meter_number: ' M-2 ', multiplier_value: ' 40 ' }
  expect(missingFor(1, whole, [])).toBeNull()
  expect(bodyOf(meter, whole)).toEqual({
    id: 4,
    version: 2,
    replacement_date: '2026-03-31',
    meter_number: 'M-2',
    multiplier_value: '40.00000000',
    meter_factor: null,
    final_readings: [{ meterregister_id: 7, reading_latest: '99800', is_rollover: false }],
    registers: [{ name: 'Day', register_code: 'D', digits: 6, flow: 'X', first_reading: '1012' }],
  })
})
