import type { AnyCall, DataOf, InfoOf, InputOf, Sendable } from '#domain/kit/call.ts'
import { type Answer, api, type CallOptions, type Info, type Params } from './api.ts'

type Options = Omit<CallOptions, 'params' | 'body'>

/** Makes a call by its definition: what is sent and what is answered are the definition's own. */
export function send<C extends Sendable>(
  call: C,
  input: InputOf<C>,
  options: Options = {},
): Promise<Answer<DataOf<C>> & { info: Info & InfoOf<C> }> {
  const { method } = call
  const { path, rest } = addressed(call.path, input)
  const answer =
    method === 'GET'
      ? api.get<DataOf<C>>(path, rest as Params, options)
      : verbs[method]<DataOf<C>>(path, rest, options)
  // The definition names what else the answer tells.
  return answer as Promise<Answer<DataOf<C>> & { info: Info & InfoOf<C> }>
}

const verbs = { PUT: api.put, POST: api.post, DELETE: api.remove }

/** What the path names, as in /file/:id/view, stands in the address and nowhere else. */
export function addressed(path: string, input: unknown): { path: string; rest: unknown } {
  if (!path.includes(':')) return { path, rest: input }
  const rest = { ...(input as Record<string, unknown>) } // What a call takes has names.
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { path: filled, rest }
}

/**
 * A call by its method and path alone: the compiler checks both against the definition, which stays
 * out of the bundle. For the first screen, which has no room for the schemas of what is sent.
 */
export function light<C extends AnyCall>(method: C['method'], path: C['path']): Sendable<C> {
  return { method, path } as Sendable<C> // Its types have no value.
}
