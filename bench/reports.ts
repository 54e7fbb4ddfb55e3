import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { answerTo } from './api-call.ts'
import { figuresData } from './figures-data.ts'
import type { Line } from './report.ts'
import type { Bench } from './scenarios.ts'
import { untilSettled } from './settled.ts'

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
// Nothing of it was noted: the days are to be summed up from the first.
const FORGET = 'delete from daytotal_marks; delete from daytotals'
const tables = ['bills', 'transactions', 'accounttransactions']

/** The reports that add the books up, of this month, over two years of invoices and bills. */
export async function reportLines(bench: Bench, invoices: number): Promise<Line[]> {
  await figuresData(bench, invoices)
  await reportsData(bench)
  await untilSettled(bench)
  const lines: Line[] = []
  for (const name of Object.keys(goals) as ReportName[])
    lines.push(await lineOf(bench, name, invoices))
  return lines
}

async function lineOf(bench: Bench, name: ReportName, invoices: number): Promise<Line> {
  const times: number[] = []
  let isByJob = false
  for (let round = -1; round < ROUNDS; round++) {
    const began = performance.now()
    const byJob = await made(bench, name)
    // The first one warms up.
    if (round >= 0) times.push(performance.now() - began)
    if (round >= 0) isByJob ||= byJob
  }
  const p95 = times.toSorted((a, b) => a - b)[Math.floor((ROUNDS - 1) * 0.95)] ?? 0
  const how = isByJob ? ', by a job' : ''
  return {
    key: 'rp',
    title: `report ${name} over ${invoices} invoices`,
    ours: `p95 ${p95.toFixed(0)} ms${how}`,
    reference: '',
    reached: `${p95.toFixed(0)} ms${how}`,
    goal: `≤ ${goals[name]} ms${name === 'receivables' ? '' : ', else a job'}`,
    isMet: isByJob ? name !== 'receivables' : p95 <= goals[name],
    figures: { times },
  }
}

/** Until the report is there, made for this call alone; answers whether a job made it. */
async function made(bench: Bench, name: ReportName): Promise<boolean> {
  let { info } = await answerTo(bench, 'GET', `/report?name=${name}&anew=1`)
  const isByJob = 'job_id' in info
  while ('job_id' in info) {
    await sleep(50)
    const path = `/report?name=${name}&job_id=${info.job_id}`
    info = (await answerTo(bench, 'GET', path)).info
  }
  return isByJob
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
    await client.query(FORGET)
    await untilSettled(bench)
  } finally {
    await client.end()
  }
}
