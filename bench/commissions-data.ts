import pg from 'pg'
import type { Bench } from './scenarios.ts'

/** Runs something as the owner of the tables, past row-level security. */
export async function asOwner<T>(
  { database }: Bench,
  work: (client: pg.Client, organisation_id: number) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: database.plainUrl })
  await client.connect()
  try {
    return await work(client, database.organisation_id)
  } finally {
    await client.end()
  }
}

/** A partner who earns a tenth of the fee, and has an address. A kept database has those of earlier runs. */
export function newPartner(bench: Bench, name: string): Promise<number> {
  return asOwner(bench, async (client, organisation_id) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into partners (organisation_id, name, is_active, email, partner_rate_unit,
         partner_rate_standard) values ($1, $2, true, 'partner@bench.example', 'percent', 10)
       returning id`,
      [organisation_id, `${name} ${Date.now()}`],
    )
    return Number(rows[0]?.id)
  })
}

/** What partners share of contracts from the first day on. */
export function share(bench: Bench, partner_id: number, contract_ids: readonly number[]) {
  return asOwner(bench, (client, organisation_id) =>
    client.query(
      `insert into contractpartners (organisation_id, contract_id, partner_id, share_percent,
         valid_from_date) select $1, k, $2, 100, '2026-01-01' from unnest($3::bigint[]) k`,
      [organisation_id, partner_id, contract_ids],
    ),
  )
}

/** Entries that wait for a statement, a minute apart. */
export function earn(bench: Bench, partner_id: number, count: number): Promise<void> {
  return asOwner(bench, async (client, organisation_id) => {
    await client.query(
      `insert into commissions (organisation_id, commission_status, kind, partner_id, amount,
         base, share_percent, base_part, rate, rate_unit, earned_on, reason, created_at)
       select $1, 'accrued', 'correction', $2, 1.56, 26.04, 60, 15.62, 10, 'percent',
         current_date - 2, 'Entry ' || n, now() - n * interval '1 minute'
       from generate_series(1, $3) n`,
      [organisation_id, partner_id, count],
    )
    await client.query('vacuum (analyze) commissions')
  })
}

let listed: Promise<number> | undefined

/** As many entries of one partner as a long list has, made with the first question that wants them. */
export function listedPartner(bench: Bench): Promise<number> {
  listed ??= (async () => {
    console.log(`${bench.commissions} commission entries …`)
    const partner_id = await newPartner(bench, 'Long list')
    await earn(bench, partner_id, bench.commissions)
    return partner_id
  })()
  return listed
}
