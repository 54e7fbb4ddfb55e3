import { z } from 'zod'
import type { KudosityChannel } from '#server/kit/start/sms-settings.ts'
import type { SmsFinding, SmsGateway, SmsMessage, SmsOutcome, SmsQuestion } from './sms.ts'
import { callGateway, NoAnswer, paced } from './sms-calls.ts'

/** What an account may ask for; more is dropped there, not kept. */
const PER_SECOND = 15

const text = z.string().max(5000)
const made = z.object({ id: z.string().min(1).max(100) })
const issue = z.object({ code: text.optional(), field: text.optional(), message: text.optional() })
// RFC 9457; some answers have it inside of `error`, some have words alone there.
const problem = z.object({
  title: text.optional(),
  detail: text.optional(),
  issues: z.array(issue).optional(),
})
const trouble = z.union([
  z.object({ error: problem }).transform(({ error }) => error),
  z.object({ error: text }).transform(({ error }) => ({ detail: error, issues: [] })),
  problem,
])
const list = z.object({
  smses: z.array(z.object({ id: z.string(), message_ref: z.string().nullish() })),
})
const statusEvent = z.object({
  event_type: z.literal('SMS_STATUS'),
  status: z.object({
    id: z.string().max(100),
    message_ref: z.string().max(500).nullish(),
    status: z.string().max(40),
  }),
})
const inboundEvent = z.object({
  event_type: z.literal('SMS_INBOUND'),
  mo: z.object({
    id: z.string().max(100),
    sender: z.string().max(30),
    recipient: z.string().max(30),
    message: text,
  }),
})
// The message is that of ours which they opted out of, by its link or by an answer.
const optOutEvent = z.object({
  event_type: z.literal('OPT_OUT'),
  opt_out: z.object({ source_message: z.object({ recipient: z.string().max(30) }) }),
})

/** Kudosity, by the second version of its API. It signs nothing: its address holds the secret. */
export function kudositySms(channel: KudosityChannel): SmsGateway {
  const known = gateways.get(channel)
  if (known) return known
  const turn = paced(PER_SECOND)
  const gateway: SmsGateway = {
    limits: { perSecond: PER_SECOND },
    send: async (message) => {
      await turn()
      return send(channel, message)
    },
    find: (question) => find(channel, question),
    // Whoever knows the address was told it by us; it was compared before this. What they tell
    // beside what is understood here is kept, and changes nothing.
    verify: () => true,
    parseStatus: (body) => statusOf(Buffer.from(body)),
    parseInbound: (body) => inboundOf(Buffer.from(body)),
    parseOptOut: optOutOf,
  }
  gateways.set(channel, gateway)
  return gateway
}

const gateways = new WeakMap<KudosityChannel, SmsGateway>()

const headersOf = ({ api_key }: KudosityChannel) => ({
  'x-api-key': api_key,
  accept: 'application/json',
  'content-type': 'application/json',
})

async function send(channel: KudosityChannel, message: SmsMessage): Promise<SmsOutcome> {
  const body = JSON.stringify({
    message: message.text,
    sender: bare(message.from),
    recipient: bare(message.to),
    message_ref: message.reference,
  })
  try {
    const headers = headersOf(channel)
    const answer = await callGateway(`${channel.url}/v2/sms`, { method: 'POST', headers, body })
    return outcomeOf(answer.status, answer.body)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    if (error.wasReached) return { outcome: 'unknown', error: error.message }
    return refused('unreached', error.message, false)
  }
}

function outcomeOf(status: number, body: unknown): SmsOutcome {
  const taken = made.safeParse(body)
  if (status >= 200 && status < 300 && taken.success)
    return { outcome: 'accepted', id: taken.data.id }
  const told = trouble.safeParse(body).data
  const number = told?.issues?.find(({ field }) => field === 'recipient')
  const words = number?.message ?? told?.detail ?? `The gateway answered ${status}.`
  if (status === 429) return refused('OVER_LIMIT', words, false)
  if (status >= 500 || status < 400) return { outcome: 'unknown', error: words }
  const opted_out = number !== undefined && /opt(ed)?[ _-]?out/i.test(words)
  const address_dead = number !== undefined && !opted_out
  return { ...refused(number?.code ?? String(status), words, true), address_dead, opted_out }
}

const refused = (code: string, error: string, permanent: boolean) => ({
  ...({ outcome: 'refused', address_dead: false, opted_out: false } as const),
  ...{ permanent, code, error },
})

async function find(channel: KudosityChannel, { reference }: SmsQuestion): Promise<SmsFinding> {
  const asked = new URLSearchParams({ message_ref: reference })
  try {
    const headers = headersOf(channel)
    const answer = await callGateway(`${channel.url}/v2/sms?${asked}`, { method: 'GET', headers })
    const read = list.safeParse(answer.body)
    if (answer.status !== 200 || !read.success) return { found: 'cannot_tell' }
    const own = read.data.smses.find(({ message_ref }) => message_ref === reference)
    return own ? { found: 'accepted', id: own.id } : { found: 'absent' }
  } catch (error) {
    if (error instanceof NoAnswer) return { found: 'cannot_tell' }
    throw error
  }
}

const states: Record<string, 'accepted' | 'delivered' | 'undelivered'> = {
  SENT: 'accepted',
  SUBMITTED: 'accepted',
  ACCEPTED: 'accepted',
  DELIVERED: 'delivered',
  READ: 'delivered',
  FAILED: 'undelivered',
  SOFT_BOUNCE: 'undelivered',
  HARD_BOUNCE: 'undelivered',
  REJECTED: 'undelivered',
  UNDELIVERABLE: 'undelivered',
}

function statusOf(body: Uint8Array) {
  const told = statusEvent.safeParse(jsonOf(body))
  if (!told.success) return null
  const { id, message_ref, status } = told.data.status
  const state = states[status]
  if (!state) return null
  const address_dead = status === 'HARD_BOUNCE'
  const code = state === 'undelivered' ? status : null
  return { id, reference: message_ref ?? null, state, code, address_dead }
}

function inboundOf(body: Uint8Array) {
  const told = inboundEvent.safeParse(jsonOf(body))
  if (!told.success) return null
  const { id, sender, recipient, message } = told.data.mo
  return { id, from: withPlus(sender), to: recipient, text: message }
}

function optOutOf(body: string) {
  const told = optOutEvent.safeParse(jsonOf(Buffer.from(body)))
  return told.success ? { number: withPlus(told.data.opt_out.source_message.recipient) } : null
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString())
  } catch {
    return null
  }
}

const bare = (number: string) => number.replace(/^\+/, '')
const withPlus = (number: string) => (/^\d{8,15}$/.test(number) ? `+${number}` : number)
