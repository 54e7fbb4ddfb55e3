import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Reply } from './answers.ts'
import { makeClock, textOf } from './clock.ts'
import { type CallMade, control } from './control.ts'
import { type Fault, nextFault, withFault } from './faults.ts'
import { hostedPage } from './hosted-page.ts'
import type { House } from './house.ts'
import { keptBooks, makeKeeper } from './kept-books.ts'
import { makeTime } from './passing-time.ts'
import { speak } from './protocol.ts'
import { makeRateLimit } from './rate-limit.ts'
import type { Fields } from './records.ts'
import { misused, Refusal, tooMany } from './refusals.ts'
import { makeWebhooks } from './webhooks.ts'

const VERSION = '2015-07-06'
const TICK_MS = 1000
const CALLS_PER_MINUTE = 1000

export interface Options {
  port: number
  token: string
  webhookUrl: string | null
  secret: string
  /** When its clock starts; nothing is now. */
  start: number | null
  folder: string | null
  creditor: string
  delayMs: number
}

/** Starts the double. Below `/_double` things are made to happen there. */
export async function startGoCardless(options: Options) {
  const kept = keptBooks(options.folder, options.creditor)
  const clock = makeClock(options.start, kept.aheadMs)
  const { token } = options
  const settings = { token, refundsAvailable: null, callsPerMinute: CALLS_PER_MINUTE }
  const { books } = kept
  const house: House = { books, clock, url: '', onEvent: (event) => webhooks.tell(event), settings }
  const { webhookUrl: url, secret, delayMs } = options
  const webhooks = makeWebhooks(house, { mode: 'normal', url, secret, delayMs })
  const time = makeTime(house, webhooks)
  const limit = makeRateLimit(() => house.settings.callsPerMinute)
  const keeper = makeKeeper(options.folder, () => ({ books, aheadMs: clock.shift.aheadMs }))
  const faults: Fault[] = []
  const calls: CallMade[] = []

  async function answer(request: IncomingMessage): Promise<Reply | null> {
    const asked = new URL(request.url ?? '/', 'http://localhost')
    const { method = 'GET', headers } = request
    const text = await bodyOf(request)
    const [, place = '', what = ''] = asked.pathname.split('/')
    if (place === 'flow') return hostedPage(house, { method, id: what, form: text })
    if (place === '_double') {
      const parts = { house, webhooks, time, faults, calls }
      return control(parts, `${method} ${what}`, parsed(text))
    }
    const key = String(headers['idempotency-key'] ?? '') || null
    const { pathname, search } = asked
    const path = `${pathname}${search}`
    const call: CallMade = { at: textOf(clock.now()), method, path, key, status: null }
    calls.push(call)
    const fault = nextFault(faults, method, pathname)
    const { isOver, headers: limits } = limit.count()
    const said = fault?.mode === '429' ? limit.exceeded() : limits
    const reply = await withFault(fault, async () => {
      mayCall(headers, house.settings.token)
      if (isOver) throw tooMany()
      const retryWebhook = webhooks.retry
      return speak(house, { method, url: asked, headers, body: parsed(text), retryWebhook })
    }).catch((error) => refusal(error))
    call.status = reply?.status ?? null
    return reply && { ...reply, headers: { ...said, ...reply.headers } }
  }

  const server = createServer((request, response) => {
    answer(request)
      .catch((error) => refusal(error))
      .then((reply) => send(response, reply))
      .finally(() => keeper.changed())
  })
  await new Promise<void>((resolve) => {
    server.listen(options.port, '127.0.0.1', resolve)
  })
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  house.url = `http://127.0.0.1:${port}`
  const tick = setInterval(() => time.catchUp().then(keeper.changed, console.error), TICK_MS)
  tick.unref()
  return {
    port,
    url: house.url,
    async close(): Promise<void> {
      clearInterval(tick)
      keeper.write()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function refusal(error: unknown): Reply {
  if (error instanceof Refusal) return { status: error.code, body: error.body }
  console.error(error)
  return { status: 500, body: { error: { type: 'gocardless', code: 500, message: String(error) } } }
}

function mayCall(headers: IncomingMessage['headers'], token: string): void {
  if (!headers.authorization)
    throw misused(401, 'missing_authorization_header', 'No authorization header was provided')
  if (headers.authorization !== `Bearer ${token}`)
    throw misused(401, 'access_token_not_found', 'The access token you have used is not recognised')
  const version = headers['gocardless-version']
  if (version === undefined)
    throw misused(400, 'missing_version_header', 'No version header was provided')
  if (version !== VERSION) throw misused(400, 'version_not_found', 'Version not found')
}

function parsed(text: string): Fields {
  if (text === '') return {}
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null) return { ...body }
  } catch {
    // Whatever cannot be read is answered as what is no document.
  }
  throw misused(400, 'invalid_document_structure', 'The body is not a JSON document')
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

/** Nothing at all where the connection is to break. */
function send(response: ServerResponse, reply: Reply | null): void {
  if (!reply) {
    response.destroy()
    return
  }
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
  response
    .writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    .end(text)
}
