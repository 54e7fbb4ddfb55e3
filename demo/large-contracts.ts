import pg from 'pg'
import {
  connectionsBatchSql,
  contractBatchSql,
  dailyReadingsSql,
  eventsSql,
  meterBatchSql,
  ratesBatchSql,
  supplierSql,
} from './large-contracts-sql.ts'

interface LargeContracts {
  /** Owns the tables: it also refreshes what the planner knows about them. */
  ownerUrl: string
  organisation_id: number
  contracts: number
  /** How many of them have rates and meters; all, where nothing is said. */
  furnished?: number
  log(line: string): void
}

const BATCH = 25_000
const DAILY_READINGS = 3_650
const EVENTS = 5_000
const names = ['Kererū Energy', 'Pounamu Electric', 'Tasman Bay Gas & Power', 'Waitematā Water']
const tables = ['contracts', 'contract_connections', 'rates', 'supplierrates', 'meters']

/** Adds contracts with rates and meters to the customers of an organisation. */
export async function seedLargeContracts(options: LargeContracts): Promise<void> {
  const { organisation_id, contracts, furnished = contracts, log } = options
  const client = new pg.Client({
    connectionString: options.ownerUrl,
    options: '-c TimeZone=UTC -c statement_timeout=0 -c gin_pending_list_limit=65536',
  })
  await client.connect()
  try {
    await client.query(`select set_config('app.organisation_id', $1, false)`, [
      `${organisation_id}`,
    ])
    await client.query(supplierSql, [organisation_id, names])
    const customers = await idsOf(client, 'customers', organisation_id)
    const suppliers = await idsOf(client, 'suppliers', organisation_id)
    const first = await firstNumber(client, organisation_id)
    for (let made = 0; made < contracts; made += BATCH) {
      const count = Math.min(BATCH, contracts - made)
      const numbers = [first + made, first + made + count - 1]
      const isFurnished = made < furnished
      await storeBatch(client, [organisation_id, ...numbers, customers, suppliers], isFurnished)
      log(`${made + count} of ${contracts} contracts`)
    }
    await client.query(dailyReadingsSql, [organisation_id, DAILY_READINGS])
    await client.query(eventsSql, [organisation_id, EVENTS])
    await client.query(
      `update series set next_value = $2 where organisation_id = $1 and name = 'contract_number'`,
      [organisation_id, first + contracts],
    )
    for (const table of [...tables, 'meterregisters', 'meterreadings', 'history'])
      await client.query(`vacuum (analyze) ${table}`)
  } finally {
    await client.end()
  }
}

async function storeBatch(
  client: pg.Client,
  values: unknown[],
  isFurnished: boolean,
): Promise<void> {
  await client.query('begin')
  try {
    // One by one the trigger would take as long as everything else together.
    await client.query('alter table contracts disable trigger bind_connections')
    const { rows } = await client.query<{ first: string; last: string }>(contractBatchSql, values)
    const batch = [values[0], rows[0]?.first, rows[0]?.last]
    await client.query('alter table contracts enable trigger bind_connections')
    if (isFurnished) await furnish(client, batch)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function furnish(client: pg.Client, batch: unknown[]): Promise<void> {
  await client.query('analyze contracts')
  await client.query(connectionsBatchSql, batch)
  await client.query(ratesBatchSql('rates'), batch)
  await client.query(ratesBatchSql('supplierrates'), batch)
  await client.query(meterBatchSql, batch)
}

async function idsOf(client: pg.Client, table: string, organisation_id: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from ${table} where organisation_id = $1 and deleted_at is null order by id`,
    [organisation_id],
  )
  return rows.map((row) => row.id)
}

async function firstNumber(client: pg.Client, organisation_id: number): Promise<number> {
  const { rows } = await client.query<{ next_value: string }>(
    `insert into series (organisation_id, name, prefix, next_value)
     values ($1, 'contract_number', 'K-', 1001)
     on conflict (organisation_id, name) do update set next_value = series.next_value
     returning next_value`,
    [organisation_id],
  )
  return Number(rows[0]?.next_value)
}
