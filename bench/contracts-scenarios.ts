import { besideRows, ours, sql } from './beside-rows.ts'
import { type ContractsData, contractsData } from './contracts-data.ts'
import type { Workload } from './load.ts'
import { BARE, type Bench, type Scenario } from './scenarios.ts'

const IDS_FIRST = 'PostgreSQL, ids first'
const BY_OFFSET = 'PostgreSQL by offset'
const list = '/contracts?contract_status=active&order=date_end&limit=50'
const where = `organisation_id = $1 and contract_status = 'active' and deleted_at is null`
const order = 'order by date_end, id limit 50'
const firstPage = `select * from contracts where ${where} ${order}`
const afterCursor = `select * from contracts where ${where}
  and (date_end, id) > ($2::date, $3::bigint) ${order}`
const readings = `select * from meterreadings where organisation_id = $1 and meter_id = $2
  and deleted_at is null order by reading_date desc, id desc limit 500`
const events = `select * from history where organisation_id = $1 and customer_id = $2
  order by created_at desc, id desc limit 160`

export const contractScenarios: Scenario[] = [
  {
    key: 'e',
    title: 'contracts by status and end, first page',
    goal: { of: BARE, share: 0.6 },
    loads: (bench) => beside(bench, () => list, { name: 'e', text: firstPage }),
  },
  // Peers read deep pages by offset, at 2.0 pages a second where the plain statement reached 2.6 and
  // a bare server 899 by cursor: 300 times as fast as they are is two thirds of the bare server,
  // 8 times is 6.2 times the statement.
  {
    key: 'e′',
    title: 'the same half-way down, by cursor',
    goal: { of: BARE, share: 0.67 },
    async loads(bench) {
      const data = await contractsData(bench)
      const loads = await beside(bench, () => `${list}&cursor=${data.cursor}`, {
        name: 'after',
        text: afterCursor,
        values: () => [data.date_end, data.contract_id],
      })
      return [...loads, await byOffset(bench)]
    },
  },
  {
    key: 'e″',
    title: 'the same half-way down, by page number',
    goal: { of: BY_OFFSET, share: 6.2 },
    async loads(bench) {
      const { deep } = await contractsData(bench)
      const { organisation_id, plainUrl } = bench.database
      const ids = `select id from contracts where ${where} ${order} offset ${deep}`
      const text = `select t.* from (${ids}) i join contracts t on t.id = i.id
        order by t.date_end, t.id`
      return [
        await ours(bench, `${list}&offset=${deep}`),
        await byOffset(bench),
        await sql(IDS_FIRST, plainUrl, bench.workers, { text, values: [organisation_id] }),
      ]
    },
  },
  {
    key: 'k',
    title: 'readings of a meter over ten years, 500 rows',
    goal: { of: BARE, share: 0.6 },
    loads: (bench) =>
      beside(bench, (data) => `/meterreadings?meter_id=${data.meter_id}&limit=500`, {
        name: 'k',
        text: readings,
        values: (data) => [data.meter_id],
      }),
  },
  {
    key: 'l',
    title: 'timeline of a customer with 5,000 events',
    // Told in sentences and with the names of what they are about, where the others answer rows.
    goal: { of: BARE, share: 0.2 },
    loads: (bench) =>
      beside(bench, (data) => `/customer/timeline?id=${data.customer_id}`, {
        name: 'l',
        text: events,
        values: (data) => [data.customer_id],
      }),
  },
]

interface BareStatement {
  name: string
  text: string
  values?: (data: ContractsData) => unknown[]
}

/** The same about contracts, with what their data says. */
async function beside(
  bench: Bench,
  path: (data: ContractsData) => string,
  { name, text, values = () => [] }: BareStatement,
): Promise<Workload[]> {
  const data = await contractsData(bench)
  return besideRows(bench, path(data), { name, text, values: values(data) })
}

/** What deep pages cost where nobody thought of them. */
async function byOffset(bench: Bench): Promise<Workload> {
  const { deep } = await contractsData(bench)
  const text = `${firstPage} offset ${deep}`
  const values = [bench.database.organisation_id]
  return sql(BY_OFFSET, bench.database.plainUrl, bench.workers, { text, values })
}
