import type { AkahuSettings } from '#server/kit/start/akahu-settings.ts'
import { FeedTrouble } from './bank-feed.ts'
import { exactJson } from './exact-json.ts'

const TIMEOUT_MS = 20_000
const BUSY_SECONDS = 60
const LONGEST_WAIT_SECONDS = 3600

interface AkahuRequest {
  /** In a user's name. */
  token?: string
  /** In our own name. */
  asApp?: boolean
  body?: object
}

/** One call, answered with its JSON: numbers in it are texts. */
export type AskAkahu = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  asked: AkahuRequest,
) => Promise<unknown>

/** Calls to Akahu; whatever is not an answer becomes trouble of a known kind. */
export function askingAkahu({ url, appToken, appSecret }: AkahuSettings): AskAkahu {
  return async (method, path, { token, asApp, body }) => {
    const own = Buffer.from(`${appToken}:${appSecret ?? ''}`).toString('base64')
    const headers = {
      accept: 'application/json',
      'x-akahu-id': appToken,
      authorization: asApp ? `Basic ${own}` : `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const sent = body ? { body: JSON.stringify(body) } : {}
    let answer: Response
    let text: string
    try {
      // A redirect would take the tokens along.
      answer = await fetch(`${url}${path}`, { method, headers, signal, redirect: 'error', ...sent })
      text = await answer.text()
    } catch {
      throw new FeedTrouble('away', 'The provider of the feed could not be reached.')
    }
    if (!answer.ok) throw troubleOf(answer)
    try {
      return exactJson(text)
    } catch {
      throw new FeedTrouble('away', 'The provider of the feed gave an answer nobody understands.')
    }
  }
}

function troubleOf({ status, headers }: Response): FeedTrouble {
  if (status === 401 || status === 403)
    return new FeedTrouble('ended', 'The provider does not let us read the account any more.')
  if (status === 404 || status === 410)
    return new FeedTrouble('unknown', 'The provider does not know the account any more.')
  if (status === 429)
    return new FeedTrouble('busy', 'The provider asks us to wait.', waitOf(headers))
  return new FeedTrouble('away', `The provider of the feed has trouble (${status}).`)
}

/** Seconds, or the moment to come back, by the answer's own clock. */
function waitOf(headers: Headers): number {
  const said = headers.get('retry-after') ?? ''
  const until = (Date.parse(said) - Date.parse(headers.get('date') ?? '')) / 1000
  const seconds = /^\d+$/.test(said) ? Number(said) : until
  if (!Number.isFinite(seconds)) return BUSY_SECONDS
  return Math.min(Math.max(Math.ceil(seconds), 1), LONGEST_WAIT_SECONDS)
}
