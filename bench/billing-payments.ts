import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { invoiceSent } from '#domain/books/postings.ts'
import { post } from '#server/books/ledger.ts'
import { type PostedColumns, postedInvoice } from '#server/books/posted-invoice.ts'
import { refreshBalances } from '#server/books/refresh-balances.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { seconds } from './api-call.ts'
import type { BillingSizes } from './billing-data.ts'
import { type Office, openOffice } from './billing-office.ts'
import { billedInvoices } from './billing-run.ts'
import { requestText } from './http-connection.ts'
import type { Workload } from './load.ts'
import { paymentRowsSql } from './payment-rows.ts'
import type { Line } from './report.ts'
import type { Bench } from './scenarios.ts'
import { httpLoad, sqlLoad } from './workloads.ts'

interface Owed {
  id: number
  customer_id: number
  invoice_number: string
  discounted: string
}

const AT_ONCE = 500
// As many as give a steady rate.
const REFERENCES = 2000

/** Payments received, booked and placed through the API, beside an insert of the same rows. */
export async function paymentsLine(bench: Bench, sizes: BillingSizes): Promise<Line> {
  const ids = await billedInvoices(bench, sizes, sizes.invoices)
  const office = openOffice(bench)
  const owed = await sentInvoices(office, ids).finally(() => office.close())
  const today = todayOf(office.ctx)
  const reference = await sqlLoad('PostgreSQL', {
    url: bench.database.plainUrl,
    workers: bench.workers,
    statements: (turn) => [rowsOf(bench, owed[turn % owed.length], today)],
  })
  const ours = await httpLoad('Switchboard', {
    port: bench.port,
    workers: bench.workers,
    status: 201,
    request: (turn) => payment(bench, owed[turn], today),
  })
  try {
    const before = await perSecond(reference, REFERENCES, bench.workers)
    await takeBack(bench)
    const reached = await perSecond(ours, owed.length, bench.workers)
    const after = await perSecond(reference, REFERENCES, bench.workers)
    const plain = (before + after) / 2
    return {
      key: 'o',
      title: `${owed.length} payments booked and placed`,
      ours: `${seconds((owed.length / reached) * 1000)}, ${reached.toFixed(0)}/s`,
      reference: `PostgreSQL inserting their rows ${plain.toFixed(0)}/s`,
      reached: `${((reached / plain) * 100).toFixed(0)} % of PostgreSQL`,
      goal: '',
      isMet: true,
      figures: { reached, before, after },
    }
  } finally {
    await ours.close()
    await reference.close()
  }
}

/** Drafts as they are once they went out: numbered, owed and in the books. */
async function sentInvoices(office: Office, ids: readonly number[]): Promise<Owed[]> {
  const owed: Owed[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const rows = await office.write(async (conn) => {
      const sent = await conn.query<Owed & PostedColumns>(
        `update invoices set invoice_status = 'invoiced', invoiced_at = now(), ppd_state = 'open',
           invoice_number = coalesce(invoice_number, 'B-' || id), invoiced_date = current_date,
           approved_at = now(), balance = discounted_total_this_period
         where id = any($1) and invoice_status = 'draft'
         returning *, discounted_total_this_period::text as discounted`,
        [ids.slice(at, at + AT_ONCE)],
      )
      const entries = sent.map((row) => ({
        event: ledgerEvents.invoiceSent,
        customer_id: row.customer_id,
        invoice_id: row.id,
        unique_key: `invoice ${row.id} sent`,
        lines: invoiceSent(postedInvoice(row)),
      }))
      await post(office.ctx, conn, entries)
      await refreshBalances(
        office.ctx,
        conn,
        sent.map((row) => row.customer_id),
      )
      return sent
    })
    owed.push(
      ...rows.map(({ id, customer_id, invoice_number, discounted }) => ({
        id,
        customer_id,
        invoice_number,
        discounted,
      })),
    )
  }
  return owed
}

/** Each turn once, by as many workers as there are connections. */
async function perSecond(load: Workload, turns: number, workers: number): Promise<number> {
  const started = performance.now()
  let next = 0
  const work = async (worker: number) => {
    for (let turn = next++; turn < turns; turn = next++) await load.once(worker, turn)
  }
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
  return (turns / (performance.now() - started)) * 1000
}

function payment(bench: Bench, owed: Owed | undefined, payment_date: string): string {
  return requestText(
    'PUT',
    '/api/v1/invoicepayment',
    { ...bench.session.write, 'idempotency-key': randomUUID() },
    JSON.stringify({
      customer_id: owed?.customer_id,
      reference: owed?.invoice_number,
      amount_incl_gst: owed?.discounted,
      payment_type: 'bank_transfer',
      payment_date,
    }),
  )
}

function rowsOf(bench: Bench, owed: Owed | undefined, payment_date: string) {
  const { organisation_id } = bench.database
  const { customer_id, id, invoice_number, discounted } = owed ?? {}
  const values = [organisation_id, customer_id, id, `${invoice_number}`, discounted, payment_date]
  return { name: 'payment', text: paymentRowsSql, values: [...values, randomUUID()] }
}

/** The rows of the reference would be money that the product has to place. */
async function takeBack({ database }: Bench): Promise<void> {
  const client = new pg.Client({ connectionString: database.plainUrl })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    const own = `(select id from invoicepayments where notes = 'reference')`
    for (const sql of [
      `delete from accounttransactions where transaction_id in
         (select id from transactions where invoicepayment_id in ${own})`,
      `delete from transactions where invoicepayment_id in ${own}`,
      `delete from allocations where invoicepayment_id in ${own}`,
      `delete from history where object_class = 'invoicepayment' and object_id in ${own}`,
      `delete from invoicepayments where notes = 'reference'`,
      `update invoices set invoice_status = 'invoiced', ppd_state = 'open', cleared_at = null,
         balance = discounted_total_this_period
       where invoice_status = 'cleared' and organisation_id = ${database.organisation_id}`,
    ])
      await client.query(sql)
    for (const table of ['accounttransactions', 'transactions', 'allocations', 'invoices'])
      await client.query(`vacuum (analyze) ${table}`)
    await client.query('vacuum (analyze) invoicepayments')
  } finally {
    await client.end()
  }
}
