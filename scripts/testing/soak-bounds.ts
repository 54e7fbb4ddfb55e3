/** What a server takes of its machine at one moment, and what waits in its queue. */
export interface SoakSample {
  minute: number
  megabytes: number
  /** Open files and pipes; the sockets of callers are as many as there are callers. */
  handles: number
  /** To the database. */
  connections: number
  /** Jobs that could be done by now, and those that failed for good. */
  dueJobs: number
  failedJobs: number
}

export interface SoakBound {
  what: string
  seen: string
  isBroken: boolean
}

interface SoakRun {
  samples: readonly SoakSample[]
  minutes: number
  /** How late the one thread was, but for one look in a hundred, and the driver's on the same machine. */
  lateMs: number
  driverLateMs: number
}

// Memory rises for minutes and falls when it is collected: within a short run that is one tooth of a
// saw, whose slope says nothing. There the highest is held to the highest while it warmed up.
const SHORT_MINUTES = 30
const MOST_GROWTH_MB = 1
const ROOM_MB = 50
const MOST_LATE_MS = 100

/** What a run of some length is held to; the first third of it is warming up. */
export function soakBounds({ samples, minutes, lateMs, driverLateMs }: SoakRun): SoakBound[] {
  const settled = samples.filter(({ minute }) => minute > minutes / 3)
  if (settled.length < 4) throw new Error('A run has to be looked at more often than that.')
  // A busy machine is late for everybody: the server is held to what its driver gets.
  const latest = Math.max(MOST_LATE_MS, 2 * driverLateMs)
  return [
    minutes < SHORT_MINUTES ? peak(samples, settled) : growth(settled),
    flat('open files', settled, 'handles', 3),
    flat('connections to the database', settled, 'connections', 2),
    flat('jobs that wait', settled, 'dueJobs', 10),
    none('jobs that failed', settled, 'failedJobs'),
    bound(
      'the one thread',
      `late by ${lateMs.toFixed(0)} ms, at most ${latest.toFixed(0)}`,
      !(lateMs < latest),
    ),
  ]
}

type CountName = Exclude<keyof SoakSample, 'minute' | 'megabytes'>

function growth(settled: readonly SoakSample[]): SoakBound {
  const slope = slopeOf(settled)
  const seen = `${slope.toFixed(2)} MB more a minute, less than ${MOST_GROWTH_MB}`
  return bound('memory', seen, !(slope < MOST_GROWTH_MB))
}

function peak(samples: readonly SoakSample[], settled: readonly SoakSample[]): SoakBound {
  const highest = (some: readonly SoakSample[]) =>
    Math.round(Math.max(...some.map(({ megabytes }) => megabytes)))
  const before = highest(samples.slice(0, samples.length - settled.length))
  const after = highest(settled)
  const slope = `${slopeOf(settled).toFixed(2)} MB more a minute`
  const seen = `up to ${before} MB, then ${after}, at most ${before + ROOM_MB} (${slope})`
  return bound('memory', seen, !(after <= before + ROOM_MB))
}

/** Connections and files come and go by the moment; what is never given back raises the lowest. */
function flat(
  what: string,
  samples: readonly SoakSample[],
  of: CountName,
  room: number,
): SoakBound {
  const middle = samples.length >> 1
  const before = lowest(samples.slice(0, middle), of)
  const after = lowest(samples.slice(middle), of)
  return bound(what, `${before}, then ${after}, at most ${before + room}`, after > before + room)
}

function none(what: string, samples: readonly SoakSample[], of: CountName): SoakBound {
  const most = Math.max(...samples.map((one) => one[of]))
  return bound(what, `${most}, at most 0`, most > 0)
}

const bound = (what: string, seen: string, isBroken: boolean): SoakBound => ({
  ...{ what, seen },
  isBroken,
})

const lowest = (samples: readonly SoakSample[], of: CountName): number =>
  Math.min(...samples.map((one) => one[of]))

/** Megabytes a minute, by least squares. */
function slopeOf(samples: readonly SoakSample[]): number {
  const mean = (of: (one: SoakSample) => number) =>
    samples.reduce((sum, one) => sum + of(one), 0) / samples.length
  const [x, y] = [mean(({ minute }) => minute), mean(({ megabytes }) => megabytes)]
  const over = samples.reduce((sum, one) => sum + (one.minute - x) * (one.megabytes - y), 0)
  return over / samples.reduce((sum, one) => sum + (one.minute - x) ** 2, 0)
}
