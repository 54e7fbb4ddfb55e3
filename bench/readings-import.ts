import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { call, seconds } from './api-call.ts'
import { contractsData } from './contracts-data.ts'
import type { Line } from './report.ts'
import type { Bench } from './scenarios.ts'

const METERS = 1000
const MONTHS = 50
const COPIES = 3
const PATIENCE_MS = 300_000

interface Meter {
  id: string
  meter_number: string
  register_id: string
}

/** A file of readings taken in, checked and accepted, beside COPY of rows just like them. */
export async function importLine(bench: Bench): Promise<Line> {
  await contractsData(bench)
  const client = new pg.Client({ connectionString: bench.database.plainUrl })
  await client.connect()
  try {
    const meters = await unreadMeters(client, bench.database.organisation_id)
    const half = Math.floor(meters.length / 2)
    const copies: number[] = []
    for (let round = 0; round < COPIES; round++)
      copies.push(await copy(client, bench, meters.slice(half)))
    const { checkMs, acceptMs } = await bring(bench, fileOf(meters.slice(0, half)), half * MONTHS)
    const copyMs = copies.toSorted((a, b) => a - b)[1] ?? 0
    const times = (checkMs + acceptMs) / copyMs
    return {
      key: 'm',
      title: `import of ${half * MONTHS} readings`,
      ours: `${seconds(checkMs)} checked, ${seconds(acceptMs)} accepted`,
      reference: `COPY ${seconds(copyMs)}`,
      reached: `${times.toFixed(1)} × COPY`,
      goal: '≤ 15 × COPY',
      isMet: times <= 15,
      figures: { checkMs, acceptMs, copies },
    }
  } finally {
    await client.end()
  }
}

async function unreadMeters(client: pg.Client, organisation_id: number): Promise<Meter[]> {
  const { rows } = await client.query<Meter>(
    `select m.id, m.meter_number, g.id as register_id from meters m
     join meterregisters g on g.meter_id = m.id
     where m.organisation_id = $1 and not exists
       (select from meterreadings r where r.organisation_id = $1 and r.meter_id = m.id)
     order by m.id limit $2`,
    [organisation_id, 2 * METERS],
  )
  return rows
}

/** The first of the month, counted back from October 2026. */
function dayOf(month: number): string {
  return Temporal.PlainDate.from('2026-10-01').subtract({ months: month }).toString()
}

const days = Array.from({ length: MONTHS }, (_, at) => dayOf(MONTHS - 1 - at))
const shownAt = (at: number) => 1000 + at * 300

function fileOf(meters: readonly Meter[]): string {
  const lines = meters.flatMap(({ meter_number }) =>
    days.map((day, at) => `${meter_number},UN,${day},${shownAt(at)},actual`),
  )
  return ['Meter number,Register,Date,Reading,Type', ...lines].join('\n')
}

async function bring(bench: Bench, content: string, rows: number) {
  const started = performance.now()
  const id = await take(bench, content)
  await reached(bench, id, 'ready')
  const checked = performance.now()
  await call(bench, 'POST', '/readingimport/accept', { id })
  const done = await reached(bench, id, 'done')
  if (done.rows_accepted !== rows) throw new Error(`Of ${rows} only ${done.rows_accepted} came in.`)
  return { checkMs: checked - started, acceptMs: performance.now() - checked }
}

async function take(bench: Bench, content: string): Promise<number> {
  const form = new FormData()
  form.append('content', new File([content], 'bench.csv'))
  const { id } = await call(bench, 'PUT', '/readingimport', form)
  return Number(id)
}

async function reached(bench: Bench, id: number, status: string) {
  const end = performance.now() + PATIENCE_MS
  while (performance.now() < end) {
    const found = await call(bench, 'GET', `/readingimport?id=${id}`)
    if (found.import_status === status) return found
    if (found.import_status === 'failed') throw new Error(`The import failed: ${found.message}`)
    await sleep(50)
  }
  throw new Error(`The import did not become ${status}.`)
}

/** The same rows with nothing computed and nothing checked, and taken back afterwards. */
async function copy(client: pg.Client, bench: Bench, meters: readonly Meter[]): Promise<number> {
  const { organisation_id } = bench.database
  const rows = meters.flatMap(({ id, register_id }) =>
    days.map((day, at) => {
      const used = at === 0 ? ['\\N', '\\N', '\\N'] : [shownAt(at - 1), days[at - 1], 300]
      const cells = [
        organisation_id,
        id,
        register_id,
        day,
        'actual',
        shownAt(at),
        ...used,
        'import',
      ]
      return `${cells.join('\t')}\n`
    }),
  )
  await client.query('begin')
  const started = performance.now()
  await pipeline(
    Readable.from([rows.join('')]),
    client.query(
      copyFrom(`copy meterreadings (organisation_id, meter_id, meterregister_id, reading_date,
        reading_latest_type, reading_latest, reading_previous, period_start, reading_quantity,
        source) from stdin`),
    ),
  )
  const took = performance.now() - started
  await client.query('rollback')
  return took
}
