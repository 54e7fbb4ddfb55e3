import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any
  headers: LightMyRequestResponse['headers']
  text: string
  /** The body as it came, for files. */
  bytes: Buffer
}

/**
 * A browser's part of a conversation: keeps cookies and token, repeats the CSRF value and gives every
 * PUT and POST a key of its own. Whoever names the headers names the key as well.
 */
export interface Client {
  get(path: string, query?: Record<string, string | number>): Promise<Reply>
  put(path: string, body?: object, headers?: Record<string, string>): Promise<Reply>
  post(path: string, body?: object, headers?: Record<string, string>): Promise<Reply>
  delete(path: string, body?: object, headers?: Record<string, string>): Promise<Reply>
  send(options: InjectOptions): Promise<Reply>
  signIn(username: string, password: string): Promise<Reply>
  cookies: Map<string, string>
  authorization: string | undefined
}

export function makeClient(app: FastifyInstance): Client {
  const cookies = new Map<string, string>()
  const client: Client = {
    cookies,
    authorization: undefined,
    get: (path, query) => call('GET', path, { query: asText(query) }),
    put: (path, body, headers) =>
      call('PUT', path, { payload: body ?? {}, headers: headers ?? withKey() }),
    post: (path, body, headers) =>
      call('POST', path, { payload: body ?? {}, headers: headers ?? withKey() }),
    delete: (path, body, headers) =>
      call('DELETE', path, { payload: body ?? {}, headers: headers ?? {} }),
    async send(options) {
      const reply = await app.inject(options)
      for (const cookie of reply.cookies) {
        if (cookie.value === '') cookies.delete(cookie.name)
        else cookies.set(cookie.name, cookie.value)
      }
      return {
        status: reply.statusCode,
        body: parsed(reply.body),
        headers: reply.headers,
        text: reply.body,
        bytes: reply.rawPayload,
      }
    },
    async signIn(username, password) {
      if (!cookies.has('csrf_token')) await client.get('/options')
      const reply = await client.post('/user/signin', { username, password })
      if (reply.body?.token) client.authorization = `JWT ${reply.body.token}`
      return reply
    },
  }
  function call(method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, more: InjectOptions) {
    const headers: Record<string, string> = {
      ...(client.authorization ? { authorization: client.authorization } : {}),
      ...(method === 'GET' ? {} : { 'x-csrf-token': cookies.get('csrf_token') ?? '' }),
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(more.headers as Record<string, string> | undefined), // Tests give plain headers only.
    }
    return client.send({ ...more, method, url: `/api/v1${path}`, headers })
  }
  return client
}

function asText(query: Record<string, string | number> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const withKey = (key: string = randomUUID()) => ({ 'idempotency-key': key })
