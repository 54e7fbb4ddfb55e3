import { expect, test } from 'vitest'
import { defaultRules, rulesFor, rulesSetting } from '#domain/meters/plausibility-rules.ts'
import { differences, draftOf, isChanged } from './rules-draft.ts'

test('rules nobody changed store nothing', () => {
  expect(differences(draftOf(defaultRules))).toEqual({})
})

test('only what differs is stored, and reads back as it was set', () => {
  const draft = draftOf(defaultRules)
  draft.R05.isOn = false
  draft.R04 = {
    ...draft.R04,
    severity: 'error',
    parameters: { ...draft.R04.parameters, factor: '4' },
  }
  draft.R07.parameters.days = '92'
  const stored = differences(draft)
  expect(stored).toEqual({
    R04: { severity: 'error', parameters: { factor: '4' } },
    R05: { isOn: false },
    R07: { parameters: { days: 92 } },
  })
  expect(rulesSetting.safeParse(stored).success).toBe(true)
  expect(draftOf(rulesFor(stored))).toEqual(draft)
})

test('3.0 is three, and what is no number is refused', () => {
  const draft = draftOf(defaultRules)
  draft.R04.parameters.factor = '3.0'
  expect(isChanged('R04', draft.R04)).toBe(false)
  draft.R07.parameters.days = 'many'
  expect(rulesSetting.safeParse(differences(draft)).success).toBe(false)
})
