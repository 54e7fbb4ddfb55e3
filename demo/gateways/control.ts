import { smsCommand } from '#domain/messaging/sms/sms-command.ts'
import type { HookMode, Hooks } from './hooks.ts'
import type { Phones } from './phones.ts'
import type { Reply } from './protocols.ts'

/** What the next texts meet instead of an answer. */
export interface Fault {
  mode: '429' | '500' | 'garbage' | 'hang up' | 'accept and hang up'
  times: number
}

interface Parts {
  phones: Phones
  hooks: Hooks
  faults: Fault[]
  fates: Map<string, { status: 'delivered' | 'undelivered'; code?: string }>
  calls: string[]
}

type Body = Record<string, unknown>

/** Has things happen on phones. No part of any gateway: it is for tests and the demonstration. */
export async function control(parts: Parts, what: string, body: Body): Promise<Reply> {
  const act = acts[what]
  if (!act) return { status: 404, body: { message: `Nobody knows ${what}.` } }
  return { status: 200, body: (await act(parts, body)) ?? {} }
}

const lastTo = (phones: Phones, number: unknown) =>
  phones.texts.findLast((one) => one.direction === 'to phone' && one.to === String(number))

const acts: Record<string, (parts: Parts, body: Body) => unknown> = {
  /** What a phone shows; without a number, every phone that got anything. */
  phone: ({ phones }, { number }) => phones.of(String(number)),
  phones: ({ phones }) => [
    ...new Set(phones.texts.map((one) => (one.direction === 'to phone' ? one.to : one.from))),
  ],
  /** Those of one office, or all. */
  texts: ({ phones }, { hook }) => phones.texts.filter((one) => !hook || one.hook === hook),
  /** Somebody answers: with words, or with STOP. */
  answer: ({ phones, hooks }, { number, to, text, gateway, hook }) => {
    const told = hook ? String(hook) : null
    const answer = phones.answer(String(number), String(to), String(text), told)
    if (gateway === 'kudosity') {
      hooks.kudosityInbound(answer)
      const last = lastTo(phones, number)
      if (last && smsCommand(answer.text) === 'stop') hooks.kudosityOptOut(last, 'SMS_INBOUND')
    } else hooks.twilioInbound(answer)
    return answer
  },
  /** Where the gateway tells of it, too, by the link in the last text. */
  'opt-out': ({ phones, hooks }, { number, gateway }) => {
    phones.optedOut.add(String(number))
    const last = lastTo(phones, number)
    if (last && gateway === 'kudosity') hooks.kudosityOptOut(last, 'LINK_HIT')
  },
  /** From now on texts to this number come back. */
  fate: ({ fates }, { number, status, code }) => {
    const is = status === 'undelivered' ? 'undelivered' : 'delivered'
    fates.set(String(number), { status: is, ...(code ? { code: String(code) } : {}) })
  },
  faults: ({ faults }, { mode, times }) => {
    // Whoever controls it knows the modes.
    faults.push({ mode: mode as Fault['mode'], times: Number(times ?? 1) })
  },
  hooks: ({ hooks }, { mode, origin, twilio, kudosity }) => {
    if (origin) hooks.settings.origin = String(origin)
    if (mode) hooks.settings.mode = mode as HookMode // Whoever controls it knows the modes.
    if (twilio) hooks.settings.twilio = String(twilio)
    if (kudosity) hooks.settings.kudosity = String(kudosity)
  },
  release: ({ hooks }) => hooks.release(),
  quiet: async ({ hooks }) => {
    await hooks.quiet()
    return hooks.sent
  },
  calls: ({ calls }) => calls,
}
