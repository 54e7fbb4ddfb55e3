import { type AddressSuggestion, addressCalls } from '#domain/identity/address-calls.ts'
import { regions } from '#domain/identity/geography.ts'
import { cities } from '#domain/identity/towns.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import type { AddressPart } from '#domain/kit/field.ts'
import { nameKey } from '#domain/map/address.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { serve } from '#server/kit/http/serve.ts'

const MOST = 8

type TypedBeginning = [beginning: string]

// What the organisation has typed before comes first, the most frequent of it before the rest.
const OWN_SUBURBS = sql<AddressSuggestion, TypedBeginning>`select suburb as value, city as about
  from customers where deleted_at is null and fold_text(suburb) like fold_text($1) || '%'
  group by suburb, city order by count(*) desc, suburb limit ${MOST}`
const OWN_CITIES = sql<AddressSuggestion, TypedBeginning>`select city as value, null as about
  from customers where deleted_at is null and fold_text(city) like fold_text($1) || '%'
  group by city order by count(*) desc, city limit ${MOST}`
const OWN_POSTCODES = sql<AddressSuggestion, TypedBeginning>`select postcode as value,
    concat_ws(', ', min(suburb), min(city)) as about
  from customers where deleted_at is null and postcode like $1 || '%'
  group by postcode order by count(*) desc, postcode limit ${MOST}`
const OWN_ADDRESSES = sql<AddressSuggestion, TypedBeginning>`
  select distinct concat_ws(', ', street, suburb, city) as value, null as about
  from customers where deleted_at is null and fold_text(street) like fold_text($1) || '%'
  order by 1 limit ${MOST}`

const KNOWN_SUBURBS = sql<AddressSuggestion, TypedBeginning>`select suburb as value, town as about
  from localities where suburb_key like $1 || '%' and suburb <> ''
  order by houses desc limit ${MOST}`
const KNOWN_TOWNS = sql<AddressSuggestion, TypedBeginning>`select town as value, null as about
  from localities where town_key like $1 || '%' and town <> ''
  group by town order by sum(houses) desc limit ${MOST}`

const regionNames = new Map(regions.map(({ code, name }) => [code, name]))

const sources: Record<AddressPart, (conn: Conn, typed: string) => Promise<AddressSuggestion[][]>> =
  {
    suburb: async (conn, typed) =>
      Promise.all([OWN_SUBURBS.all(conn, escaped(typed)), KNOWN_SUBURBS.all(conn, nameKey(typed))]),
    city: async (conn, typed) => [
      await OWN_CITIES.all(conn, escaped(typed)),
      townsLike(typed),
      await KNOWN_TOWNS.all(conn, nameKey(typed)),
    ],
    postcode: async (conn, typed) => [await OWN_POSTCODES.all(conn, escaped(typed))],
    address: async (conn, typed) => [await OWN_ADDRESSES.all(conn, escaped(typed))],
  }

/** Larger towns first, as most people live there. */
function townsLike(typed: string): AddressSuggestion[] {
  const key = nameKey(typed)
  return cities
    .filter(({ name }) => nameKey(name).startsWith(key))
    .toSorted((one, other) => one.size - other.size)
    .map(({ name, region_code }) => ({ value: name, about: regionNames.get(region_code) ?? null }))
}

const escaped = (typed: string) => typed.replaceAll('\u0000', '').replace(/[\\%_]/g, '\\$&')

async function suggest(ctx: Context, { of, q }: CheckedOf<typeof addressCalls.suggestions>) {
  const typed = q.trim()
  // Without a letter or a digit everything would begin with it.
  const found = nameKey(typed)
    ? await ctx.database.read(scopeOf(ctx), (conn) => sources[of](conn, typed))
    : []
  // The same name twice is two suburbs only where their towns differ.
  const keyOf = ({ value, about }: AddressSuggestion) =>
    of === 'suburb' ? `${nameKey(value)}|${nameKey(about)}` : nameKey(value)
  const once = new Map<string, AddressSuggestion>()
  for (const one of found.flat()) if (!once.has(keyOf(one))) once.set(keyOf(one), one)
  const data = [...once.values()].slice(0, MOST)
  return { data }
}

export const addressRoutes = serve(addressCalls, { suggestions: { run: suggest } })
