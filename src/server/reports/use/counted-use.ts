import { sameConnection } from '#server/contracts/same-connection.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'

/** Whose use it is, of which month. */
interface UseOwner {
  month: string
  customer_id: number | null
  customer: string | null
  connection: string
  network: string | null
  service: string
}

/** What a connection used in a month, in millionths of a kilowatt hour or cubic metre. */
export interface ConnectionUse extends UseOwner {
  quantity: number
  estimated: number
  put_back: number
  /** Days of which anything is known, once each however many registers there are. */
  days: number
}

/** The part of a reading that lies in a month. */
export interface ReadingUse extends UseOwner {
  id: number
  reading_date: string
  meter_number: string
  register: string
  flow: 'X' | 'I'
  is_estimate: boolean
  quantity: number
  day_from: string
  day_to: string
}

type UseSpan = [from: string, to: string, group: string | null, key: string | null]

/** Readings that count, as they were computed when they were stored. */
export const COUNTED_READINGS = fragment`r.deleted_at is null and r.problem is null
  and r.reading_quantity is not null and r.period_start <= r.reading_date
  and r.reading_latest_type not in ('misread', 'opening')`

/** Energy where there is any, else what the dials show. */
export const USED = fragment`(case when coalesce(m.icp_type, 'electricity') = 'water'
  then r.reading_quantity else coalesce(r.reading_energy, 0) end)`

export const MEASURED_SERVICES = fragment`coalesce(m.icp_type, 'electricity')
  in ('electricity', 'gas', 'water')`

// What somebody else used before a meter was handed on is theirs, as their contract tells.
const READINGS = fragment`select r.id, r.meterregister_id, r.reading_date, r.period_start,
    r.reading_latest_type = 'estimate' as is_estimate, g.flow, g.name as register, m.meter_number,
    coalesce(m.connection, m.meter_number) as connection, m.power_network as network,
    coalesce(m.icp_type, 'electricity') as service, ${USED} as used,
    r.reading_date - r.period_start + 1 as all_days,
    case when m.customer_since_date > r.reading_date then k.customer_id else m.customer_id end
      as customer_id
  from meterreadings r join meterregisters g on g.id = r.meterregister_id and g.deleted_at is null
  join meters m on m.id = g.meter_id and m.deleted_at is null
  left join lateral (select c.customer_id from contract_connections b
    join contracts c on c.id = b.contract_id
    where ${sameConnection('b', 'm')} and b.days @> r.reading_date limit 1) k
    on m.customer_since_date > r.reading_date
  where ${COUNTED_READINGS} and ${MEASURED_SERVICES}
    and r.reading_date >= $1::date and r.period_start <= $2::date`

const MEANT = fragment`$3::text is null or $4::text = coalesce(case $3::text
  when 'customer' then u.customer_id::text when 'connection' then u.connection
  when 'network' then u.network when 'service' then u.service end, '')`

// A reading that covers several months is split by days, so that its parts add up exactly.
const PARTS = fragment`select u.*, to_char(x.first, 'YYYY-MM') as month, y.day_from, y.day_to,
    (1000000 * (round(u.used * (y.day_to - u.period_start + 1) / u.all_days, 6)
      - round(u.used * (y.day_from - u.period_start) / u.all_days, 6)))::bigint as quantity
  from (${READINGS}) u
  cross join lateral (select f::date as first from generate_series(
    date_trunc('month', greatest(u.period_start, $1::date)::timestamp),
    least(u.reading_date, $2::date)::timestamp, interval '1 month') f) x
  cross join lateral (select greatest(u.period_start, $1::date, x.first) as day_from,
    least(u.reading_date, $2::date, (x.first + interval '1 month')::date - 1) as day_to) y
  where ${MEANT}`

export const USE_OF_CONNECTIONS = sql<ConnectionUse, UseSpan>`
  with used as (select p.month, p.customer_id, p.connection, p.network, p.service,
      coalesce(sum(p.quantity) filter (where p.flow = 'X'), 0)::bigint as quantity,
      coalesce(sum(p.quantity) filter (where p.flow = 'X' and p.is_estimate), 0)::bigint as estimated,
      coalesce(sum(p.quantity) filter (where p.flow = 'I'), 0)::bigint as put_back,
      range_agg(daterange(p.day_from, p.day_to, '[]')) filter (where p.flow = 'X') as covered
    from (${PARTS}) p group by 1, 2, 3, 4, 5)
  select u.month, u.customer_id, c.name as customer, u.connection, u.network, u.service,
    u.quantity, u.estimated, u.put_back,
    coalesce((select sum(upper(d) - lower(d)) from unnest(u.covered) d), 0)::int as days
  from used u left join customers c on c.id = u.customer_id
  order by u.month, u.connection, u.customer_id`

export const USE_OF_READINGS = sql<ReadingUse, UseSpan>`
  select p.month, p.customer_id, c.name as customer, p.connection, p.network, p.service, p.id,
    p.reading_date, p.meter_number, p.register, p.flow, p.is_estimate, p.quantity,
    p.day_from, p.day_to
  from (${PARTS}) p left join customers c on c.id = p.customer_id
  order by p.meterregister_id, p.reading_date, p.day_from`
