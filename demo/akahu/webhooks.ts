import { createSign } from 'node:crypto'
import type { Bank } from './bank.ts'

export const webhookModes = ['normal', 'hold', 'drop', 'double'] as const
type Mode = (typeof webhookModes)[number]

interface FeedNotice {
  token: string
  type: string
  code: string
  more: object
}

interface WaitingCall {
  body: string
  headers: Record<string, string>
}

/** Tells subscribers what happened: at once, later, twice, in another order, or never. */
export function makeWebhooks(bank: Bank) {
  const state: { mode: Mode; url: string | null } = { mode: 'normal', url: null }
  const held: WaitingCall[] = []
  const sent: { body: string; status: number }[] = []
  const under = new Set<Promise<void>>()

  async function post({ body, headers }: WaitingCall): Promise<void> {
    if (!state.url) return
    const method = 'POST'
    const status = await fetch(state.url, { method, headers, body }).then(
      (answer) => answer.status,
      () => 0,
    )
    sent.push({ body, status })
  }

  function send(one: WaitingCall): void {
    const sending = post(one).finally(() => under.delete(sending))
    under.add(sending)
  }

  function sign(body: string): WaitingCall {
    const { id, privatePem } = bank.signing
    const signature = createSign('sha256').update(body).sign(privatePem, 'base64')
    const headers = {
      'content-type': 'application/json',
      'x-akahu-signature': signature,
      'x-akahu-signing-key': String(id),
    }
    return { body, headers }
  }

  return {
    state,
    sent,
    sign,
    /** Each subscriber hears of it, whoever else does. */
    tell({ token, type, code, more }: FeedNotice): void {
      for (const hook of bank.subscriptions) {
        if (hook.type !== type || (token !== '*' && hook.token !== token)) continue
        const payload = { webhook_type: type, webhook_code: code, state: hook.state, ...more }
        const one = sign(JSON.stringify(payload))
        if (state.mode === 'hold') held.push(one)
        else if (state.mode !== 'drop') send(one)
        if (state.mode === 'double') send(one)
      }
    },
    /** What was held goes out now, the last first. */
    release(): void {
      for (const one of held.splice(0).reverse()) send(one)
    },
    async quiet(): Promise<void> {
      while (under.size > 0) await Promise.all(under)
    },
  }
}

export type Webhooks = ReturnType<typeof makeWebhooks>
