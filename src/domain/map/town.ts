import { type City, cities } from '#domain/identity/towns.ts'
import { nameKey, type StreetAddress } from './address.ts'

const byName = new Map<string, City>(cities.map((city) => [nameKey(city.name), city]))

/** The town of an address: its city where we know one, else a suburb that is a town of its own. */
export function townOf({ suburb, city }: StreetAddress): City | null {
  const key = nameKey(city)
  const known = byName.get(key) ?? byName.get(key.replace(/ city$/, ''))
  if (known) return known
  return key === '' ? (byName.get(nameKey(suburb)) ?? null) : null
}
