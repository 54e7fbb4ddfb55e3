import { createHmac } from 'node:crypto'
import type { TakenText } from './phones.ts'

export type HookMode = 'normal' | 'hold' | 'twice' | 'drop'

interface WaitingCall {
  url: string
  headers: Record<string, string>
  body: string
}

interface Settings {
  mode: HookMode
  /** Where the server really is: whatever address it has for others, calls stay on this machine. */
  origin: string | null
  /** Where inbound texts and Kudosity's reports go. */
  twilio: string | null
  kudosity: string | null
}

const json = (url: string, payload: object): WaitingCall => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(payload),
})

/** Tells the server what happens to its texts: at once, twice, late, or in another order. */
export function newHooks(authToken: string) {
  const settings: Settings = { mode: 'normal', origin: null, twilio: null, kudosity: null }
  const held: WaitingCall[] = []
  const sent: { url: string; body: string; status: number }[] = []
  const under = new Set<Promise<void>>()

  // One after the other, as they happened.
  let last: Promise<void> = Promise.resolve()
  function post(one: WaitingCall): void {
    const sending = last
      .then(() => {
        const { headers, body } = one
        return fetch(onThisMachine(one.url, settings), { method: 'POST', headers, body })
      })
      .then(
        ({ status }) => void sent.push({ url: one.url, body: one.body, status }),
        () => void sent.push({ url: one.url, body: one.body, status: 0 }),
      )
      .finally(() => under.delete(sending))
    last = sending
    under.add(sending)
  }

  function tell(one: WaitingCall): void {
    if (settings.mode === 'drop') return
    if (settings.mode === 'hold') {
      held.push(one)
      return
    }
    post(one)
    if (settings.mode === 'twice') post(one)
  }

  function signed(url: string, values: Record<string, string>): WaitingCall {
    const told = Object.entries(values).map(([name, value]) => name + value)
    const signature = createHmac('sha1', authToken).update(url + told.sort().join(''))
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature.digest('base64'),
    }
    return { url, headers, body: new URLSearchParams(values).toString() }
  }

  return {
    settings,
    sent,
    signed,
    twilioStatus({ id, from, to, callback }: TakenText, status: string, code?: string): void {
      const values = { MessageSid: id, From: from, To: to, MessageStatus: status }
      if (callback) tell(signed(callback, code ? { ...values, ErrorCode: code } : values))
    },
    twilioInbound({ id, from, to, text, hook }: TakenText): void {
      const values = { MessageSid: id, From: from, To: to, Body: text, NumMedia: '0' }
      const url = hook ?? settings.twilio
      if (url) tell(signed(url, values))
    },
    kudosityStatus({ id, from, to, reference }: TakenText, status: string): void {
      const told = { type: 'SMS', id, sender: from, recipient: to, message_ref: reference, status }
      const event = { event_type: 'SMS_STATUS', timestamp: new Date().toISOString(), status: told }
      if (settings.kudosity) tell(json(settings.kudosity, event))
    },
    kudosityInbound({ id, from, to, text }: TakenText): void {
      const sender = from.replace(/^\+/, '')
      const mo = { type: 'SMS', id, sender, recipient: to, message: text }
      const event = { event_type: 'SMS_INBOUND', timestamp: new Date().toISOString(), mo }
      if (settings.kudosity) tell(json(settings.kudosity, event))
    },
    /** Who opted out of a message that went to them. */
    kudosityOptOut(text: TakenText, source: OptOutSource): void {
      if (settings.kudosity) tell(json(settings.kudosity, optOutOf(text, source)))
    },
    /** What was held goes out now, the last first. */
    release(): void {
      for (const one of held.splice(0).reverse()) post(one)
    },
    async quiet(): Promise<void> {
      while (under.size > 0) await Promise.all(under)
    },
  }
}

type OptOutSource = 'SMS_INBOUND' | 'LINK_HIT'

function optOutOf({ id, from, to, reference }: TakenText, source: OptOutSource) {
  const recipient = to.replace(/^\+/, '')
  const source_message = { type: 'SMS', id, sender: from, recipient, message_ref: reference }
  const timestamp = new Date().toISOString()
  return { event_type: 'OPT_OUT', timestamp, opt_out: { source, source_message } }
}

export type Hooks = ReturnType<typeof newHooks>

function onThisMachine(url: string, { origin }: Settings): string {
  const { pathname } = new URL(url)
  const at = origin ?? url
  if (!/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(`${at}/`))
    throw new Error(`The double calls nobody outside this machine: ${at}`)
  return new URL(pathname, at).toString()
}
