import type { LocationSource } from '#domain/customers/location-source.ts'
import { addressOfLine, nameKey, type StreetAddress, streetKeys } from '#domain/map/address.ts'
import type { FoundPlace } from '#domain/map/map-calls.ts'
import { keptPlace } from '#domain/map/place.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { findPlaces } from './find-places.ts'

interface WaitingCustomer extends StreetAddress {
  id: number
  address_line: string
}

/** A connection with where its customer is. */
export interface WaitingMeter {
  id: number
  address_line: string
  icp_location: string | null
  street: string | null
  suburb: string | null
  city: string | null
  country: string | null
  latitude: number | null
  longitude: number | null
  location_source: LocationSource | null
}

const AT_A_TIME = 500

// Nobody who put something somewhere by hand finds it elsewhere later. Asked for in the order of the
// index of whoever waits, which nothing else is in.
const WAITING = fragment`deleted_at is null and location_source is distinct from 'manual'
  and located_line is distinct from address_line`

const CUSTOMERS = sql<WaitingCustomer>`select id, street, suburb, city, country, address_line
  from customers where ${WAITING} order by created_at, id limit ${AT_A_TIME}
  for no key update skip locked`

export const METER_ADDRESS = fragment`m.id, m.address_line, m.icp_location, c.street, c.suburb,
  c.city, c.country, c.latitude::float8 as latitude, c.longitude::float8 as longitude, c.location_source`

const METERS = sql<WaitingMeter>`select ${METER_ADDRESS}
  from (select * from meters where ${WAITING} order by created_at, id limit ${AT_A_TIME}
    for no key update skip locked) m
  left join customers c on c.id = m.customer_id order by m.id`

type Placing = [
  ids: readonly number[],
  lines: readonly string[],
  latitudes: readonly (string | null)[],
  longitudes: readonly (string | null)[],
  sources: readonly (LocationSource | null)[],
]

const FOUND = fragment`unnest($1::bigint[], $2::text[], $3::numeric[], $4::numeric[], $5::text[])
  as f (id, line, latitude, longitude, location_source)`
const TAKEN = fragment`latitude = f.latitude, longitude = f.longitude,
  location_source = f.location_source, located_line = f.line`

// What the machine finds is no change of a person's: whoever has the row open goes on.
const PLACE_CUSTOMERS = sql<never, Placing>`update customers t set ${TAKEN}
  from ${FOUND} where t.id = f.id`
const PLACE_METERS = sql<never, Placing>`update meters t set ${TAKEN}
  from ${FOUND} where t.id = f.id`

/** Connections are looked for by what is known of their customer: they are looked at again. */
export const FOLLOW_CUSTOMERS = sql<never, [customer_ids: readonly number[]]>`
  update meters set located_line = null where customer_id = any($1) and deleted_at is null
    and location_source is distinct from 'manual' and located_line is not null`

/** Finds the places of the next customers that wait for one; answers how many it looked at. */
export async function locateCustomers(conn: Conn): Promise<number> {
  const waiting = await CUSTOMERS.all(conn)
  if (waiting.length === 0) return 0
  const places = await findPlaces(conn, waiting)
  await PLACE_CUSTOMERS.run(conn, ...placing(waiting, places))
  await FOLLOW_CUSTOMERS.run(
    conn,
    waiting.map(({ id }) => id),
  )
  return waiting.length
}

/** The same for connections, once their customers have been found. */
export async function locateMeters(conn: Conn): Promise<number> {
  const waiting = await METERS.all(conn)
  if (waiting.length === 0) return 0
  await PLACE_METERS.run(conn, ...placing(waiting, await placesOfMeters(conn, waiting)))
  return waiting.length
}

export async function placesOfMeters(
  conn: Conn,
  meters: readonly WaitingMeter[],
): Promise<(FoundPlace | null)[]> {
  const own = await findPlaces(conn, meters.map(addressOfMeter))
  return meters.map((meter, index) =>
    isWithCustomer(meter) ? placeOfCustomer(meter) : (own[index] ?? null),
  )
}

/** In one line, as it is read to find it. */
export function addressOfMeter(meter: WaitingMeter): StreetAddress {
  const { icp_location, street, suburb, city, country } = meter
  const owner = { street, suburb, city, country }
  return icp_location?.trim() ? addressOfLine(icp_location, owner) : owner
}

/** Without a location, or with the customer's own address, it is where the customer is. */
function isWithCustomer(meter: WaitingMeter): boolean {
  if (!meter.icp_location?.trim()) return true
  const address = addressOfMeter(meter)
  const [own] = streetKeys(address.street)
  const [customers] = streetKeys(meter.street)
  return (
    own !== undefined &&
    own === customers &&
    nameKey(address.suburb) === nameKey(meter.suburb) &&
    nameKey(address.city) === nameKey(meter.city)
  )
}

/** What somebody did to the customer by hand, the connection only follows. */
function placeOfCustomer(meter: WaitingMeter): FoundPlace | null {
  const { latitude, longitude, location_source } = meter
  if (latitude === null || longitude === null || location_source === null) return null
  const source = location_source === 'manual' ? 'address' : location_source
  return { latitude, longitude, location_source: source }
}

function placing(
  rows: readonly { id: number; address_line: string }[],
  places: readonly (FoundPlace | null)[],
): Placing {
  const kept = places.map((place) => (place ? keptPlace(place) : null))
  return [
    rows.map(({ id }) => id),
    rows.map(({ address_line }) => address_line),
    kept.map((place) => place?.latitude ?? null),
    kept.map((place) => place?.longitude ?? null),
    places.map((place) => place?.location_source ?? null),
  ]
}
