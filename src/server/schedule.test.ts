import { expect, test } from 'vitest'
import { jobs } from './jobs.ts'
import { schedules } from './schedule.ts'

// Shows: R12
test('nothing waits for the hour that summer time takes away or gives twice', () => {
  // In Auckland that is the hour from two to three: a job set then would be left out or run twice.
  const hours = schedules.map(({ cron }) => cron.split(' ')[1] ?? '')
  expect(hours.filter((hour) => hour !== '*').map(Number)).not.toContain(2)
})

test('what runs by the clock is known to the worker, each job once', () => {
  const names = schedules.map(({ job }) => job.name)
  expect(new Set(names).size).toBe(names.length)
  expect(jobs.map((job) => job.name)).toEqual(expect.arrayContaining(names))
})
