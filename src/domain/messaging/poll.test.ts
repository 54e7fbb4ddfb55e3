import fc from 'fast-check'
import { expect, test } from 'vitest'
import { echoed, fetched, merged, newestOf, overlapped } from './poll.ts'

interface WrittenMessage {
  id: number
  created_at: string
  /** When others can see it, in milliseconds. */
  seen_from: number
}

const START = Date.parse('2026-11-13T00:00:00.000Z')
const iso = (ms: number) => new Date(ms).toISOString()

// Messages appear at any moment, several in one millisecond too, each up to so long after its time.
const messages = (latest: number) =>
  fc
    .array(
      fc.record({
        at: fc.double({ min: 0, max: 60_000, noNaN: true }),
        late: fc.integer({ min: 0, max: latest }),
      }),
      { maxLength: 40 },
    )
    .map((drawn) =>
      drawn.map(
        ({ at, late }, place): WrittenMessage => ({
          id: place + 1,
          created_at: iso(START + Math.round(at)),
          seen_from: START + at + late,
        }),
      ),
    )
const pollTimes = fc
  .array(fc.integer({ min: 0, max: 61_000 }), { maxLength: 20 })
  // The last one comes when everything has appeared.
  .map((times) => [...times, 65_000].sort((a, b) => a - b).map((time) => START + time))

/** Polls as a client does, and tells what it showed, in the order of showing. */
function shownBy(
  all: readonly WrittenMessage[],
  times: readonly number[],
  first: string | null,
  ahead = 0,
) {
  let known: WrittenMessage[] = []
  const shown: number[] = []
  for (const time of times) {
    const newest = newestOf(known)
    const from = newest === null ? first : iso(Date.parse(newest) + ahead)
    const since = from === null ? Number.NEGATIVE_INFINITY : Date.parse(overlapped(from))
    const arrived = all.filter(
      (one) => one.seen_from <= time && Date.parse(one.created_at) >= since,
    )
    const had = new Set(known.map(({ id }) => id))
    shown.push(...arrived.filter(({ id }) => !had.has(id)).map(({ id }) => id))
    known = merged(known, arrived)
  }
  return { shown, known }
}

const everyId = (all: readonly WrittenMessage[]) => all.map(({ id }) => id)
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b)

// Shows: R35
test('the union of all polls is every message, and each is shown once', () => {
  fc.assert(
    fc.property(messages(1999), pollTimes, (all, times) => {
      const { shown, known } = shownBy(all, times, null)
      expect(sorted(shown)).toEqual(everyId(all))
      expect(known.map(({ created_at }) => created_at)).toEqual(
        known.map(({ created_at }) => created_at).sort(),
      )
    }),
  )
})

test('the same holds for a client that asks from its newest plus one second', () => {
  fc.assert(
    fc.property(messages(999), pollTimes, (all, times) => {
      expect(sorted(shownBy(all, times, null, 1000).shown)).toEqual(everyId(all))
    }),
  )
})

test('a client that begins with its own clock, two seconds wrong, misses nothing new', () => {
  const skews = fc.integer({ min: -2000, max: 2000 })
  fc.assert(
    fc.property(messages(0), pollTimes, skews, (all, times, skew) => {
      expect(sorted(shownBy(all, times, iso(START + skew)).shown)).toEqual(everyId(all))
    }),
  )
})

test('what was fetched again shows what has become of it', () => {
  const before = { id: 1, created_at: iso(START), status: 'accepted' }
  expect(merged([before], [{ ...before, status: 'delivered' }])).toEqual([
    { ...before, status: 'delivered' },
  ])
})

test('what somebody sends in between hides nothing that was not fetched yet', () => {
  const everySecond = Array.from({ length: 61 }, (_, second) => START + second * 1000)
  fc.assert(
    fc.property(messages(1999), pollTimes, fc.nat(40), (all, times, sentOften) => {
      let known: WrittenMessage[] = []
      const isOwn = ({ id }: WrittenMessage) => id <= sentOften
      for (const now of [...everySecond, ...times].sort((a, b) => a - b)) {
        // Shown as soon as it is sent, whatever others wrote before it.
        for (const own of all.filter((one) => isOwn(one) && one.seen_from <= now))
          if (!known.some(({ id }) => id === own.id)) known = echoed(known, own)
        if (!times.includes(now)) continue
        const newest = newestOf(fetched(known))
        const since = newest === null ? Number.NEGATIVE_INFINITY : Date.parse(overlapped(newest))
        const arrived = all.filter(
          (one) => one.seen_from <= now && Date.parse(one.created_at) >= since,
        )
        known = merged(known, arrived)
      }
      expect(sorted(everyId(known))).toEqual(everyId(all))
      expect(fetched(known)).toHaveLength(all.length)
    }),
  )
})
