/** One kind of work that can be repeated by several workers at once. */
export interface Workload {
  name: string
  /** What worker number `worker` does once; `turn` never repeats within a run. */
  once(worker: number, turn: number): Promise<void>
  close(): Promise<void>
}

export interface Rate {
  perSecond: number
  medianMs: number
  p95Ms: number
  p99Ms: number
  count: number
}

let turns = 0

/** Keeps all workers busy for the given time and then waits for what is under way. */
export async function drive(load: Workload, workers: number, ms: number): Promise<Rate> {
  const times: number[] = []
  const started = performance.now()
  const end = started + ms
  const work = async (worker: number) => {
    for (let at = performance.now(); at < end; ) {
      turns += 1
      await load.once(worker, turns)
      const now = performance.now()
      times.push(now - at)
      at = now
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
  const seconds = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0
  return {
    perSecond: times.length / seconds,
    medianMs: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    count: times.length,
  }
}

export interface Compared {
  [name: string]: Rate
}

/** Runs the workloads in turn, round after round, so that a noisy moment hits them alike. */
export async function interleave(
  loads: readonly Workload[],
  options: { workers: number; rounds: number; ms: number },
): Promise<Compared> {
  const rates = new Map(loads.map((load) => [load.name, [] as Rate[]]))
  for (const load of loads) await drive(load, options.workers, options.ms)
  for (let round = 0; round < options.rounds; round++) {
    const order = round % 2 === 0 ? loads : loads.toReversed()
    for (const load of order) {
      const rate = await drive(load, options.workers, options.ms)
      rates.get(load.name)?.push(rate)
    }
  }
  return Object.fromEntries([...rates].map(([name, all]) => [name, medianRate(all)]))
}

function medianRate(rates: Rate[]): Rate {
  const sorted = rates.toSorted((a, b) => a.perSecond - b.perSecond)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('Nothing was measured.')
  return { ...middle, count: rates.reduce((sum, rate) => sum + rate.count, 0) }
}
