import type { GocardlessSettings } from '#server/kit/start/gocardless-settings.ts'
import { DebitTrouble } from './direct-debit.ts'
import { troubleOf } from './gocardless-trouble.ts'

const API_VERSION = '2015-07-06'
const TIMEOUT_MS = 10_000
const PER_SECOND = 10

interface GocardlessRequest {
  query?: Record<string, string>
  body?: object
  /** A second call with it makes nothing. */
  key?: string
}

/** One call, answered with its JSON. */
export type AskGocardless = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  asked?: GocardlessRequest,
) => Promise<unknown>

/**
 * Calls to GoCardless in the name of one account; whatever is not an answer becomes trouble of a known
 * kind. Nothing is asked twice: whoever asks knows whether it may be, and when.
 */
export function askingGocardless(
  settings: GocardlessSettings,
  token: string,
  timeoutMs = TIMEOUT_MS,
): AskGocardless {
  const turn = turnOf(settings, token)
  return async (method, path, { query, body, key } = {}) => {
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'gocardless-version': API_VERSION,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    }
    const address = `${settings.url}${path}${query ? `?${new URLSearchParams(query)}` : ''}`
    const sent = body ? { body: JSON.stringify(body) } : {}
    await turn()
    let answer: Response
    let text: string
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      // A redirect would take the token along.
      answer = await fetch(address, { method, headers, signal, redirect: 'error', ...sent })
      text = await answer.text()
    } catch {
      throw new DebitTrouble('unknown', 'GoCardless gave no answer.')
    }
    const said = jsonIn(text)
    if (!answer.ok) throw troubleOf(answer.status, answer.headers, said)
    if (said === undefined) throw notUnderstood()
    return said
  }
}

/** What has another shape than agreed is no answer: what was asked may have been done. */
export const notUnderstood = () =>
  new DebitTrouble('unknown', 'GoCardless gave an answer nobody understands.')

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// An account is one and the same, however often somebody opens it.
const turns = new WeakMap<GocardlessSettings, Map<string, () => Promise<void>>>()

function turnOf(settings: GocardlessSettings, token: string): () => Promise<void> {
  const known = turns.get(settings) ?? new Map<string, () => Promise<void>>()
  turns.set(settings, known)
  const turn = known.get(token) ?? atMost(settings.perSecond ?? PER_SECOND)
  known.set(token, turn)
  return turn
}

/** Lets so many through in any second: of those that come at once only the ones too many wait. */
export function atMost(perSecond: number): () => Promise<void> {
  const latest: number[] = []
  return async () => {
    const now = performance.now()
    const before = latest.length < perSecond ? undefined : latest.shift()
    const at = before === undefined ? now : Math.max(now, before + 1000)
    latest.push(at)
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now))
  }
}
