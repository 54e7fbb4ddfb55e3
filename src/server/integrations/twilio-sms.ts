import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isSame } from '#server/identity/digest.ts'
import type { TwilioChannel } from '#server/kit/start/sms-settings.ts'
import type { SmsFinding, SmsGateway, SmsMessage, SmsOutcome, SmsQuestion } from './sms.ts'
import { callGateway, NoAnswer, paced } from './sms-calls.ts'

const PER_SECOND = 10
const MAX_PAGES = 20
/** Their clocks and ours. */
const SKEW_MS = 60_000

// No number at all, one that has no phone for texts, one that nobody has any more.
const dead = ['21211', '21614', '30005', '30006']
const optedOut = '21610'
const forLater = ['20429', '30001', '14107']

const made = z.object({ sid: z.string().min(1).max(100) })
const trouble = z.object({ code: z.coerce.string(), message: z.string().max(1000) })
const page = z.object({
  messages: z.array(
    z.object({ sid: z.string(), body: z.string(), to: z.string(), date_created: z.string() }),
  ),
  next_page_uri: z.string().nullish(),
})

/** Twilio, by its own protocol. */
export function twilioSms(channel: TwilioChannel): SmsGateway {
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
    verify: ({ headers, body }, url) => {
      const sent = new URLSearchParams(Buffer.from(body).toString())
      const told = [...sent].map(([name, value]) => name + value).sort()
      const signature = createHmac('sha1', channel.auth_token).update(url + told.join(''))
      return isSame(headers['x-twilio-signature'] ?? '', signature.digest('base64'))
    },
    parseStatus,
    parseInbound,
    parseOptOut: () => null,
  }
  gateways.set(channel, gateway)
  return gateway
}

const gateways = new WeakMap<TwilioChannel, SmsGateway>()

const listOf = ({ url, account_sid }: TwilioChannel) =>
  `${url}/2010-04-01/Accounts/${encodeURIComponent(account_sid)}/Messages.json`

function headersOf({ account_sid, auth_token }: TwilioChannel): Record<string, string> {
  const own = Buffer.from(`${account_sid}:${auth_token}`).toString('base64')
  return { authorization: `Basic ${own}`, accept: 'application/json' }
}

async function send(channel: TwilioChannel, message: SmsMessage): Promise<SmsOutcome> {
  const body = new URLSearchParams({
    To: message.to,
    From: message.from,
    Body: message.text,
    StatusCallback: message.callback,
  }).toString()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  try {
    const headers = { ...headersOf(channel), ...form }
    const answer = await callGateway(listOf(channel), { method: 'POST', headers, body })
    return outcomeOf(answer.status, answer.body)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    if (error.wasReached) return { outcome: 'unknown', error: error.message }
    return refused('unreached', error.message, false)
  }
}

function outcomeOf(status: number, body: unknown): SmsOutcome {
  const taken = made.safeParse(body)
  if (status === 201 && taken.success) return { outcome: 'accepted', id: taken.data.sid }
  const told = trouble.safeParse(body)
  const { code, message } = told.success
    ? told.data
    : { code: String(status), message: `The gateway answered ${status}.` }
  if (status === 429) return refused(code, message, false)
  // Neither its answer nor its error can be read: it may have taken the message.
  if (status >= 500 || status < 400) return { outcome: 'unknown', error: message }
  return refused(code, message, !forLater.includes(code))
}

const refused = (code: string, error: string, permanent: boolean): SmsOutcome => ({
  outcome: 'refused',
  permanent,
  address_dead: dead.includes(code),
  opted_out: code === optedOut,
  code,
  error,
})

/** It has no place for our reference: the words to that number since then are ours. */
async function find(channel: TwilioChannel, asked: SmsQuestion): Promise<SmsFinding> {
  const since = Date.parse(asked.since) - SKEW_MS
  const day = new Date(since).toISOString().slice(0, 10)
  let next: string | null = `${listOf(channel)}?${new URLSearchParams({
    To: asked.to,
    'DateSent>': day,
    PageSize: '100',
  })}`
  try {
    for (let pages = 0; next !== null && pages < MAX_PAGES; pages += 1) {
      const answer = await callGateway(next, { method: 'GET', headers: headersOf(channel) })
      const read = page.safeParse(answer.body)
      if (answer.status !== 200 || !read.success) return { found: 'cannot_tell' }
      const own = read.data.messages.find(
        ({ sid, body, date_created }) =>
          body === asked.text && Date.parse(date_created) >= since && !asked.known.includes(sid),
      )
      if (own) return { found: 'accepted', id: own.sid }
      const { next_page_uri } = read.data
      next = next_page_uri ? new URL(next_page_uri, channel.url).toString() : null
      if (next && new URL(next).origin !== new URL(channel.url).origin) next = null
    }
    return next === null ? { found: 'absent' } : { found: 'cannot_tell' }
  } catch (error) {
    if (error instanceof NoAnswer) return { found: 'cannot_tell' }
    throw error
  }
}

const states = {
  queued: 'accepted',
  accepted: 'accepted',
  sending: 'accepted',
  sent: 'accepted',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'undelivered',
} as const

function parseStatus(body: string) {
  const told = new URLSearchParams(body)
  const id = told.get('MessageSid')
  const status = told.get('MessageStatus') ?? ''
  if (!id || !Object.hasOwn(states, status)) return null
  const code = told.get('ErrorCode') || null
  // Just looked for.
  const state = states[status as keyof typeof states]
  return { id, reference: null, state, code, address_dead: code !== null && dead.includes(code) }
}

function parseInbound(body: string) {
  const told = new URLSearchParams(body)
  const [id, from, to] = ['MessageSid', 'From', 'To'].map((name) => told.get(name))
  const text = told.get('Body')
  if (!id || !from || !to || text === null || told.has('MessageStatus')) return null
  return { id, from, to, text }
}
