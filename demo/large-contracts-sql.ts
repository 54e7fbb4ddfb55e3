// Everything is made by the database from row numbers: the same on every machine, and as fast as
// its indexes allow. $1 is the organisation, $2 and $3 the first and the last number.

/** A few suppliers, so that lists have somebody to name. */
export const supplierSql = `
insert into suppliers (organisation_id, name, is_active)
select $1::bigint, given.name, true from unnest($2::text[]) given (name)
where not exists (select from suppliers s where s.organisation_id = $1 and s.name = given.name)`

/** $4 and $5 are the ids of the customers and suppliers to choose from. */
export const contractBatchSql = `
with drawn as (
  select i, $4::bigint[] as customers, $5::bigint[] as suppliers,
    (hashint8(i * 13) & 2147483647) % 100 as fate,
    date '2024-01-01' + (hashint8(i * 7) & 2147483647) % 1000 as starts,
    (array[365, 365, 730, 1095])[1 + i % 4] as days
  from generate_series($2::bigint, $3::bigint) i
), made as (
insert into contracts (organisation_id, contract_number, contract_status, customer_id, supplier_id,
  icp_type, connections, account_number_with_supplier, date_start, date_end, is_open_plan,
  valid_from_date, service_fee_percent, discount_percent, gst_percent, due_date_type,
  due_date_value_offset, cancellation_fee_amount, reading_interval, reading_interval_unit,
  accepted_at, created_at, modified_at)
select $1::bigint, 'K-' || i,
  case when fate < 66 then 'active' when fate < 84 then 'ended' when fate < 90 then 'cancelled'
    when fate < 95 then 'offered' else 'draft' end,
  customers[1 + i % cardinality(customers)], suppliers[1 + i % cardinality(suppliers)],
  (array['electricity', 'electricity', 'electricity', 'gas', 'water'])[1 + i % 5],
  array['B' || lpad(i::text, 9, '0')], 'A-' || i, starts,
  case when fate < 3 then null else starts + (days::int - 1) end, fate < 3, starts, 3.5, 0, 15,
  'offset', 20, 150, 1, 'months',
  case when fate < 90 then starts - interval '20 days' end,
  starts - interval '30 days' + make_interval(mins => (i % 400)::int), now()
from drawn returning id
)
select min(id) as first, max(id) as last from made`

/** What the trigger would do one by one; from here on $2 and $3 are ids of contracts. */
export const connectionsBatchSql = `
insert into contract_connections (organisation_id, contract_id, connection, days)
select organisation_id, id, connections[1],
  daterange(date_start, case when is_open_plan then null else date_end end, '[]')
from contracts where organisation_id = $1 and id between $2 and $3
  and contract_status in ('active', 'ended', 'cancelled')`

/** Two rates on a side for each contract of a batch. */
export const ratesBatchSql = (table: 'rates' | 'supplierrates') => `
insert into ${table} (organisation_id, rate_name, contract_id, rate_type, rate_amount, rate_unit,
  valid_from_date, created_at)
select k.organisation_id, line.name, k.id, line.type,
  line.amount + (k.id % 100) * 0.0001, line.unit, k.date_start, k.created_at
from contracts k, (values ('Anytime', 'variable', 0.2187, 'kWh'),
  ('Daily charge', 'fixed', 1.8, 'day')) line (name, type, amount, unit)
where k.organisation_id = $1 and k.id between $2 and $3`

/** One meter with one register for each contract of a batch. */
export const meterBatchSql = `
with made as (
  insert into meters (organisation_id, meter_number, customer_id, consumer_number, icp_type,
    meter_type, icp_location, reading_interval, reading_interval_unit, next_reading_date,
    last_reading_date, date_installed, created_at, located_line)
  select k.organisation_id, 'M' || k.id, k.customer_id, k.connections[1], k.icp_type, 'smart',
    (1 + k.id % 399) || ' Kōwhai Avenue', 1, 'months', date '2026-11-01' + (k.id % 60)::int,
    date '2026-10-01' + (k.id % 30)::int, date '2022-01-01', k.created_at,
    (1 + k.id % 399) || ' Kōwhai Avenue|' || k.customer_id
  from contracts k where k.organisation_id = $1 and k.id between $2 and $3
  returning id, organisation_id, created_at
)
insert into meterregisters (organisation_id, name, meter_id, register_code, digits, flow,
  created_at)
select organisation_id, 'Anytime', id, 'UN', 6, 'X', created_at from made`

/** Ten years of daily readings of the organisation's newest meter, $2 of them. */
export const dailyReadingsSql = `
insert into meterreadings (organisation_id, meter_id, meterregister_id, reading_date,
  reading_latest_type, reading_latest, reading_previous, period_start, reading_quantity,
  reading_energy, reading_losses, source, created_at)
select g.organisation_id, g.meter_id, g.id, day, 'actual', shown, shown - used, day, used, used, 0,
  'import', day + interval '1 day'
from (select * from meterregisters where organisation_id = $1 order by meter_id desc limit 1) g,
  lateral (select date '2026-10-31' - ($2::int - n) as day, 12 + n % 17 as used,
    1000 + sum(12 + n % 17) over (order by n) as shown
    from generate_series(1, $2::int) n) days`

/** Events for the organisation's first customer, $2 of them, ten minutes apart. */
export const eventsSql = `
insert into history (organisation_id, object_class, object_id, customer_id, action, object_version,
  changes, actor_name, source, created_at)
select $1, case n % 4 when 0 then 'note' when 1 then 'meterreading' when 2 then 'contract'
    else 'customer' end,
  c.id, c.id, case when n % 4 = 3 then 'update' else 'create' end, n,
  jsonb_build_object('name', jsonb_build_array('Event ' || n - 1, 'Event ' || n)), 'Data set',
  'system', now() - make_interval(mins => 10 * ($2::int - n))
from (select id from customers where organisation_id = $1 order by id limit 1) c,
  generate_series(1, $2::int) n`
