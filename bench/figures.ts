import pg from 'pg'
import type { FigureSet } from '#domain/reports/figures/figure.ts'
import type { Conn, Database } from '#server/kit/database/database.ts'
import { showDashboard } from '#server/reports/figures/dashboard.ts'
import { call } from './api-call.ts'
import { openOffice } from './billing-office.ts'
import { figuresData } from './figures-data.ts'
import type { Line } from './report.ts'
import type { Bench } from './scenarios.ts'
import { untilSettled } from './settled.ts'

const ROUNDS = 40
const GOAL_MS = 200
const GOAL_TIMES = 1.5
const sets: readonly FigureSet[] = ['work', 'money', 'business']

interface BareStatement {
  text: string
  values: unknown[]
}

/** The dashboard of a manager beside the statements it is made of, on PostgreSQL alone. */
export async function figureLines(bench: Bench, invoices: number): Promise<Line[]> {
  await figuresData(bench, invoices)
  const office = openOffice(bench)
  const client = new pg.Client({ connectionString: bench.database.plainUrl })
  await client.connect()
  try {
    await untilSettled(bench)
    await client.query(`select set_config('app.organisation_id', $1, false)`, [
      bench.database.organisation_id,
    ])
    const lines: Line[] = []
    for (const set of sets) lines.push(await compare(bench, client, office.ctx, set, invoices))
    return lines
  } finally {
    await client.end()
    await office.close()
  }
}

type OfficeContext = ReturnType<typeof openOffice>['ctx']

async function compare(
  bench: Bench,
  client: pg.Client,
  ctx: OfficeContext,
  set: FigureSet,
  invoices: number,
): Promise<Line> {
  const statements = await statementsOf(ctx, set)
  const ours: number[] = []
  const bare: number[] = []
  for (let round = -3; round < ROUNDS; round++) {
    const [mine, theirs] = [
      await timed(() => call(bench, 'GET', `/dashboard?set=${set}&charts=1`)),
      await timed(() => runBare(client, statements)),
    ]
    // The first ones warm up whoever is measured.
    if (round < 0) continue
    ours.push(mine)
    bare.push(theirs)
  }
  const [p95, bareP95] = [high(ours), high(bare)]
  const times = p95 / bareP95
  return {
    key: 'w',
    title: `dashboard, set ${set} with charts, over ${invoices} invoices`,
    ours: `p95 ${p95.toFixed(0)} ms`,
    reference: `${statements.length} statements bare ${bareP95.toFixed(0)} ms`,
    reached: `${times.toFixed(2)} ×`,
    goal: `≤ ${GOAL_TIMES} × and ≤ ${GOAL_MS} ms`,
    isMet: times <= GOAL_TIMES && p95 <= GOAL_MS,
    figures: { ours, bare },
  }
}

/** What a dashboard asks PostgreSQL, in its order; told by a database that passes everything on. */
async function statementsOf(ctx: OfficeContext, set: FigureSet): Promise<BareStatement[]> {
  const asked: BareStatement[] = []
  const noting = (conn: Conn): Conn => ({
    ...conn,
    query: (text, values = [], name) => {
      asked.push({ text, values })
      return conn.query(text, values, name)
    },
  })
  const database: Database = {
    ...ctx.database,
    write: (scope, fn, opening) => ctx.database.write(scope, (conn) => fn(noting(conn)), opening),
  }
  const actor = { ...ctx.actor, role: 'manager' as const }
  await showDashboard({ ...ctx, database, actor }, { set, charts: '1' })
  return asked
}

async function runBare(client: pg.Client, statements: readonly BareStatement[]): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
  for (const { text, values } of statements) await client.query({ text, values, rowMode: 'array' })
  await client.query('commit')
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const high = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * 0.95)] ?? 0
