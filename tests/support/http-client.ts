import { randomUUID } from 'node:crypto'

export interface HttpReply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any
}

/** A signed-in client over real HTTP, with cookies, CSRF value and keys as the screens send them. */
export interface HttpClient {
  get(path: string): Promise<HttpReply>
  /** Under a key of its own, unless the same is asked again. */
  send(
    method: 'PUT' | 'POST' | 'DELETE',
    path: string,
    body: object,
    key?: string,
  ): Promise<HttpReply>
  /** The same person with the same cookies at another server. */
  at(url: string): HttpClient
}

const PATIENCE_MS = 10_000

export async function signInOver(
  url: string,
  username: string,
  password: string,
): Promise<HttpClient> {
  const cookies = new Map<string, string>()
  let authorization = ''
  async function call(
    base: string,
    method: string,
    path: string,
    body?: object,
    key?: string,
  ): Promise<HttpReply> {
    const response = await fetch(`${base}/api/v1${path}`, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(authorization ? { authorization } : {}),
        ...(body
          ? {
              // A form names its own type, with the boundary it chose.
              ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
              'x-csrf-token': cookies.get('csrf_token') ?? '',
              'idempotency-key': key ?? randomUUID(),
            }
          : {}),
      },
      ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: isJson ? await response.json() : await response.text() }
  }
  await call(url, 'GET', '/options')
  const reply = await call(url, 'POST', '/user/signin', { username, password })
  if (reply.status !== 200) throw new Error(`${username} cannot sign in: ${reply.body?.message}`)
  authorization = `JWT ${reply.body.token}`
  const at = (base: string): HttpClient => ({
    get: (path) => call(base, 'GET', path),
    send: (method, path, body, key) => call(base, method, path, body, key),
    at,
  })
  return at(url)
}
