import { routeOf } from '#domain/access/navigation.ts'

/** The record an address shows; null where it shows none. */
export function recordAt(pathname: string, search: string): { entity: string; id: number } | null {
  const id = Number(new URLSearchParams(search).get('id'))
  const path = routeOf(pathname)
  if (!path || !Number.isSafeInteger(id) || id <= 0) return null
  const entity = /^\/app\/([a-z]+)(\/(edit|details))?$/.exec(path)?.[1]
  return entity ? { entity, id } : null
}
