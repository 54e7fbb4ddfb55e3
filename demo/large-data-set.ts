import pg from 'pg'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { makeGstNumber } from '#domain/kit/gst-number.ts'
import { makeNzbn } from '#domain/kit/nzbn.ts'
import { type FieldKeys, seal } from '#server/kit/rows/seal.ts'
import type { Config } from '#server/kit/start/config.ts'
import { makeDraw } from './draw.ts'
import { customerBatchSql, historyBatchSql } from './large-data-set-sql.ts'
import { cities, firstNames, lastNames, placeWords, streets, trades } from './name-lists.ts'

export interface LargeDataSet {
  /** Owns the tables: it also refreshes what the planner knows about them. */
  ownerUrl: string
  config: Config
  organisation: string
  customers: number
  log(line: string): void
}

const BATCH = 25_000
const POOL = 1000

/** Adds many customers to an organisation, made by the database itself from lists of names. */
export async function seedLargeDataSet(options: LargeDataSet): Promise<number> {
  const client = new pg.Client({
    connectionString: options.ownerUrl,
    options: '-c TimeZone=UTC -c statement_timeout=0 -c gin_pending_list_limit=65536',
  })
  await client.connect()
  try {
    const organisation_id = await organisationNamed(client, options.organisation)
    const first = await firstNumber(client, organisation_id)
    const lists = listsFor(options.config.secrets.fields)
    for (let made = 0; made < options.customers; made += BATCH) {
      const count = Math.min(BATCH, options.customers - made)
      await storeBatch(client, organisation_id, [first + made, first + made + count - 1], lists)
      options.log(`${made + count} of ${options.customers} customers`)
    }
    // The planner must know the new size, and counting needs the visibility map.
    await client.query('vacuum (analyze) customers')
    await client.query('vacuum (analyze) history')
    return organisation_id
  } finally {
    await client.end()
  }
}

async function organisationNamed(client: pg.Client, name: string): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `with made as (insert into organisations (name, is_active, demo, gst_number)
       select $1, true, true, $2 where not exists (select from organisations where name = $1)
       returning id)
     select id from made union all select id from organisations where name = $1`,
    [name, makeGstNumber(10_455_120)],
  )
  const id = Number(rows[0]?.id)
  await client.query(`select set_config('app.organisation_id', $1, false)`, [`${id}`])
  return id
}

async function firstNumber(client: pg.Client, organisation_id: number): Promise<number> {
  const { rows } = await client.query<{ next_value: string }>(
    `insert into series (organisation_id, name, prefix, next_value)
     values ($1, 'customer_number', 'C-', 1001)
     on conflict (organisation_id, name) do update set next_value = series.next_value
     returning next_value`,
    [organisation_id],
  )
  return Number(rows[0]?.next_value)
}

type Lists = string[][]

/** What SQL cannot make: identifiers with their checksums and sealed values, to choose from. */
function listsFor(key: FieldKeys): Lists {
  const draw = makeDraw(100_000)
  const pool = <T>(make: () => T) => Array.from({ length: POOL }, make)
  const account = () => makeBankAccount(...draw.one(branches), draw.whole(10_000, 90_000))
  const birthday = () => `${draw.whole(1941, 2005)}-0${draw.whole(1, 9)}-${draw.whole(10, 28)}`
  return [
    [...firstNames],
    [...lastNames],
    [...placeWords],
    [...trades],
    [...streets],
    [...cities],
    pool(() => makeNzbn(`9429${draw.whole(30_000_000, 52_999_999)}`)),
    pool(() => makeGstNumber(draw.whole(10_200_000, 13_900_000))),
    pool(() => seal(key, account())),
    pool(() => seal(key, birthday())),
    pool(() =>
      seal(key, `MD000${draw.whole(60_466_176, 2_176_782_335).toString(36).toUpperCase()}`),
    ),
  ]
}

const branches: [string, string][] = [
  ['01', '0242'],
  ['02', '0192'],
  ['03', '0502'],
  ['12', '3140'],
  ['38', '9004'],
]

async function storeBatch(
  client: pg.Client,
  organisation_id: number,
  [from, to]: [number, number],
  lists: Lists,
): Promise<void> {
  await client.query('begin')
  try {
    await client.query(customerBatchSql, [organisation_id, from, to, ...lists])
    await client.query(historyBatchSql, [organisation_id, from, to])
    await client.query(
      `update series set next_value = $2 where organisation_id = $1 and name = 'customer_number'`,
      [organisation_id, to + 1],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
