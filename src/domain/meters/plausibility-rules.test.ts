import { expect, test } from 'vitest'
import { defaultRules, RULE_CODES, readingRuleBook, rulesFor } from './plausibility-rules.ts'

test('an organisation without a setting has our rules', () => {
  expect(rulesFor(null)).toEqual(defaultRules)
  expect(rulesFor({})).toEqual(defaultRules)
})

test('an organisation changes one figure and keeps the others', () => {
  const rules = rulesFor({ R04: { severity: 'error', parameters: { factor: '5' } } })
  expect(rules.R04).toEqual({
    title: 'Much higher than before',
    effect: defaultRules.R04.effect,
    severity: 'error',
    isOn: true,
    parameters: { factor: '5', minimum_quantity: '100', history_days: 25 },
  })
  expect(rules.R05).toEqual(defaultRules.R05)
})

test.each([
  [{ R99: { isOn: false } }],
  [{ R04: { parameters: { factor: 5 } } }],
  [{ R04: { parameters: { factor: '-1' } } }],
  [{ R04: { parameters: { fraction: '1' } } }],
  [{ R07: { parameters: { days: 1.5 } } }],
  [{ R01: { severity: 'panic' } }],
])('a setting like %j is refused and changes nothing', (setting) => {
  expect(readingRuleBook.schema.safeParse(setting).success).toBe(false)
  expect(rulesFor(setting)).toEqual(defaultRules)
})

test('every rule can be switched off', () => {
  const setting = Object.fromEntries(RULE_CODES.map((code) => [code, { isOn: false }]))
  expect(readingRuleBook.schema.safeParse(setting).success).toBe(true)
  expect(Object.values(rulesFor(setting)).some((rule) => rule.isOn)).toBe(false)
})
