import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { call, middle, seconds } from './api-call.ts'
import { type BillingSizes, billingData } from './billing-data.ts'
import type { Line } from './report.ts'
import type { Bench } from './scenarios.ts'

const PATIENCE_MS = 300_000
const GOAL = 2.5
const ENDS = ['2026-09-30', '2026-10-31']
const REFERENCES = 3

/** A billing run from the call to the last stored draft, beside one insert of the same rows. */
export async function billingRunLine(bench: Bench, sizes: BillingSizes): Promise<Line> {
  const { contract_ids, warm_ids } = await billingData(bench, sizes)
  for (const end of ENDS) await billContracts(bench, warm_ids, end)
  const client = new pg.Client({ connectionString: bench.database.plainUrl })
  await client.connect()
  try {
    const ours: number[] = []
    const calls: number[] = []
    const references: number[] = []
    for (const end of ENDS) {
      const { id, ms, callMs } = await billContracts(bench, contract_ids, end)
      ours.push(ms)
      calls.push(callMs)
      await client.query('checkpoint')
      for (let turn = 0; turn < REFERENCES; turn++) references.push(await insertAgain(client, id))
    }
    const oursMs = ours.reduce((sum, ms) => sum + ms, 0) / ours.length
    const insertMs = middle(references)
    const times = oursMs / insertMs
    return {
      key: 'g',
      title: `billing run, ${contract_ids.length} invoices of 8 lines`,
      ours: `${seconds(oursMs)}, ${((contract_ids.length / oursMs) * 1000).toFixed(0)}/s`,
      reference: `one insert of the same rows ${seconds(insertMs)}`,
      reached: `${times.toFixed(1)} × the insert`,
      goal: `≤ ${GOAL} ×`,
      isMet: times <= GOAL,
      figures: { ours, calls, references },
    }
  } finally {
    await client.end()
  }
}

/** Some invoices of eight lines, billed for the purpose where there are none yet. */
export async function billedInvoices(
  bench: Bench,
  sizes: BillingSizes,
  count: number,
): Promise<number[]> {
  const client = new pg.Client({ connectionString: bench.database.plainUrl })
  await client.connect()
  try {
    const find = async () => {
      const { rows } = await client.query<{ id: string }>(
        `select id from invoices where organisation_id = $1 and contract_id is not null
         order by id limit $2`,
        [bench.database.organisation_id, count],
      )
      return rows.map((row) => Number(row.id))
    }
    const found = await find()
    if (found.length === count) return found
    const { contract_ids } = await billingData(bench, sizes)
    await billContracts(bench, contract_ids, ENDS[0] ?? '')
    return await find()
  } finally {
    await client.end()
  }
}

/** Bills contracts up to a day, and waits until the last draft is stored. */
export async function billContracts(
  bench: Bench,
  contract_ids: readonly number[],
  billed_to_date: string,
) {
  const started = performance.now()
  const { id } = await call(bench, 'PUT', '/billingrun', { contract_ids, billed_to_date })
  const callMs = performance.now() - started
  while (performance.now() - started < PATIENCE_MS) {
    const found = await call(bench, 'GET', `/billingrun?id=${id}`)
    if (found.run_status === 'ready') {
      if (found.rows_done !== contract_ids.length)
        throw new Error(`Of ${contract_ids.length} only ${found.rows_done} were billed.`)
      return { id: Number(id), ms: performance.now() - started, callMs }
    }
    // As a screen would, only more often: asking takes the time of those who answer.
    await sleep(100)
  }
  throw new Error('The billing run did not become ready.')
}

// Far from every id and every day there is, so that no constraint minds.
const ASIDE = 1_000_000_000
const LATER = 20_000

/** What a run stores, in one statement for each table, and taken out again afterwards. */
async function insertAgain(client: pg.Client, id: number): Promise<number> {
  const tables = await staged(client, id)
  const started = performance.now()
  await client.query('begin')
  for (const { table, columns } of tables)
    await client.query(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from staged_${table}`,
    )
  await client.query('commit')
  const took = performance.now() - started
  // Whether anything refers to them is asked row by row, and takes longer than everything else.
  await client.query('set session_replication_role = replica')
  await client.query(`delete from billingrun_items where billingrun_id > ${ASIDE}`)
  await client.query(`delete from billingruns where id > ${ASIDE}`)
  await client.query(`delete from invoice_proofs where invoice_id > ${ASIDE}`)
  await client.query(`delete from history where id > ${ASIDE}`)
  await client.query(`delete from invoices where id > ${ASIDE}`)
  await client.query('set session_replication_role = origin')
  for (const { table } of tables) {
    await client.query(`drop table staged_${table}`)
    await client.query(`vacuum ${table}`)
  }
  await client.query('checkpoint')
  return took
}

const MOVED = `id = id + ${ASIDE}`

/** The rows of a run as they will be inserted, in tables of their own that cost nothing to read. */
async function staged(client: pg.Client, id: number) {
  const own = `(select invoice_id from billingrun_items where billingrun_id = ${id})`
  const parts = [
    { table: 'billingruns', where: `id = ${id}`, moved: MOVED },
    {
      table: 'invoices',
      where: `id in ${own}`,
      moved: `${MOVED}, period_start = period_start + ${LATER}, period_end = period_end + ${LATER}`,
    },
    {
      table: 'history',
      where: `object_class = 'invoice' and object_id in ${own}`,
      moved: `${MOVED}, object_id = object_id + ${ASIDE}`,
    },
    {
      table: 'invoice_proofs',
      where: `invoice_id in ${own}`,
      moved: `invoice_id = invoice_id + ${ASIDE}`,
    },
    {
      table: 'billingrun_items',
      where: `billingrun_id = ${id}`,
      moved: `${MOVED}, billingrun_id = billingrun_id + ${ASIDE}, invoice_id = invoice_id + ${ASIDE}`,
    },
  ]
  const tables: { table: string; columns: string }[] = []
  for (const { table, where, moved } of parts) {
    const { columns, documents, written } = await columnsOf(client, table)
    await client.query(`create temporary table staged_${table} (like ${table})`)
    for (const column of documents)
      await client.query(`alter table staged_${table} alter ${column} set storage external`)
    await client.query(
      `insert into staged_${table} (${columns}) select ${written} from ${table} where ${where}`,
    )
    await client.query(`update staged_${table} set ${moved}`)
    tables.push({ table, columns })
  }
  return tables
}

/** Documents are staged written out, so that the insert packs them as it would new ones. */
async function columnsOf(client: pg.Client, table: string) {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER'
     order by ordinal_position`,
    [table],
  )
  const isDocument = (type: string) => type.startsWith('json')
  return {
    columns: rows.map(({ name }) => name).join(', '),
    documents: rows.filter(({ type }) => isDocument(type)).map(({ name }) => name),
    written: rows
      .map(({ name, type }) => (isDocument(type) ? `${name}::text::${type}` : name))
      .join(', '),
  }
}
