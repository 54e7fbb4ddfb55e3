import type { AnyCall, DataOf, InfoOf, InputOf, Sendable } from '#domain/kit/call.ts'
import type { Upload } from '#domain/kit/upload.ts'
import { type Answer, api, type CallOptions, type Info, type Params } from './api.ts'

type Options = Omit<CallOptions, 'params' | 'body'>

/**
 * Makes a call by its definition: what is sent and what is answered are the definition's own. What
 * carries a file goes as a form.
 */
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
      : verbs[method]<DataOf<C>>(path, carriesFile(rest) ? formOf(rest) : rest, options)
  // The definition names what else the answer tells.
  return answer as Promise<Answer<DataOf<C>> & { info: Info & InfoOf<C> }>
}

const verbs = { PUT: api.put, POST: api.post, DELETE: api.remove }

/** What the path names, as in /file/:file_id/view, stands in the address and nowhere else. */
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

/** A file of the browser, for a call that takes one. */
export function attached(file: File): Upload {
  return file as unknown as Upload // What arrives is what the server makes of it.
}

/** Data as a file of its own: a body of JSON may hold less. */
export function attachedData<T>(value: T, name: string): T {
  return new File([JSON.stringify(value)], name) as unknown as T // The server reads it as data.
}

function carriesFile(input: unknown): input is object {
  if (typeof input !== 'object' || input === null) return false
  return Object.values(input).some((value) => value instanceof File)
}

/** Large things travel as a file in a form; the fields beside it as text, or else as JSON. */
export function formOf(input: object): FormData {
  const form = new FormData()
  const parts = Object.entries(input).filter(([, value]) => value !== undefined && value !== null)
  // Before the file, so that they are known when it comes.
  for (const [name, value] of parts)
    if (!(value instanceof File))
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  for (const [name, value] of parts) if (value instanceof File) form.append(name, value)
  return form
}

/**
 * A call by its method and path alone: the compiler checks both against the definition, which stays
 * out of the bundle. For the first screen, which has no room for the schemas of what is sent.
 */
export function light<C extends AnyCall>(method: C['method'], path: C['path']): Sendable<C> {
  return { method, path } as Sendable<C> // Its types have no value.
}
