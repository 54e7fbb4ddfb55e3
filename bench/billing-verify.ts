import pg from 'pg'
import { verifyInvoices } from '#server/invoices/verify-invoices.ts'
import { middle, seconds } from './api-call.ts'
import type { BillingSizes } from './billing-data.ts'
import { openOffice, processorTime } from './billing-office.ts'
import { billedInvoices } from './billing-run.ts'
import type { Line } from './report.ts'
import type { Bench } from './scenarios.ts'

const GOAL = 5000
const ROUNDS = 3

/** Stored invoices computed again and compared, beside PostgreSQL reading the same rows. */
export async function verifyLine(bench: Bench, sizes: BillingSizes): Promise<Line> {
  await billedInvoices(bench, sizes, Math.min(sizes.invoices, sizes.verified))
  const client = new pg.Client({ connectionString: bench.database.plainUrl })
  await client.connect()
  try {
    const count = await fillUp(client, bench.database.organisation_id, sizes.verified)
    const ours: number[] = []
    const reads: number[] = []
    const processor: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const used = await processorTime(async () => ours.push(await verify(bench, count)))
      processor.push(used / count)
      reads.push(await timed(() => client.query(READ, [bench.database.organisation_id])))
    }
    const [oursMs, readMs] = [middle(ours), middle(reads)]
    const perSecond = (count / oursMs) * 1000
    return {
      key: 'p',
      title: `verification of ${count} stored invoices`,
      ours: `${seconds(oursMs)}, ${perSecond.toFixed(0)}/s`,
      reference: `PostgreSQL reading them ${seconds(readMs)}`,
      reached: `${perSecond.toFixed(0)}/s, ${middle(processor).toFixed(2)} ms of one core each`,
      goal: `≥ ${GOAL}/s`,
      isMet: perSecond >= GOAL,
      figures: { ours, reads, processor },
    }
  } finally {
    await client.end()
  }
}

const READ = `select count(*), sum(length(p.input::text)), sum(length(i::text))
  from invoice_proofs p join invoices i on i.id = p.invoice_id
  where p.organisation_id = $1 and i.deleted_at is null`

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function verify(bench: Bench, count: number): Promise<number> {
  const office = openOffice(bench)
  try {
    return await timed(() =>
      office.read(async (conn) => {
        const { checked, wrong } = await verifyInvoices(conn, () => true)
        if (wrong.length > 0)
          throw new Error(`Not proved: ${JSON.stringify(wrong[0]).slice(0, 500)}`)
        if (checked !== count) throw new Error(`Only ${checked} of ${count} were verified.`)
      }),
    )
  } finally {
    await office.close()
  }
}

/** More invoices just like those that were billed; of no contract, so that no day is billed twice. */
async function fillUp(client: pg.Client, organisation_id: number, wanted: number) {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'invoices'
       and table_schema = 'public' and is_generated = 'NEVER'
       and column_name not in ('id', 'contract_id', 'invoice_number')`,
  )
  const columns = rows.map(({ name }) => name).join(', ')
  const count = async () => {
    const { rows: found } = await client.query<{ count: string }>(
      `select count(*) from invoice_proofs p join invoices i on i.id = p.invoice_id
       where p.organisation_id = $1 and i.deleted_at is null`,
      [organisation_id],
    )
    return Number(found[0]?.count)
  }
  let had = await count()
  if (had < wanted) console.log(`${wanted} invoices to verify …`)
  while (had < wanted) {
    await client.query(
      `with source as (select i.*, p.input, p.trace, row_number() over (order by i.id) as place
         from invoices i join invoice_proofs p on p.invoice_id = i.id
         where i.organisation_id = $1 and i.deleted_at is null and i.invoice_status = 'draft'
         order by i.id limit $2),
       made as (insert into invoices (${columns})
         select ${columns} from source order by place returning id),
       placed as (select id, row_number() over (order by id) as place from made)
       insert into invoice_proofs (invoice_id, organisation_id, input, trace)
       select placed.id, $1, source.input, source.trace from placed join source using (place)`,
      [organisation_id, Math.min(10_000, wanted - had)],
    )
    had = await count()
  }
  await client.query('vacuum (analyze) invoices')
  await client.query('vacuum (analyze) invoice_proofs')
  return had
}
