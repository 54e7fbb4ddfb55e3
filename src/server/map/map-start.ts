import type { LocationSource } from '#domain/customers/location-source.ts'
import { mapStart } from '#domain/identity/geography.ts'
import { MOST_ZOOM } from '#domain/map/box.ts'
import type { LocatedCounts, MapStart } from '#domain/map/map-calls.ts'
import { isInNewZealand } from '#domain/map/place.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { MapTiles } from '#server/kit/start/map-tiles.ts'

interface Settings {
  map_key: string | null
  latitude: number | null
  longitude: number | null
  zoom: number | null
}

const SETTINGS = sql<Settings>`select map_key, latitude::float8 as latitude,
    longitude::float8 as longitude, zoom
  from websites where deleted_at is null order by id limit 1`

// One step of the index for each network, however many connections there are.
const NETWORKS = sql<{ name: string }>`with recursive known as (
    (select power_network as name from meters where deleted_at is null and date_removed is null
      and power_network > '' order by 1 limit 1)
    union all
    select (select m.power_network from meters m where m.deleted_at is null
      and m.date_removed is null and m.power_network > known.name order by 1 limit 1)
    from known where known.name is not null)
  select name from known where name is not null limit 200`

interface SourceCount {
  source: LocationSource | null
  n: number
}

const CUSTOMERS = sql<SourceCount>`select location_source as source, count(*)::integer as n
  from customers where deleted_at is null group by 1`
const METERS = sql<SourceCount>`select location_source as source, count(*)::integer as n
  from meters where deleted_at is null and date_removed is null and customer_id is not null
  group by 1`
const HAS_ADDRESSES = sql<{ known: boolean }>`select exists (select from addresses) as known`

/** Where the map begins, what it is drawn on, and how much of it is known. */
export async function startOfMap(ctx: Context) {
  const data = await ctx.database.read(scopeOf(ctx), async (conn): Promise<MapStart> => {
    const [settings, networks, customers, meters, addresses] = await Promise.all([
      SETTINGS.one(conn),
      NETWORKS.all(conn),
      CUSTOMERS.all(conn),
      METERS.all(conn),
      HAS_ADDRESSES.one(conn),
    ])
    return {
      ...viewOf(settings),
      tiles: tilesOf(ctx.config.mapTiles, settings?.map_key ?? null),
      networks: networks.map(({ name }) => name),
      located: { customers: countsOf(customers), meters: countsOf(meters) },
      has_addresses: addresses?.known ?? false,
    }
  })
  return { data }
}

/** The organisation's own corner where its settings name one, else the whole country. */
function viewOf(settings: Settings | undefined) {
  const { latitude = null, longitude = null, zoom = null } = settings ?? {}
  if (latitude === null || longitude === null) return { ...mapStart }
  if (!isInNewZealand({ latitude, longitude })) return { ...mapStart }
  const near = zoom !== null && zoom > 0 && zoom <= MOST_ZOOM ? zoom : mapStart.zoom
  return { latitude, longitude, zoom: near }
}

/** Tiles that want a key are shown to organisations that have one. */
function tilesOf(tiles: MapTiles | undefined, key: string | null): MapStart['tiles'] {
  if (!tiles || (tiles.url.includes('{key}') && !key)) return null
  const url = tiles.url.replaceAll('{key}', encodeURIComponent(key ?? ''))
  return { url, attribution: tiles.attribution }
}

function countsOf(rows: readonly SourceCount[]): LocatedCounts {
  const counts: LocatedCounts = { address: 0, town: 0, manual: 0, nowhere: 0 }
  for (const { source, n } of rows) counts[source ?? 'nowhere'] = n
  return counts
}
