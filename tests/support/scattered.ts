import type pg from 'pg'
import { makeDraw } from '#demo/draw.ts'

/** Customers all over the country, more of them in Auckland, a tenth of them nowhere. */
export async function scatterCustomers(owner: pg.Client): Promise<void> {
  const draw = makeDraw(65)
  const rows = Array.from({ length: 600 }, (_, place) => {
    const isChatham = place % 50 === 7
    const isCity = place % 3 === 0
    const latitude = isChatham ? -43.95 : isCity ? -36.85 : -46 + draw.whole(0, 1_000_000) / 100_000
    const longitude = isChatham ? -176.5 : isCity ? 174.76 : 167 + draw.whole(0, 999_999) / 100_000
    const near = () => draw.whole(-30_000, 30_000) / 1_000_000
    const isPlaced = place % 10 !== 9
    return {
      name: `Customer ${place}`,
      customer_status: place % 4 === 0 ? 'prospect' : 'active',
      latitude: isPlaced ? Number((latitude + near()).toFixed(6)) : null,
      longitude: isPlaced ? Number((longitude + near()).toFixed(6)) : null,
      location_source: isPlaced ? (place % 5 === 0 ? 'manual' : 'address') : null,
      balance_overdue: place % 7 === 0 ? draw.whole(100, 90_000) / 100 : 0,
      required_for_medical: place % 13 === 0,
      network: place % 2 === 0 ? 'Vector' : 'Powerco',
    }
  })
  await owner.query(
    `with r as (select * from json_to_recordset($1) as r (name text, customer_status text,
        latitude numeric, longitude numeric, location_source text, balance_overdue numeric,
        required_for_medical boolean, network text)),
      c as (insert into customers (organisation_id, name, customer_status, latitude, longitude,
          location_source, balance_overdue, required_for_medical, located_line, street)
        select scope_organisation(), name, customer_status, latitude, longitude, location_source,
          balance_overdue, required_for_medical, '|||||', '' from r returning *)
     insert into meters (organisation_id, meter_number, customer_id, power_network, latitude,
       longitude, location_source)
     select scope_organisation(), 'M' || c.id || n, c.id, r.network, c.latitude, c.longitude,
       c.location_source from c join r using (name), generate_series(1, 2) n`,
    [JSON.stringify(rows)],
  )
  await owner.query('update customers set located_line = address_line')
  await owner.query('update meters set located_line = address_line')
  await owner.query('analyze customers, meters')
}
