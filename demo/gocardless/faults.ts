import { setTimeout as wait } from 'node:timers/promises'
import type { Reply } from './answers.ts'
import { broken, forbidden, tooMany } from './refusals.ts'

export const faultModes = ['before', 'after', '403', '429', '500', 'slow', 'garbage'] as const

/** What the next calls of a kind meet. */
export interface Fault {
  /** For example "POST /payments" or "POST /payments/:id/actions/cancel"; * is any call. */
  on: string
  mode: (typeof faultModes)[number]
  times: number
  delay_ms: number
}

const LONGER_THAN_ANYBODY_WAITS_MS = 12_000

export function faultIn(body: Record<string, unknown>): Fault | null {
  const mode = faultModes.find((one) => one === String(body.mode))
  if (!mode) return null
  return {
    on: String(body.on ?? '*'),
    mode,
    times: Number(body.times ?? 1),
    delay_ms: Number(body.delay_ms ?? LONGER_THAN_ANYBODY_WAITS_MS),
  }
}

export function nextFault(faults: Fault[], method: string, path: string): Fault | null {
  const at = faults.findIndex(({ on }) => isAbout(on, method, path))
  const fault = faults[at]
  if (!fault) return null
  fault.times -= 1
  if (fault.times <= 0) faults.splice(at, 1)
  return fault
}

function isAbout(on: string, method: string, path: string): boolean {
  if (on === '*') return true
  const [wanted = '', pattern = ''] = on.split(' ')
  const [parts, own] = [pattern.split('/'), path.split('/')]
  const isSame = (part: string, at: number) => part.startsWith(':') || part === own[at]
  return wanted === method && parts.length === own.length && parts.every(isSame)
}

/** The answer in spite of the fault; nothing where the connection is to break. */
export async function withFault(
  fault: Fault | null,
  answer: () => Promise<Reply>,
): Promise<Reply | null> {
  if (!fault) return answer()
  switch (fault.mode) {
    case 'before':
      return null
    case '403':
      throw forbidden()
    case '429':
      throw tooMany()
    case '500':
      throw broken()
    case 'after':
      await answer()
      return null
    case 'slow': {
      const reply = await answer()
      await wait(fault.delay_ms, undefined, { ref: false })
      return reply
    }
    case 'garbage':
      return { ...(await answer()), body: '<html><h1>502 Bad Gateway' }
  }
}
