import { pdfText } from './pdf-text.ts'

export interface Served {
  status: number
  headers: Headers
  bytes: Buffer
  /** The body as it is read: a PDF's words, else the text itself. */
  text: string
}

/** Somebody without an account, or with one, over real HTTP, seeing the bytes as they are served. */
export interface Visitor {
  call(
    method: string,
    path: string,
    more?: { body?: object | undefined; token?: string | undefined },
  ): Promise<Served>
  authorization: string | undefined
}

/** A body, read as whoever receives it reads it. */
export async function servedBy(response: Response): Promise<Served> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const { status, headers } = response
  const isPdf = headers.get('content-type') === 'application/pdf'
  return { status, headers, bytes, text: isPdf ? pdfText(bytes) : bytes.toString('utf8') }
}

export function visitorOver(url: string): Visitor {
  const cookies = new Map<string, string>()
  const visitor: Visitor = {
    authorization: undefined,
    async call(method, path, { body, token } = {}) {
      if (body && !cookies.has('csrf_token')) await visitor.call('GET', '/password')
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(visitor.authorization ? { authorization: visitor.authorization } : {}),
          ...(token ? { 'x-link-token': token } : {}),
          ...(body
            ? {
                'content-type': 'application/json',
                'x-csrf-token': cookies.get('csrf_token') ?? '',
              }
            : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';')
        cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      return servedBy(response)
    },
  }
  return visitor
}

/** The same for somebody of the office. */
export async function staffOver(url: string, username: string, password: string): Promise<Visitor> {
  const visitor = visitorOver(url)
  const reply = await visitor.call('POST', '/user/signin', { body: { username, password } })
  if (reply.status !== 200) throw new Error(`${username} cannot sign in: ${reply.text}`)
  visitor.authorization = `JWT ${JSON.parse(reply.text).token}`
  return visitor
}
