import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { invoiceSent } from '#domain/books/postings.ts'
import { violations } from '#server/books/invariants-check.ts'
import { post } from '#server/books/ledger.ts'
import { type PostedColumns, postedInvoice } from '#server/books/posted-invoice.ts'
import { refreshBalances } from '#server/books/refresh-balances.ts'
import { todayOf } from '#server/kit/http/context.ts'
import type { BillingSizes } from './billing-data.ts'
import { type Office, openOffice } from './billing-office.ts'
import { billedInvoices } from './billing-run.ts'
import { requestText } from './http-connection.ts'
import type { Workload } from './load.ts'
import { paymentRowsSql } from './payment-rows.ts'
import type { Line } from './report.ts'
import type { Bench } from './scenarios.ts'
import { httpLoad, sqlLoad } from './workloads.ts'

export interface OwedInvoice {
  id: number
  contract_id: number
  customer_id: number
  invoice_number: string
  discounted: string
}

const AT_ONCE = 500
// As many as give a steady rate.
const REFERENCES = 2000
const ONE_BY_ONE = 1000
/** Payments of a list, as a file from the bank has them, and how many lists are under way. */
export const LISTED = 250
const LISTS_AT_ONCE = 4
// 500 a second on the machine where PostgreSQL itself inserts 725: only the ratio carries over.
const GOAL = 0.69

/**
 * Payments received, booked and placed through the API, in lists and one by one, beside an insert of
 * the same rows, one by one. Nothing may be wrong with the books afterwards.
 */
export async function paymentsLines(bench: Bench, sizes: BillingSizes): Promise<Line[]> {
  const ids = await billedInvoices(bench, sizes, sizes.invoices)
  const office = openOffice(bench)
  const owed = await sentInvoices(office, ids).finally(() => office.close())
  const today = todayOf(office.ctx)
  const reference = await sqlLoad('PostgreSQL', {
    url: bench.database.plainUrl,
    workers: bench.workers,
    statements: (turn) => [rowsOf(bench, owed[turn % owed.length], today)],
  })
  const [alone, listed] = [owed.slice(0, ONE_BY_ONE), owed.slice(ONE_BY_ONE)]
  const oneByOne = {
    request: (turn: number) => put(bench, '/invoicepayment', payment(alone[turn], today)),
  }
  const inLists = {
    request: (turn: number) => {
      const part = listed.slice(turn * LISTED, (turn + 1) * LISTED)
      return put(bench, '/invoicepayments', { payments: part.map((one) => payment(one, today)) })
    },
  }
  /** Opened when it is used: the server lets go of connections that lie idle. */
  const rateOf = async (load: typeof oneByOne, turns: number, workers: number) => {
    const calls = await httpLoad('Switchboard', { ...load, port: bench.port, workers, status: 201 })
    return perSecond(calls, turns, workers).finally(() => calls.close())
  }
  try {
    const before = await perSecond(reference, REFERENCES, bench.workers)
    await takeBackPayments(bench)
    const single = await rateOf(oneByOne, alone.length, bench.workers)
    const turns = Math.ceil(listed.length / LISTED)
    const lists = (await rateOf(inLists, turns, LISTS_AT_ONCE)) * (listed.length / turns)
    await refuseBrokenBooks(bench, owed, today)
    const after = await perSecond(reference, REFERENCES, bench.workers)
    const figures = { lists, single, before, after }
    return [
      lineOf('o', `${listed.length} payments in lists of ${LISTED}`, lists, figures),
      lineOf('o′', `${alone.length} payments one by one`, single, figures),
    ]
  } finally {
    await reference.close()
  }
}

function lineOf(
  key: 'o' | 'o′',
  title: string,
  reached: number,
  figures: Record<'before' | 'after', number>,
): Line {
  const plain = (figures.before + figures.after) / 2
  const share = reached / plain
  return {
    key,
    title: `${title}, booked and placed`,
    ours: `${reached.toFixed(0)}/s`,
    reference: `PostgreSQL inserting their rows one by one ${plain.toFixed(0)}/s`,
    reached: `${(share * 100).toFixed(0)} % of PostgreSQL`,
    goal: key === 'o' ? `≥ ${GOAL * 100} %` : '',
    isMet: key === 'o′' || share >= GOAL,
    figures,
  }
}

/** Fast and wrong would be no achievement. */
async function refuseBrokenBooks(
  bench: Bench,
  owed: readonly OwedInvoice[],
  today: string,
): Promise<void> {
  const office = openOffice(bench)
  try {
    for (let at = 0; at < owed.length; at += AT_ONCE) {
      const customer_ids = owed.slice(at, at + AT_ONCE).map(({ customer_id }) => customer_id)
      const [found] = await office.write((conn) => violations(conn, today, customer_ids))
      if (found) throw new Error(`The books are broken: ${JSON.stringify(found)}`)
    }
  } finally {
    await office.close()
  }
}

/** Drafts as they are once they went out: numbered, owed and in the books. */
export async function sentInvoices(office: Office, ids: readonly number[]): Promise<OwedInvoice[]> {
  const owed: OwedInvoice[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const rows = await office.write(async (conn) => {
      const sent = await conn.query<OwedInvoice & PostedColumns>(
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
      ...rows.map(({ id, contract_id, customer_id, invoice_number, discounted }) => ({
        id,
        contract_id,
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

function put(bench: Bench, path: string, body: object): string {
  const headers = { ...bench.session.write, 'idempotency-key': randomUUID() }
  return requestText('PUT', `/api/v1${path}`, headers, JSON.stringify(body))
}

export const payment = (owed: OwedInvoice | undefined, payment_date: string) => ({
  customer_id: owed?.customer_id,
  reference: owed?.invoice_number,
  amount_incl_gst: owed?.discounted,
  payment_type: 'bank_transfer',
  payment_date,
})

function rowsOf(bench: Bench, owed: OwedInvoice | undefined, payment_date: string) {
  const { organisation_id } = bench.database
  const { customer_id, id, invoice_number, discounted } = owed ?? {}
  const values = [organisation_id, customer_id, id, `${invoice_number}`, discounted, payment_date]
  return { name: 'payment', text: paymentRowsSql, values: [...values, randomUUID()] }
}

/** The rows of the reference would be money that the product has to place. */
async function takeBackPayments({ database }: Bench): Promise<void> {
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
