import pg from 'pg'
import { firstNames, lastNames } from '#demo/name-lists.ts'
import { requestText } from './http-connection.ts'
import { drive, type Rate } from './load.ts'
import type { Line } from './report.ts'
import { type Bench, OURS } from './scenarios.ts'
import { untilSettled } from './settled.ts'
import { httpLoad } from './workloads.ts'

const GOAL_MS = 150
const CROWD = 200
/** Of the throughput of a few connections, and of the median wait, with very many of them. */
const CROWD_SHARE = 0.85
const CROWD_WAIT = 20

const asks: Record<string, (turn: number) => string> = {
  'list with its total': (turn) => `/customers?limit=50&order=name&id.gt=-${turn}`,
  'list by a search': (turn) => `/customers?limit=50&q=${encodeURIComponent(typed(turn))}`,
  'search over everything': (turn) => `/search?q=${encodeURIComponent(typed(turn))}`,
}

/**
 * What is typed: a beginning, a name, a name from its end, a number from its end, a slip, a phone as it
 * is spoken, an amount, the number of an invoice and its end.
 */
function typed(turn: number): string {
  const first = firstNames[turn % firstNames.length] ?? ''
  const last = lastNames[(turn * 7) % lastNames.length] ?? ''
  const ways = [
    last.slice(0, 3),
    `${first} ${last}`,
    last,
    String(1001 + (turn % 9000)),
    `${last[0]}${last[2]}${last[1]}${last.slice(3)}`,
    `021 55 ${String(1000 + (turn % 9000))}`,
    ((2000 + ((turn * 3701) % 200_000)) / 100).toFixed(2),
    `BF-${1 + ((turn * 7919) % 1_000_000)}`,
    String(10_000 + ((turn * 104_729) % 900_000)),
  ]
  return ways[turn % ways.length] ?? ''
}

/** Lists and searches while the book grows: what takes longer with every row is no list. */
export async function curveLines(bench: Bench, sizes: number[], ms: number): Promise<Line[]> {
  const waits: Record<string, number[]> = {}
  let [size = 0] = sizes
  for (const next of sizes) {
    if (next > size) await bench.database.grow(next - size)
    size = next
    await settle(bench)
    for (const name of Object.keys(asks)) {
      const rate = await asked(bench, name, bench.workers, ms * 2)
      waits[name] = [...(waits[name] ?? []), rate.p95Ms]
    }
  }
  const lines = Object.entries(waits).map(([name, found]) => curveLine(name, sizes, found))
  return [...lines, await crowdLine(bench, ms)]
}

async function settle(bench: Bench): Promise<void> {
  const client = new pg.Client({ connectionString: bench.database.plainUrl })
  await client.connect()
  await client.query('vacuum (analyze) searchterms').finally(() => client.end())
  await untilSettled(bench)
}

async function asked(bench: Bench, name: string, workers: number, ms: number): Promise<Rate> {
  const request = (turn: number) =>
    requestText('GET', `/api/v1${asks[name]?.(turn)}`, bench.session.read)
  const load = await httpLoad(OURS, { port: bench.port, workers, status: [200, 260], request })
  await drive(load, workers, ms / 4)
  return drive(load, workers, ms).finally(() => load.close())
}

function curveLine(name: string, sizes: number[], found: number[]): Line {
  const worst = Math.max(...found)
  return {
    key: 'x',
    title: `${name}, at ${sizes.map((size) => size.toLocaleString('en-NZ')).join(', ')} customers`,
    ours: `p95 ${found.map((wait) => wait.toFixed(0)).join(', ')} ms`,
    reference: '–',
    reached: `${worst.toFixed(0)} ms`,
    goal: `≤ ${GOAL_MS} ms at each`,
    isMet: worst <= GOAL_MS,
    figures: { sizes, p95: found },
  }
}

async function crowdLine(bench: Bench, ms: number): Promise<Line> {
  const name = 'list with its total'
  const few = await asked(bench, name, bench.workers, ms * 2)
  const many = await asked(bench, name, CROWD, ms * 2)
  const share = many.perSecond / few.perSecond
  const wait = many.p99Ms / many.medianMs
  return {
    key: 'x′',
    title: `the list with ${CROWD} connections beside ${bench.workers}`,
    ours: `${many.perSecond.toFixed(0)}/s, p99 ${wait.toFixed(1)} × the median`,
    reference: `${bench.workers} connections ${few.perSecond.toFixed(0)}/s`,
    reached: `${(share * 100).toFixed(0)} %`,
    goal: `≥ ${CROWD_SHARE * 100} %, p99 ≤ ${CROWD_WAIT} × the median`,
    isMet: share >= CROWD_SHARE && wait <= CROWD_WAIT,
    figures: { few, many },
  }
}
