import { openConnection, requestText } from './http-connection.ts'

// What the proxy in front of a production server adds; without it nobody may sign in.
const proxied = { 'x-forwarded-proto': 'https' }

/** The headers of somebody who has really signed in. */
export interface Session {
  read: Record<string, string>
  write: Record<string, string>
}

export async function signIn(
  port: number,
  user: { username: string; password: string },
): Promise<Session> {
  const base = `http://127.0.0.1:${port}/api/v1`
  const first = await fetch(`${base}/options`, { headers: proxied })
  const cookies = new Map<string, string>()
  keep(cookies, first)
  const answer = await fetch(`${base}/user/signin`, {
    method: 'POST',
    headers: {
      ...proxied,
      'content-type': 'application/json',
      cookie: cookieText(cookies),
      'x-csrf-token': cookies.get('csrf_token') ?? '',
    },
    body: JSON.stringify(user),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`Signing in answered ${answer.status}: ${text}`)
  keep(cookies, answer)
  const { token } = JSON.parse(text)
  const read = { ...proxied, authorization: `JWT ${token}`, cookie: cookieText(cookies) }
  await prove(port, read)
  return { read, write: { ...read, 'x-csrf-token': cookies.get('csrf_token') ?? '' } }
}

function keep(cookies: Map<string, string>, answer: Response): void {
  for (const line of answer.headers.getSetCookie()) {
    const [pair = ''] = line.split(';')
    const place = pair.indexOf('=')
    cookies.set(pair.slice(0, place), pair.slice(place + 1))
  }
}

function cookieText(cookies: Map<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

// A run that measures refusals would look splendid.
async function prove(port: number, headers: Record<string, string>): Promise<void> {
  const connection = await openConnection(port)
  const status = await connection.send(requestText('GET', '/api/v1/customers?limit=1', headers))
  const body = connection.body()
  connection.close()
  if (status !== 200) throw new Error(`The first list answered ${status}: ${body}`)
}
