import { expect, test } from 'vitest'
import { type SoakSample, soakBounds } from '../../scripts/testing/soak-bounds.ts'

const HOUR = 60
const quiet = { minutes: HOUR, lateMs: 20, driverLateMs: 5 }

/** A look each quarter of a minute; what changes is told by the minute. */
const looks = (change: (minute: number) => Partial<SoakSample> = () => ({})) =>
  Array.from({ length: HOUR * 4 }, (_, at): SoakSample => {
    const minute = at / 4
    const usual = { megabytes: 180, handles: 20, connections: 10, dueJobs: 1, failedJobs: 0 }
    return { minute, ...usual, ...change(minute) }
  })
const broken = (samples: SoakSample[], more: Partial<typeof quiet> = {}) =>
  soakBounds({ ...quiet, ...more, samples })
    .filter(({ isBroken }) => isBroken)
    .map(({ what }) => what)

test('a server that runs on as it began keeps every bound', () => {
  expect(broken(looks())).toEqual([])
})

test('what it takes while it warms up is not counted', () => {
  expect(broken(looks((minute) => ({ megabytes: 100 + 5 * Math.min(minute, 20) })))).toEqual([])
})

test.each([
  ['memory', (minute: number) => ({ megabytes: 180 + 1.2 * minute })],
  ['open files', (minute: number) => ({ handles: 20 + Math.floor(minute / 4) })],
  [
    'connections to the database',
    (minute: number) => ({ connections: 10 + (minute >= 40 ? 3 : 0) }),
  ],
  ['jobs that wait', (minute: number) => ({ dueJobs: Math.floor(minute) })],
  ['jobs that failed', (minute: number) => ({ failedJobs: minute > 59 ? 1 : 0 })],
])('%s that grow break their bound, and no other', (what, change) => {
  expect(broken(looks(change))).toEqual([what])
})

test('a thread that is late breaks its bound, unless its driver on the same machine is as late', () => {
  expect(broken(looks(), { lateMs: 150 })).toEqual(['the one thread'])
  expect(broken(looks(), { lateMs: 150, driverLateMs: 90 })).toEqual([])
  // A server that has gone says nothing of itself.
  expect(broken(looks(), { lateMs: Number.NaN })).toEqual(['the one thread'])
})

test('callers who come and go by the moment break nothing', () => {
  const swaying = looks((minute) => ({
    connections: 10 + ((minute * 4) % 7),
    dueJobs: minute % 12,
  }))
  expect(broken(swaying)).toEqual([])
})

test('a short run is held to what it took while it warmed up', () => {
  const saw = looks((minute) => ({ megabytes: 250 + 20 * (minute % 2) })).slice(0, 20)
  expect(broken(saw, { minutes: 5 })).toEqual([])
  const leaking = looks((minute) => ({ megabytes: 180 + 20 * minute })).slice(0, 20)
  expect(broken(leaking, { minutes: 5 })).toEqual(['memory'])
})

test('a run that nobody looked at is held to nothing, and says so', () => {
  expect(() => broken([])).toThrow('more often')
})
