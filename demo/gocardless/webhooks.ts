import { MINUTE_MS } from './clock.ts'
import { newWebhook, post } from './deliveries.ts'
import { found, type House } from './house.ts'
import type { Event, Webhook } from './records.ts'

export const webhookModes = ['normal', 'hold', 'double', 'shuffle', 'drop'] as const
type Mode = (typeof webhookModes)[number]

const MOST_EVENTS = 250
// How long after each attempt that failed the next one is made: eight in all.
const retryMinutes = [1, 2, 10, 30, 60, 180, 720, 1440]

interface Setting {
  mode: Mode
  url: string | null
  secret: string
  delayMs: number
}

/** Tells the creditor's server what happened: soon, later, twice, in another order, or never. */
export function makeWebhooks(house: House, state: Setting) {
  let waiting: Event[] = []
  let timer: NodeJS.Timeout | null = null
  let drawn = 1
  const under = new Set<Promise<void>>()

  /** The same order each time, and never the right one. */
  function chance(below: number): number {
    drawn = (drawn * 48_271) % 2_147_483_647
    return drawn % below
  }

  async function attempt(webhook: Webhook): Promise<void> {
    webhook._attempts += 1
    webhook._due = null
    const answer = await post(webhook)
    Object.assign(webhook, answer)
    if (webhook.successful) return
    const minutes = retryMinutes[webhook._attempts - 1]
    webhook._due = minutes === undefined ? null : house.clock.now() + minutes * MINUTE_MS
  }

  function send(webhook: Webhook): void {
    const sending = attempt(webhook).finally(() => under.delete(sending))
    under.add(sending)
  }

  function deliver(events: readonly Event[], mode: Mode): void {
    const { url, secret } = state
    if (!url || events.length === 0) return
    const webhook = newWebhook(house, { url, secret, events })
    house.books.webhooks.set(webhook.id, webhook)
    send(webhook)
    if (mode === 'double') send(webhook)
  }

  function flush(mode = state.mode): void {
    if (timer) clearTimeout(timer)
    timer = null
    if (mode === 'hold') return
    const events = waiting
    waiting = []
    if (mode === 'drop') return
    if (mode === 'shuffle') shuffle(events, chance)
    while (events.length > 0) {
      const size = mode === 'shuffle' ? 1 + chance(3) : MOST_EVENTS
      deliver(events.splice(0, size), mode)
    }
  }

  async function quiet(): Promise<void> {
    flush()
    while (under.size > 0) await Promise.all(under)
  }

  return {
    state,
    quiet,
    /** What is held goes out now, in the manner asked for. */
    release: flush,
    tell(event: Event): void {
      if (state.mode === 'drop') return
      waiting.push(event)
      timer ??= setTimeout(() => flush(), state.delayMs)
    },
    /** When the next attempt falls due. */
    nextDue(): number | null {
      const due = [...house.books.webhooks.values()].flatMap((one) => one._due ?? [])
      return due.length > 0 ? Math.min(...due) : null
    },
    async retryDue(): Promise<void> {
      const now = house.clock.now()
      for (const one of house.books.webhooks.values())
        if (one._due !== null && one._due <= now) send(one)
      await quiet()
    },
    retry(id: string): Webhook {
      const webhook = found(house, 'webhooks', id)
      send(webhook)
      return webhook
    },
  }
}

export type Webhooks = ReturnType<typeof makeWebhooks>

function shuffle(events: Event[], chance: (below: number) => number): void {
  for (let at = events.length - 1; at > 0; at -= 1) {
    const other = chance(at + 1)
    const [one, two] = [events[at], events[other]]
    if (one && two) [events[at], events[other]] = [two, one]
  }
}
