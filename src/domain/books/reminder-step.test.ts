import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { addWorkingDays } from '#domain/kit/working-day.ts'
import { reminderStep } from './reminder-step.ts'

const on = (...days: number[]) => days.map((one) => ({ days: one }))
const steps = on(3, 10, 20)
const due = '2026-04-20'

test('the first reminder comes three working days after the due date, holidays left out', () => {
  // ANZAC Day 2026 is a Saturday and observed on Monday the 27th.
  expect(reminderStep(due, steps, [], '2026-04-22')).toBeNull()
  expect(reminderStep(due, steps, [], '2026-04-23')?.days).toBe(3)
  expect(reminderStep(due, steps, [], addWorkingDays(due, 9))?.days).toBe(3)
  expect(addWorkingDays('2026-04-24', 1)).toBe('2026-04-28')
})

test('a step that went out does not go out again', () => {
  expect(reminderStep(due, steps, [3], addWorkingDays(due, 9))).toBeNull()
  expect(reminderStep(due, steps, [3], addWorkingDays(due, 10))?.days).toBe(10)
})

test('steps that were missed are passed over', () => {
  expect(reminderStep(due, steps, [], addWorkingDays(due, 40))?.days).toBe(20)
  expect(reminderStep(due, steps, [20], addWorkingDays(due, 40))).toBeNull()
})

test('however often it is asked, each step comes at most once and only later ones follow', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30), { maxLength: 5 }), fc.array(fc.nat(9)), (own, waits) => {
      const done: number[] = []
      let today = due
      for (const days of waits) {
        today = addDays(today, days)
        const step = reminderStep(due, on(...own), done, today)
        if (step) done.push(step.days)
      }
      expect(done).toEqual([...new Set(done)].sort((a, b) => a - b))
    }),
  )
})
