import { keyOf } from '#domain/kit/call.ts'
import type { Route } from '#server/kit/http/route.ts'
import type { Client, Reply } from './client.ts'
import { sendForm } from './upload.ts'

/** Makes any call that changes something, in the way it wants to be made: as JSON or as a form. */
export function askCall(
  client: Client,
  entry: Route,
  body: Record<string, unknown>,
  headers?: Record<string, string>,
): Promise<Reply> {
  if (entry.receive) return sendForm(client, keyOf(entry), body, headers)
  const path = entry.path.replace(/:(\w+)/, (_, name: string) => String(body[name]))
  if (entry.method === 'DELETE') return client.delete(path, body, headers)
  return entry.method === 'PUT' ? client.put(path, body, headers) : client.post(path, body, headers)
}
