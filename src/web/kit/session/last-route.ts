import { safeNext } from '#domain/access/navigation.ts'
import { readJson, writeStored } from './storage.ts'

interface RouteOwner {
  id: number
  organisation_id?: number | null | undefined
}

const keptAtMost = 10

// Per user and organisation: nobody is ever led into a record of another organisation.
const keyOf = (user: RouteOwner) => `${user.id}:${user.organisation_id ?? ''}`

/** §2: the last visited route is remembered, except the sign-in page. */
export function rememberRoute(user: RouteOwner, path: string): void {
  const all = readJson<[string, string][]>('last_routes', [])
  const others = all.filter(([key]) => key !== keyOf(user)).slice(0, keptAtMost - 1)
  writeStored('last_routes', JSON.stringify([[keyOf(user), path], ...others]))
}

export function lastRoute(user: RouteOwner): string | null {
  const all = readJson<[string, string][]>('last_routes', [])
  return safeNext(all.find(([key]) => key === keyOf(user))?.[1])
}
