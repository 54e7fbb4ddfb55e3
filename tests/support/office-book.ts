import pg from 'pg'
import { seedLargeContracts } from '#demo/large-contracts.ts'
import { invoiceTables, storeInvoices } from '../../bench/figures-data.ts'

/** What an office has gathered over the years, beside its customers. */
export interface OfficeBook {
  /** Each with its connection, rates and a meter, which is read once a month. */
  metered: number
  invoices: number
}

const MONTHS = 12
const monthlyReadings = `insert into meterreadings (organisation_id, meter_id, meterregister_id,
    reading_date, reading_latest_type, reading_latest, reading_previous, period_start,
    reading_quantity, reading_energy, reading_losses, source, created_at)
  select g.organisation_id, g.meter_id, g.id, day, 'actual', 1000 + 300 * n, 700 + 300 * n,
    day - 29, 300, 300, 0, 'import', day + interval '1 day'
  from meterregisters g, generate_series(1, $2::int) n,
    lateral (select date '2025-10-31' + 30 * n as day) d
  where g.organisation_id = $1
    and not exists (select from meterreadings r where r.meterregister_id = g.id)`

/** Fills the book of an organisation as its table owner, past the triggers that watch people. */
export async function storeOfficeBook(
  ownerUrl: string,
  organisation_id: number,
  { metered, invoices }: OfficeBook,
): Promise<void> {
  await seedLargeContracts({ ownerUrl, organisation_id, contracts: metered, log: () => {} })
  const client = new pg.Client({ connectionString: ownerUrl, statement_timeout: 0 })
  await client.connect()
  const tables = [...invoiceTables, 'meterreadings']
  try {
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
    await storeInvoices(client, organisation_id, invoices)
    await client.query(monthlyReadings, [organisation_id, MONTHS])
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
    for (const table of tables) await client.query(`vacuum (analyze) ${table}`)
  } finally {
    await client.end()
  }
}
