import { expect, test } from 'vitest'
import {
  classesInWords,
  planFor,
  reminderClasses,
  reminderSteps,
  stepByHand,
  stepsInWords,
} from './reminder-plan.ts'

const common = reminderSteps.parse([10, 3, 20])

test('days alone are steps in their order, in the words of their place', () => {
  expect(common).toEqual([
    { days: 3, template: 'reminder', channel: 'both', tells_fee: true },
    { days: 10, template: 'reminder_2', channel: 'both', tells_fee: true },
    { days: 20, template: 'reminder_3', channel: 'both', tells_fee: true },
  ])
  expect(reminderSteps.parse(common)).toEqual(common)
  expect(stepsInWords(common)).toBe('After 3, 10, 20 working days')
})

test('customers of a type with steps of its own have those, others the common ones', () => {
  const classes = reminderClasses.parse({ commercial: [{ days: 7, channel: 'email' }], pub: [] })
  expect(planFor(common, classes, 'commercial').map(({ days }) => days)).toEqual([7])
  expect(planFor(common, classes, 'residential').map(({ place }) => place)).toEqual([1, 2, 3])
  expect(planFor(common, classes, null)).toHaveLength(3)
  expect(planFor(common, classes, 'pub')).toEqual([])
  expect(classesInWords(classes)).toBe('Commercial: after 7 (email alone) working days; Pub: none')
})

test('by hand it is the first one of the customer’s plan, or a plain one where there is none', () => {
  expect(stepByHand(planFor(common, {}, null)).days).toBe(3)
  expect(stepByHand([])).toMatchObject({ template: 'reminder', channel: 'both', tells_fee: true })
})

test.each([[[3, 3]], [[-1]], [[366]], [[{ days: 3, channel: 'fax' }]], [[{ template: 'x' }]]])(
  '%j are no steps',
  (steps) => {
    expect(reminderSteps.safeParse(steps).success).toBe(false)
  },
)
