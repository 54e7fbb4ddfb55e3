import {
  houseOf,
  isAbroad,
  type KnownHouse,
  nameKey,
  type StreetAddress,
  streetKeys,
} from '#domain/map/address.ts'
import type { FoundPlace } from '#domain/map/map-calls.ts'
import { townOf } from '#domain/map/town.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const HOUSES = sql<KnownHouse, [keys: readonly string[]]>`
  select street_key, suburb_key, town_key, latitude, longitude from addresses
  where street_key = any($1)`

interface Locality {
  suburb_key: string
  town_key: string
  latitude: number
  longitude: number
}

const LOCALITIES = sql<Locality, [names: readonly string[]]>`
  select suburb_key, town_key, latitude, longitude from localities
  where suburb_key = any($1) and town_key = any($1)`

/** Where addresses are: at their house, else in the middle of suburb or town, else nowhere. */
export async function findPlaces(
  conn: Conn,
  addresses: readonly StreetAddress[],
): Promise<(FoundPlace | null)[]> {
  const keys = new Set(addresses.flatMap(({ street }) => streetKeys(street)))
  const names = new Set(addresses.flatMap(({ suburb, city }) => [nameKey(suburb), nameKey(city)]))
  const [houses, localities] = await Promise.all([
    HOUSES.all(conn, [...keys]),
    LOCALITIES.all(conn, [...names]),
  ])
  const housesOf = Map.groupBy(houses, ({ street_key }) => street_key)
  return addresses.map((address) => {
    if (isAbroad(address)) return null
    const known = streetKeys(address.street).flatMap((key) => housesOf.get(key) ?? [])
    const house = houseOf(address, known)
    if (house) return placeOf(house, 'address')
    const suburb = localities.find(
      ({ suburb_key, town_key }) =>
        suburb_key === nameKey(address.suburb) && town_key === nameKey(address.city),
    )
    const middle = suburb ?? townOf(address)
    return middle && placeOf(middle, 'town')
  })
}

function placeOf(
  { latitude, longitude }: { latitude: number; longitude: number },
  location_source: FoundPlace['location_source'],
): FoundPlace {
  return { latitude, longitude, location_source }
}
