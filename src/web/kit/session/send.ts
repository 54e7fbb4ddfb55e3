import type { AnyCall, DataOf, InfoOf, InputOf } from '#domain/kit/call.ts'
import { type Answer, api, type CallOptions, type Info, type Params } from './api.ts'

type Options = Omit<CallOptions, 'params' | 'body'>

/** Makes a call by its definition: what is sent and what is answered are the definition's own. */
export function send<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  options: Options = {},
): Promise<Answer<DataOf<C>> & { info: Info & InfoOf<C> }> {
  const { method, path } = call
  const answer =
    method === 'GET'
      ? api.get<DataOf<C>>(path, input as Params, options)
      : verbs[method]<DataOf<C>>(path, input, options)
  // The definition names what else the answer tells.
  return answer as Promise<Answer<DataOf<C>> & { info: Info & InfoOf<C> }>
}

const verbs = { PUT: api.put, POST: api.post, DELETE: api.remove }
