import { type Customer, customer } from '#domain/customers/customer.ts'
import type { LocationSource } from '#domain/customers/location-source.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import type { Entity } from '#domain/kit/entity.ts'
import type { StreetAddress } from '#domain/map/address.ts'
import type { customerPlaceCalls, FoundPlace, mapCalls, PlaceFacts } from '#domain/map/map-calls.ts'
import { keptPlace } from '#domain/map/place.ts'
import { meter } from '#domain/meters/meter.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { archived, lockAsSeen } from '#server/kit/rows/change-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { changesOf } from '#server/kit/rows/transition.ts'
import { updateRow, type Written } from '#server/kit/rows/write-row.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { findPlaces } from './find-places.ts'
import {
  addressOfMeter,
  FOLLOW_CUSTOMERS,
  METER_ADDRESS,
  placesOfMeters,
  type WaitingMeter,
} from './locate.ts'

interface StandingPlace {
  name: string
  version: number
  has_moved: boolean
  own_latitude: number | null
  own_longitude: number | null
  own_source: LocationSource | null
}

const CUSTOMER = sql<
  StandingPlace & Pick<Customer, 'street' | 'suburb' | 'city' | 'country'>,
  [id: number]
>`select name, version, location_source = 'manual' and located_line is distinct from address_line
    as has_moved, street, suburb, city, country, latitude::float8 as own_latitude,
    longitude::float8 as own_longitude, location_source as own_source
  from customers where id = $1`

const METER = sql<StandingPlace & WaitingMeter, [id: number]>`select ${METER_ADDRESS},
    m.meter_number as name, m.version,
    m.location_source = 'manual' and m.located_line is distinct from m.address_line as has_moved,
    m.latitude::float8 as own_latitude, m.longitude::float8 as own_longitude,
    m.location_source as own_source
  from meters m left join customers c on c.id = m.customer_id where m.id = $1`

/** A row with its address in words, and where that address is. */
interface Looked {
  standing: StandingPlace
  address: StreetAddress
  by_address: FoundPlace | null
}

const looks: Record<'customers' | 'meters', (conn: Conn, id: number) => Promise<Looked | null>> = {
  customers: async (conn, id) => {
    const standing = await CUSTOMER.one(conn, id)
    if (!standing) return null
    const [by_address = null] = await findPlaces(conn, [standing])
    return { standing, address: standing, by_address }
  },
  meters: async (conn, id) => {
    const standing = await METER.one(conn, id)
    if (!standing) return null
    const [by_address = null] = await placesOfMeters(conn, [standing])
    return { standing, address: addressOfMeter(standing), by_address }
  },
}

/** Where something lies, and where its address would put it. */
export async function placeFacts(ctx: Context, { of, id }: CheckedOf<typeof mapCalls.place>) {
  const looked = await ctx.database.read(scopeOf(ctx), (conn) => looks[of](conn, id))
  if (!looked) throw notFound(of === 'customers' ? customer : meter)
  const { standing, address, by_address } = looked
  const { own_latitude, own_longitude, own_source, name, version, has_moved } = standing
  const place =
    own_latitude === null || own_longitude === null || own_source === null
      ? null
      : { latitude: own_latitude, longitude: own_longitude, location_source: own_source }
  const lines = [address.street, address.suburb, address.city]
  const data: PlaceFacts = {
    name,
    address: lines.filter(Boolean).join(', '),
    version,
    place,
    by_address,
    has_moved: has_moved === true,
  }
  return { data }
}

const SEEN_CUSTOMER = sql<never, [id: number]>`
  update customers set located_line = address_line where id = $1`
const SEEN_METER = sql<never, [id: number]>`
  update meters set located_line = address_line where id = $1`

type PlacedEntity = typeof customer | typeof meter
type Placing = CheckedOf<typeof customerPlaceCalls.place>

/** Somebody says where it is: there it stays, whatever its address becomes. */
export function placeByHand<E extends PlacedEntity>(entity: E) {
  return async (ctx: Context, conn: Conn, input: Placing) => {
    const { id, version, latitude, longitude } = input
    const place = { latitude, longitude, location_source: 'manual' as const }
    return put(ctx, conn, entity, { id, version }, place)
  }
}

/** Back to where the address is. */
export function placeByAddress<E extends PlacedEntity>(entity: E) {
  return async (ctx: Context, conn: Conn, asked: CheckedOf<typeof customerPlaceCalls.locate>) => {
    const looked = await looks[isCustomer(entity) ? 'customers' : 'meters'](conn, asked.id)
    if (!looked) throw notFound(entity)
    if (!looked.by_address)
      throw notPossible('locate', 'its address is not one we know', 'Put it on the map by hand.')
    return put(ctx, conn, entity, asked, looked.by_address)
  }
}

const isCustomer = (entity: Entity) => entity.name === customer.name

async function put<E extends PlacedEntity>(
  ctx: Context,
  conn: Conn,
  entity: E,
  asked: { id: number; version?: number | undefined },
  { location_source, ...place }: FoundPlace,
): Promise<Written> {
  // Both have the same three columns; the compiler takes them one entity at a time.
  const either = entity as typeof customer
  const current = await lockAsSeen(ctx, conn, either, asked)
  if (current.deleted_at) throw archived(entity)
  const values = { ...keptPlace(place), location_source }
  const changes = changesOf<typeof customer>(current.row, values)
  const action = location_source === 'manual' ? 'place' : 'locate'
  const written = await updateRow(ctx, conn, either, asked.id, values, { action, changes })
  if (!isCustomer(entity)) await SEEN_METER.run(conn, asked.id)
  else {
    await SEEN_CUSTOMER.run(conn, asked.id)
    await FOLLOW_CUSTOMERS.run(conn, [asked.id])
  }
  return written
}
