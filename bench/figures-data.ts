import pg from 'pg'
import type { Bench } from './scenarios.ts'
import { untilSettled } from './settled.ts'

// Every twelfth invoice is open, the others are paid; two years of them, the same on every day.
const INVOICES = `insert into invoices (organisation_id, customer_id, invoice_number, invoice_status,
    billing, split_collection, invoice_date, invoiced_date, due_date, discounted_date, ppd_state,
    discounted_total, undiscounted_total,
    discounted_total_this_period, undiscounted_total_this_period, gst_if_discounted, gst_if_not,
    discounted_service_fee, undiscounted_service_fee, balance, cleared_at, invoiced_at)
  select $1, c.id, 'BF-' || n, case when n % 12 = 0 then 'invoiced' else 'paid' end, 'standard',
    'direct', d.day, d.day, d.day + 20, d.day + 20,
    case when n % 12 = 0 and n % 24 = 0 then 'open' else 'earned' end,
    20 + (n * 37 % 200000) / 100.0, 30 + (n * 41 % 200000) / 100.0, 115, 126.5, 15, 16.5, 5, 5.5,
    case when n % 12 = 0 then 115 else 0 end,
    case when n % 12 <> 0 then (d.day + 5 + (n % 30)::int)::timestamptz end, d.day
  from generate_series(1, $2::int) n
    cross join lateral (select current_date - (n % 730)::int as day) d
    join (select id, row_number() over (order by id) as place
      from customers where organisation_id = $1 and deleted_at is null) c
      on c.place = 1 + n % (select count(*) from customers
        where organisation_id = $1 and deleted_at is null)`
const ENTRIES = `insert into transactions (organisation_id, event, transaction_date, amount,
    customer_id, invoice_id, actor_name, source, request_id)
  select organisation_id, 'invoice_sent', invoiced_date, 115, customer_id, id, 'Bench', 'system',
    'bench' from invoices where organisation_id = $1 and invoice_number like 'BF-%'`
const LINES = `insert into accounttransactions (organisation_id, transaction_id, account, amount,
    transaction_date, customer_id, invoice_id)
  select t.organisation_id, t.id, x.account, x.amount, t.transaction_date, t.customer_id,
    t.invoice_id from transactions t
    cross join (values (1100, 115.00), (4000, -95.00), (4020, -5.00), (2300, -15.00))
      x (account, amount) where t.organisation_id = $1 and t.request_id = 'bench'`
const PAYMENTS = `insert into invoicepayments (organisation_id, payment_status, customer_id,
    invoice_id, payment_date, payment_type, amount_incl_gst)
  select organisation_id, 'reconciled', customer_id, id, invoiced_date + 12, 'bank_transfer', 115
  from invoices where organisation_id = $1 and invoice_number like 'BF-%'
    and invoice_status = 'paid'`

// What the trigger keeps: the number and the two amounts that stand on the page.
const TERMS = `insert into searchterms (organisation_id, kind, term, record_id)
  select t.organisation_id, 'invoice', term, t.id from invoices t, unnest(search_terms(
    array[t.invoice_number, t.discounted_total::text, t.undiscounted_total::text],
    array['number', 'amount', 'amount'])) term
  where t.organisation_id = $1 and t.invoice_number like 'BF-%'`

/** The tables that hold them. */
export const invoiceTables = ['invoices', 'transactions', 'accounttransactions', 'invoicepayments']

/**
 * Invoices, their entries and their payments, as the triggers would have let them in. Whoever asks
 * has switched those off.
 */
export async function storeInvoices(
  client: pg.Client,
  organisation_id: number,
  wanted: number,
): Promise<void> {
  await client.query(`select set_config('app.organisation_id', $1, false)`, [organisation_id])
  await client.query(INVOICES, [organisation_id, wanted])
  for (const text of [ENTRIES, LINES, PAYMENTS, TERMS]) await client.query(text, [organisation_id])
  // Nothing of it was noted: the days are to be summed up from the first.
  await client.query('delete from daytotal_marks')
  await client.query('delete from daytotals')
}

export async function figuresData(bench: Bench, wanted: number): Promise<void> {
  const { organisation_id, plainUrl } = bench.database
  const client = new pg.Client({ connectionString: plainUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select 1 from invoices where organisation_id = $1 and invoice_number like 'BF-%' limit 1`,
      [organisation_id],
    )
    if (rows.length > 0) return
    console.log(`${wanted} invoices with their entries and payments …`)
    await client.query('set session_replication_role = replica')
    await storeInvoices(client, organisation_id, wanted)
    for (const table of invoiceTables) await client.query(`vacuum (analyze) ${table}`)
    await untilSettled(bench)
  } finally {
    await client.end()
  }
}
