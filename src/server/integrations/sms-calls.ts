const TIMEOUT_MS = 20_000

export interface GatewayAnswer {
  status: number
  body: unknown
}

/** What is not an answer: whether the gateway can have had the call. */
export class NoAnswer extends Error {
  readonly wasReached: boolean

  constructor(message: string, wasReached: boolean) {
    super(message)
    this.wasReached = wasReached
  }
}

// With these nobody was there to be told anything.
const unreached = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

interface GatewayCall {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  timeoutMs?: number | undefined
}

/** One call to a gateway, answered with its JSON. A redirect would take the keys along. */
export async function callGateway(url: string, call: GatewayCall): Promise<GatewayAnswer> {
  const { timeoutMs = TIMEOUT_MS, ...sent } = call
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(url, { ...sent, signal, redirect: 'error' })
    return { status: answer.status, body: readJson(await answer.text()) }
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const wasReached = !unreached.includes(code)
    const words = wasReached ? 'The gateway gave no answer.' : 'The gateway could not be reached.'
    throw new NoAnswer(words, wasReached)
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Lets so many through in a second, one after the other. */
export function paced(perSecond: number): () => Promise<void> {
  let next = 0
  return async () => {
    const now = performance.now()
    const at = Math.max(now, next)
    next = at + 1000 / perSecond
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now))
  }
}
