import { randomUUID } from 'node:crypto'

export interface HttpReply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any
}

/** A signed-in client over real HTTP, with cookies, CSRF value and keys as the screens send them. */
export interface HttpClient {
  get(path: string): Promise<HttpReply>
  send(method: 'PUT' | 'POST' | 'DELETE', path: string, body: object): Promise<HttpReply>
}

const PATIENCE_MS = 10_000

export async function signInOver(
  url: string,
  username: string,
  password: string,
): Promise<HttpClient> {
  const cookies = new Map<string, string>()
  let authorization = ''
  async function call(method: string, path: string, body?: object): Promise<HttpReply> {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(authorization ? { authorization } : {}),
        ...(body
          ? {
              'content-type': 'application/json',
              'x-csrf-token': cookies.get('csrf_token') ?? '',
              'idempotency-key': randomUUID(),
            }
          : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: isJson ? await response.json() : await response.text() }
  }
  await call('GET', '/options')
  const reply = await call('POST', '/user/signin', { username, password })
  if (reply.status !== 200) throw new Error(`${username} cannot sign in: ${reply.body?.message}`)
  authorization = `JWT ${reply.body.token}`
  return {
    get: (path) => call('GET', path),
    send: (method, path, body) => call(method, path, body),
  }
}
