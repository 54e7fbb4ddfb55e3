import type { Hooks } from './hooks.ts'
import type { Phones, TakenText } from './phones.ts'

export interface Reply {
  status: number
  body: unknown
  headers?: Record<string, string>
}

export interface Keys {
  account_sid: string
  auth_token: string
  api_key: string
}

interface GatewayRequest {
  method: string
  url: URL
  headers: Record<string, string | string[] | undefined>
  body: string
}

interface House {
  phones: Phones
  hooks: Hooks
  keys: Keys
  /** What the phones do with a text; by default they get it. */
  fate(to: string): { status: 'delivered' | 'undelivered'; code?: string }
}

const wrong = (status: number, code: number, message: string): Reply => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
})

/** Answers as Twilio does. */
export function speakTwilio(house: House, { method, url, headers, body }: GatewayRequest): Reply {
  const { phones, hooks, keys } = house
  const own = Buffer.from(`${keys.account_sid}:${keys.auth_token}`).toString('base64')
  if (headers.authorization !== `Basic ${own}`) return wrong(401, 20003, 'Authenticate')
  const path = `/2010-04-01/Accounts/${keys.account_sid}/Messages.json`
  if (url.pathname !== path) return wrong(404, 20404, 'The resource was not found')
  if (method === 'GET') return twilioList(phones, url)
  const sent = new URLSearchParams(body)
  const [to = '', from = '', text = ''] = ['To', 'From', 'Body'].map((name) => sent.get(name) ?? '')
  if (!/^\+\d{8,15}$/.test(to))
    return wrong(400, 21211, `The 'To' number ${to} is not a valid phone number.`)
  if (/^\+64[34679]/.test(to)) return wrong(400, 21614, `'To' number is not a valid mobile number`)
  if (phones.optedOut.has(to)) return wrong(400, 21610, 'Attempt to send to unsubscribed recipient')
  const callback = sent.get('StatusCallback')
  const taken = phones.take({ from, to, text, reference: null, callback })
  arrive(house, taken, (status, code) => hooks.twilioStatus(taken, status, code))
  return { status: 201, body: twilioShown(taken) }
}

function twilioList(phones: Phones, url: URL): Reply {
  const to = url.searchParams.get('To')
  const since = url.searchParams.get('DateSent>') ?? ''
  const found = phones.texts.filter((one) => one.to === to && one.at.slice(0, 10) >= since)
  const messages = found.map(twilioShown).reverse()
  return { status: 200, body: { messages, next_page_uri: null, page: 0, page_size: 100 } }
}

const twilioShown = ({ id, from, to, text, at, status }: TakenText) => ({
  sid: id,
  from,
  to,
  body: text,
  status,
  date_created: new Date(at).toUTCString(),
  date_sent: new Date(at).toUTCString(),
  error_code: null,
})

/** Answers as Kudosity does. */
export function speakKudosity(house: House, { method, url, headers, body }: GatewayRequest): Reply {
  const { phones, hooks, keys } = house
  if (headers['x-api-key'] !== keys.api_key)
    return problem(401, 'API Authentication Failed', 'Missing or invalid API key')
  if (url.pathname !== '/v2/sms')
    return problem(404, 'Not Found', 'The requested resource was not found')
  if (method === 'GET') {
    const reference = url.searchParams.get('message_ref')
    const found = phones.texts.filter((one) => one.reference === reference)
    const counted = { total_records: String(found.length), total_segments: String(found.length) }
    return { status: 200, body: { smses: found.map(kudosityShown), ...counted } }
  }
  const { message, sender, recipient, message_ref } = JSON.parse(body)
  const to = `+${recipient}`
  if (!/^\d{8,15}$/.test(String(recipient)))
    return badRecipient('invalid', 'The recipient is not a valid number')
  if (phones.optedOut.has(to)) return badRecipient('opted_out', 'The recipient has opted out')
  const text = { from: sender, to, text: message, reference: message_ref, callback: null }
  const taken = phones.take(text)
  arrive(house, taken, (status, code) =>
    hooks.kudosityStatus(taken, upper[code ?? status] ?? 'OTHER'),
  )
  return { status: 200, body: kudosityShown(taken) }
}

/** RFC 9457, as the second version of its API tells of trouble. */
const problem = (status: number, title: string, detail: string, more: object = {}): Reply => ({
  status,
  body: { type: 'about:blank', title, status, detail, ...more },
})

const badRecipient = (code: string, message: string) =>
  problem(422, 'Invalid Input Parameters', 'The request contained invalid parameters.', {
    issues: [{ code, field: 'recipient', message }],
  })

const upper: Record<string, string> = {
  sent: 'SENT',
  delivered: 'DELIVERED',
  undelivered: 'SOFT_BOUNCE',
  '30003': 'SOFT_BOUNCE',
  '30005': 'HARD_BOUNCE',
}

const kudosityShown = ({ id, reference, to, from, text }: TakenText) => ({
  id,
  message_ref: reference,
  recipient: to.replace(/^\+/, ''),
  sender: from,
  message: text,
  status: 'pending',
})

/** The phone gets it, and the gateway tells of each step. */
function arrive(
  { fate }: House,
  taken: TakenText,
  tell: (status: string, code?: string) => void,
): void {
  taken.status = 'sent'
  tell('sent')
  const { status, code } = fate(taken.to)
  taken.status = status
  tell(status, code)
}
