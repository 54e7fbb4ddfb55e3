import type { Route } from '#server/kit/http/route.ts'
import type { Client, Reply } from '#tests/support/client.ts'

// A probe asks for a call without giving it what it needs, so that nothing happens: a refused actor
// answers 401, 403 or 404, an admitted one 400 for the strange field (or what a plain read gives).
export async function probe(client: Client, entry: Route, id: number | null): Promise<Reply> {
  const path = entry.path.replace(/:\w+/g, String(id ?? 1))
  const aimed = id === null ? {} : { id }
  if (entry.method === 'GET') return client.get(path, aimed)
  const body = { ...aimed, a_field_nobody_knows: true }
  if (entry.method === 'PUT') return client.put(path, body)
  if (entry.method === 'POST') return client.post(path, body)
  return client.delete(path, body)
}

/** One line of the reviewed table. */
export interface Line {
  route: string
  /** Whose row the call is aimed at, where it is aimed at one. */
  aim: 'none' | 'own' | 'other' | 'missing'
  answers: string[]
}

export function toCsv(actors: readonly string[], lines: readonly Line[]): string {
  const head = ['route', 'row', ...actors].join(',')
  return `${[head, ...lines.map((line) => [line.route, line.aim, ...line.answers].join(','))].join('\n')}\n`
}
