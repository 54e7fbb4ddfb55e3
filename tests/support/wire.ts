import { get as httpGet, type IncomingHttpHeaders } from 'node:http'
import type { Client } from './client.ts'

export interface WireReply {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
}

/** An answer as it comes over the wire: nothing of it is unpacked. */
export function fetched(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<WireReply> {
  return new Promise((resolve, reject) => {
    const request = httpGet(url, { method, headers }, async (answer) => {
      const bytes = Buffer.concat(await answer.toArray())
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes })
    })
    request.once('error', reject)
  })
}

/** What a signed-in client sends with every call. */
export const headersOf = (client: Client) => ({
  authorization: client.authorization ?? '',
  cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  'x-csrf-token': client.cookies.get('csrf_token') ?? '',
})
