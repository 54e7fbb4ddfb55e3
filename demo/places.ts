import type { StreetAddress } from '#domain/map/address.ts'
import { keptPlace, type Place } from '#domain/map/place.ts'
import { townOf } from '#domain/map/town.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Draw, makeDraw } from './draw.ts'

interface Addressed extends StreetAddress {
  id: number
}

const ADDRESSES = sql<Addressed>`select id, street, suburb, city, country from customers order by id`

type Placing = [
  ids: readonly number[],
  latitudes: readonly string[],
  longitudes: readonly string[],
  sources: readonly string[],
]
const FOUND = sql<never, Placing>`update customers c set latitude = f.latitude,
    longitude = f.longitude, location_source = f.source, located_line = address_line
  from unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::text[])
    as f (id, latitude, longitude, source) where c.id = f.id`
const FOLLOW = sql`update meters m set latitude = c.latitude, longitude = c.longitude,
    location_source = case when c.location_source = 'manual' then 'address'
      else c.location_source end, located_line = m.address_line
  from customers c where c.id = m.customer_id and c.location_source is not null`
const LOOKED_FOR = sql`update customers set located_line = address_line
  where located_line is distinct from address_line`
const LOOKED_FOR_METERS = sql`update meters set located_line = address_line
  where located_line is distinct from address_line`

/**
 * Where the customers are: most at their address, as if a table of addresses were loaded, some in the
 * middle of their town, a few put there by hand. Towns that nobody knows stay off the map.
 */
export async function storePlaces(conn: Conn, seed: number): Promise<void> {
  const draw = makeDraw(seed)
  const found = (await ADDRESSES.all(conn)).flatMap((row) => {
    const town = townOf(row)
    if (!town) return []
    const source = draw.chance(0.2) ? 'town' : draw.chance(0.06) ? 'manual' : 'address'
    const place = source === 'town' ? town : near(town, row.suburb, draw)
    return [{ id: row.id, source, ...keptPlace(place) }]
  })
  await FOUND.run(
    conn,
    found.map(({ id }) => id),
    found.map(({ latitude }) => latitude),
    found.map(({ longitude }) => longitude),
    found.map(({ source }) => source),
  )
  await FOLLOW.run(conn)
  await LOOKED_FOR.run(conn)
  await LOOKED_FOR_METERS.run(conn)
}

/** A house of the town; those of one suburb are close together. */
function near({ latitude, longitude }: Place, suburb: string | null, draw: Draw): Place {
  const letters = [...(suburb ?? '')].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const turn = (letters * 2.399) % (2 * Math.PI)
  const away = suburb ? 0.014 : 0
  const step = () => draw.whole(-40, 40) / 10_000
  return {
    latitude: latitude + away * Math.sin(turn) + step(),
    longitude: longitude + away * Math.cos(turn) + step(),
  }
}
