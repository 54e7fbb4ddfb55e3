import type pg from 'pg'
import { dayIn } from './days.ts'
import { scope } from './world.ts'

const RATES = [
  ['Day energy', 'variable', 'kWh', '0.2315', 'D'],
  ['Night energy', 'variable', 'kWh', '0.1425', 'N'],
  ['Network day', 'variable', 'kWh', '0.0512', 'D'],
  ['Network night', 'variable', 'kWh', '0.0215', 'N'],
  ['Daily charge', 'fixed', 'day', '1.85', null],
  ['Network daily', 'fixed', 'day', '0.6', null],
  ['Metering', 'fixed', 'day', '0.1275', null],
  ['Levy', 'levy', 'kWh', '0.0021', null],
] as const

/**
 * So many customers, each with a contract from 1 September 2026, eight rates, a meter with two
 * registers and readings up to the end of October. Answers the contracts' ids.
 */
export async function manyContracts(
  owner: pg.Client,
  organisation_id: number,
  count: number,
  first = 1,
): Promise<number[]> {
  await scope(owner, organisation_id)
  const numbers = [organisation_id, first, first + count - 1]
  await owner.query(
    `insert into customers (organisation_id, name, customer_type, customer_status, email,
       charge_late_fee, receives_invoice)
     select $1, 'Many ' || n, 'residential', 'active', 'many' || n || '@example.co.nz', true, true
     from generate_series($2::int, $3::int) n`,
    numbers,
  )
  const { rows } = await owner.query<{ id: string }>(
    `insert into contracts (organisation_id, contract_number, contract_status, customer_id,
       connections, date_start, discount_percent, gst_percent, service_fee_percent, due_date_type,
       due_date_value_offset)
     select $1, 'M-' || n, 'active', c.id, array['MANY' || n], '2026-09-01', 10, 15, 5, 'offset', 20
     from generate_series($2::int, $3::int) n
     join customers c on c.name = 'Many ' || n order by n returning id`,
    numbers,
  )
  await owner.query(
    `insert into rates (organisation_id, rate_name, contract_id, rate_type, rate_amount, rate_unit,
       valid_from_date, register_code)
     select $1, x.n, k.id, x.t, x.a, x.u, '2026-09-01', x.r
     from generate_series($2::int, $3::int) n join contracts k on k.contract_number = 'M-' || n
     cross join unnest($4::text[], $5::text[], $6::text[], $7::numeric[], $8::text[]) x (n, t, u, a, r)`,
    [...numbers, ...[0, 1, 2, 3, 4].map((place) => RATES.map((rate) => rate[place]))],
  )
  await owner.query(
    `with m as (insert into meters (organisation_id, meter_number, customer_id, consumer_number, icp_type)
       select $1, 'MM-' || n, k.customer_id, 'MANY' || n, 'electricity'
       from generate_series($2::int, $3::int) n join contracts k on k.contract_number = 'M-' || n
       returning id, substr(meter_number, 4)::int as n),
     g as (insert into meterregisters (organisation_id, name, meter_id, register_code, digits, flow)
       select $1, code, m.id, code, 5, 'X' from m cross join (values ('D'), ('N')) c (code)
       returning id, meter_id, register_code)
     insert into meterreadings (organisation_id, meter_id, meterregister_id, reading_date,
       reading_latest_type, reading_latest, period_start, reading_quantity, reading_energy,
       reading_losses, source)
     select $1, g.meter_id, g.id, r.day, 'actual', r.place * 500, r.start, q.use, q.use, 0, 'staff'
     from g join m on m.id = g.meter_id cross join (values (2, '2026-09-01'::date, '2026-09-30'::date),
       (3, '2026-10-01', '2026-10-31')) r (place, start, day)
     cross join lateral (
       select 300 + (m.n * 7 + r.place * 13 + ascii(g.register_code)) % 400 as use) q`,
    numbers,
  )
  return rows.map((row) => Number(row.id))
}

/** Every fourth of them is billed on top of the supplier's own bill, which is here. */
export async function splitSome(
  owner: pg.Client,
  organisation_id: number,
  contract_ids: readonly number[],
): Promise<void> {
  await scope(owner, organisation_id)
  const { rows } = await owner.query<{ id: string }>(
    `insert into suppliers (organisation_id, name) values ($1, 'Of many') returning id`,
    [organisation_id],
  )
  await owner.query(
    `with chosen as (select id, customer_id, substr(contract_number, 3)::int as n from contracts
       where id = any($2) and substr(contract_number, 3)::int % 4 = 0),
     split as (update customers set simple_invoicing = true
       where id in (select customer_id from chosen) returning id),
     supplied as (update contracts set supplier_id = $3 where id in (select id from chosen))
     insert into bills (organisation_id, supplier_statement_number, bill_status, supplier_id,
       contract_id, customer_id, period_start, period_end, period_days, supplier_due_date,
       ppd_percent, gst_type, gst_percent, lines)
     select $1, 'S-' || k.n, 'approved', $3, k.id, split.id, '2026-09-01', '2026-10-31', 61,
       $4, 5, 'exclusive', 15, jsonb_build_array(
         jsonb_build_object('name', 'Energy', 'quantity', (700 + k.n % 300)::text,
           'rate', '0.2113', 'unit', 'kWh', 'discountable', true),
         jsonb_build_object('name', 'Daily charge', 'quantity', '61', 'rate', '1.2',
           'unit', 'day', 'discountable', false))
     from chosen k join split on split.id = k.customer_id`,
    [organisation_id, contract_ids, rows[0]?.id, dayIn(31)],
  )
}
