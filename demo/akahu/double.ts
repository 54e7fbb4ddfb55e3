import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Bank, newBank } from './bank.ts'
import { control, type Fault } from './control.ts'
import { type Reply, speak } from './protocol.ts'
import { makeWebhooks } from './webhooks.ts'

interface Options {
  port?: number
  bank?: Bank
  appToken?: string
  appSecret?: string
  pageSize?: number
  /** Called after whatever may have changed what it knows. */
  onChange?(bank: Bank): void
}

/** Starts the double. `/v1` is Akahu's; below `/_double` things are made to happen there. */
export async function startDouble(options: Options = {}) {
  const { appToken = 'app_token_demo', appSecret = 'app_secret_demo', pageSize = 100 } = options
  const bank = options.bank ?? newBank()
  const webhooks = makeWebhooks(bank)
  const faults: Fault[] = []
  const calls: string[] = []
  const app = { token: appToken, secret: appSecret, pageSize }

  async function answer(request: IncomingMessage): Promise<Reply | null> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const { method = 'GET', headers } = request
    const text = await bodyOf(request)
    const body = text ? JSON.parse(text) : {}
    const [, place = '', what = ''] = url.pathname.split('/')
    if (place === '_double')
      return what === 'calls'
        ? { status: 200, body: calls }
        : control({ bank, webhooks, faults }, what, body)
    calls.push(`${method} ${url.pathname}${url.search}`)
    // Keys are asked for while something else is told, and have no part in its faults.
    const fault = url.pathname.startsWith('/v1/keys/') ? null : nextFault(faults)
    return fault ? faulty(fault) : speak(bank, app, { method, url, headers, body })
  }

  const server = createServer((request, response) => {
    answer(request)
      .then((reply) => send(response, reply))
      .catch((error) => send(response, { status: 500, body: { message: String(error) } }))
      .finally(() => options.onChange?.(bank))
  })
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    bank,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

function nextFault(faults: Fault[]): Fault | null {
  const [fault] = faults
  if (!fault) return null
  fault.times -= 1
  if (fault.times <= 0) faults.shift()
  return fault
}

function faulty({ mode, retry_after }: Fault): Reply | null {
  if (mode === 'hang up') return null
  if (mode === 'garbage') return { status: 200, body: '<html>' }
  const headers = mode === '429' ? { 'retry-after': String(retry_after) } : {}
  return { status: Number(mode), body: { success: false, message: 'Trouble' }, headers }
}

/** Nothing at all where the connection is to break. */
function send(response: ServerResponse, reply: Reply | null): void {
  if (!reply) {
    response.destroy()
    return
  }
  const { status, body, headers } = reply
  const text = body === '<html>' ? '<html>' : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
}
