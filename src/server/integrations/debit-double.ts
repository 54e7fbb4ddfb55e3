import { z } from 'zod'

const clock = z.object({ now: z.string() })

// Each day is told before the next begins, and the server answers each time.
const PATIENCE_MS = 60_000

/** What time it is at the double of the provider, whose clock people may move. */
export const readBankClock = (url: string): Promise<string> => asked(url, { method: 'GET' })

/** Lets working days pass there; everything that falls due meanwhile happens. */
export const moveBankClock = (url: string, working_days: number): Promise<string> =>
  asked(url, { method: 'POST', body: JSON.stringify({ working_days }) })

async function asked(url: string, what: RequestInit): Promise<string> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const answer = await fetch(`${url}/_double/clock`, { ...what, signal })
  if (!answer.ok) throw new Error(`The double of the banks answered ${answer.status}.`)
  return clock.parse(await answer.json()).now
}
