import pg from 'pg'
import { seedLargeContracts } from '#demo/large-contracts.ts'
import type { Bench } from './scenarios.ts'

/** What the questions about contracts, readings and timelines need to know. */
export interface ContractsData {
  /** As many rows as a deep page is away from the first. */
  deep: number
  /** The last row before the deep page, as the cursor of the API tells it. */
  cursor: string
  date_end: string
  contract_id: number
  meter_id: number
  /** Has thousands of events. */
  customer_id: number
}

const log = (line: string) => console.log(line)
let known: Promise<ContractsData> | undefined

/** The large set of contracts, made with the first question that wants it. */
export function contractsData(bench: Bench): Promise<ContractsData> {
  known ??= prepare(bench)
  return known
}

async function prepare({ database, contracts }: Bench): Promise<ContractsData> {
  const { organisation_id, firstId, lastId } = database
  const client = new pg.Client({ connectionString: database.plainUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      'select 1 from contracts where organisation_id = $1 limit 1',
      [organisation_id],
    )
    if (rows.length === 0) {
      const ownerUrl = database.env.DATABASE_URL ?? ''
      // One contract with rates and meters for each customer; more only make the lists longer.
      const furnished = Math.min(contracts, lastId - firstId + 1)
      await seedLargeContracts({ ownerUrl, organisation_id, contracts, furnished, log })
      await client.query('checkpoint')
    }
    return await describe(client, organisation_id, Math.floor(contracts / 2))
  } finally {
    await client.end()
  }
}

async function describe(client: pg.Client, organisation_id: number, deep: number) {
  const one = async (text: string, values: unknown[]) => {
    const { rows } = await client.query(text, values)
    if (!rows[0]) throw new Error(`Nothing found: ${text}`)
    return rows[0]
  }
  const last = await one(
    `select date_end::text, id from contracts where organisation_id = $1
       and contract_status = 'active' and deleted_at is null
     order by date_end, id offset $2 limit 1`,
    [organisation_id, deep - 1],
  )
  const first = await one(
    `select (select meter_id from meterreadings where organisation_id = $1
         group by meter_id order by count(*) desc limit 1) as meter_id,
       (select min(id) from customers where organisation_id = $1) as customer_id`,
    [organisation_id],
  )
  const contract_id = Number(last.id)
  const cursor = JSON.stringify([last.date_end, contract_id])
  return {
    deep,
    cursor: Buffer.from(cursor).toString('base64url'),
    date_end: String(last.date_end),
    contract_id,
    meter_id: Number(first.meter_id),
    customer_id: Number(first.customer_id),
  }
}
