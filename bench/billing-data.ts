import pg from 'pg'
import { manyContracts } from '#tests/support/many-contracts.ts'
import type { Bench } from './scenarios.ts'

/** How much is billed, paid and proved. */
export interface BillingSizes {
  invoices: number
  verified: number
}

export interface BillingData {
  /** Contracts with eight rates and readings for September and October 2026. */
  contract_ids: number[]
  /** A few more, so that the server has billed before it is measured. */
  warm_ids: number[]
}

const WARM = 400
let known: Promise<BillingData> | undefined

/** Contracts that wait to be billed, made with the first question that wants them. */
export function billingData(bench: Bench, sizes: BillingSizes): Promise<BillingData> {
  known ??= prepare(bench, sizes.invoices)
  return known
}

async function prepare({ database }: Bench, count: number): Promise<BillingData> {
  console.log(`${count} contracts to bill …`)
  const client = new pg.Client({ connectionString: database.plainUrl })
  await client.connect()
  try {
    const first = await nextNumber(client, database.organisation_id)
    const make = (many: number, from: number) =>
      manyContracts(client, database.organisation_id, many, from)
    const contract_ids = await make(count, first)
    const warm_ids = await make(WARM, first + count)
    for (const table of ['customers', 'contracts', 'rates', 'meters', 'meterregisters'])
      await client.query(`vacuum (analyze) ${table}`)
    await client.query('vacuum (analyze) meterreadings')
    await client.query('checkpoint')
    return { contract_ids, warm_ids }
  } finally {
    await client.end()
  }
}

/** Contracts beside those, for a question that wants its own. */
export async function moreContracts({ database }: Bench, count: number): Promise<number[]> {
  const client = new pg.Client({ connectionString: database.plainUrl })
  await client.connect()
  try {
    const first = await nextNumber(client, database.organisation_id)
    return await manyContracts(client, database.organisation_id, count, first)
  } finally {
    await client.end()
  }
}

async function nextNumber(client: pg.Client, organisation_id: number): Promise<number> {
  const { rows } = await client.query<{ next: string }>(
    `select coalesce(max(substr(contract_number, 3)::bigint), 0) + 1 as next from contracts
     where organisation_id = $1 and contract_number like 'M-%'`,
    [organisation_id],
  )
  return Number(rows[0]?.next)
}
