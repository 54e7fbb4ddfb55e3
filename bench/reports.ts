import pg from 'pg'
import { call } from './api-call.ts'
import { figuresData } from './figures-data.ts'
import type { Line } from './report.ts'
import type { Bench } from './scenarios.ts'
import { untilSealed } from './sealed.ts'

const ROUNDS = 12

// What each report may take, p95; one that takes longer is asked with patience.
const goals = { receivables: 300, discounts: 1000, margin: 1000 } as const
type ReportName = keyof typeof goals

// What was offered with each invoice, on its own entry; what it asks for grows by as much.
const AT_STAKE = `insert into accounttransactions (organisation_id, transaction_id, account, amount,
    transaction_date, customer_id, invoice_id)
  select t.organisation_id, t.id, x.account, x.amount, t.transaction_date, t.customer_id,
    t.invoice_id from transactions t cross join (values (1190, 11.50), (1100, -11.50)) x (account, amount)
  where t.organisation_id = $1 and t.request_id = 'bench' and t.event = 'invoice_sent'`
const BILLS = `insert into bills (organisation_id, bill_status, supplier_statement_number, customer_id,
    invoice_id, period_start, period_end, discounted_bill_sum, undiscounted_bill_sum, booked_as)
  select organisation_id, 'paid', 'BR-' || id, customer_id, id, invoiced_date - 30, invoiced_date - 1,
    80, 90, 'cost' from invoices where organisation_id = $1 and invoice_number like 'BF-%'`
const APPROVALS = `insert into transactions (organisation_id, event, transaction_date, amount,
    customer_id, bill_id, actor_name, source, request_id)
  select b.organisation_id, 'bill_approved', b.period_end + 1, 80, b.customer_id, b.id, 'Bench',
    'system', 'bench bills' from bills b
  where b.organisation_id = $1 and b.supplier_statement_number like 'BR-%'`
const COSTS = `insert into accounttransactions (organisation_id, transaction_id, account, amount,
    transaction_date, bill_id)
  select t.organisation_id, t.id, x.account, x.amount, t.transaction_date, t.bill_id
  from transactions t cross join (values (5000, 80.00), (2000, -80.00)) x (account, amount)
  where t.organisation_id = $1 and t.request_id = 'bench bills'`
const tables = ['bills', 'transactions', 'accounttransactions']

/** The reports that add the books up, of this month, over two years of invoices and bills. */
export async function reportLines(bench: Bench, invoices: number): Promise<Line[]> {
  await figuresData(bench, invoices)
  await reportsData(bench)
  const lines: Line[] = []
  for (const name of Object.keys(goals) as ReportName[])
    lines.push(await lineOf(bench, name, invoices))
  return lines
}

async function lineOf(bench: Bench, name: ReportName, invoices: number): Promise<Line> {
  const times: number[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const began = performance.now()
    await call(bench, 'GET', `/report?name=${name}`)
    // The first one warms up.
    if (round >= 0) times.push(performance.now() - began)
  }
  const p95 = times.toSorted((a, b) => a - b)[Math.floor((ROUNDS - 1) * 0.95)] ?? 0
  return {
    key: 'rp',
    title: `report ${name} over ${invoices} invoices`,
    ours: `p95 ${p95.toFixed(0)} ms`,
    reference: '',
    reached: `${p95.toFixed(0)} ms`,
    goal: `≤ ${goals[name]} ms`,
    isMet: p95 <= goals[name],
    figures: { times },
  }
}

async function reportsData(bench: Bench): Promise<void> {
  const { organisation_id, plainUrl } = bench.database
  const client = new pg.Client({ connectionString: plainUrl })
  await client.connect()
  try {
    await client.query(`select set_config('app.organisation_id', $1, false)`, [organisation_id])
    const { rows } = await client.query(
      `select 1 from bills where organisation_id = $1 and supplier_statement_number like 'BR-%'
       limit 1`,
      [organisation_id],
    )
    if (rows.length > 0) return
    await client.query('set session_replication_role = replica')
    for (const text of [AT_STAKE, BILLS, APPROVALS, COSTS])
      await client.query(text, [organisation_id])
    for (const table of tables) await client.query(`vacuum (analyze) ${table}`)
    await untilSealed(bench)
  } finally {
    await client.end()
  }
}
