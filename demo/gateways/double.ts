import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { control, type Fault } from './control.ts'
import { newHooks } from './hooks.ts'
import { newPhones } from './phones.ts'
import { type Keys, type Reply, speakKudosity, speakTwilio } from './protocols.ts'

export const demoKeys: Keys = {
  account_sid: 'ACdemonstration',
  auth_token: 'auth_token_demo',
  api_key: 'api_key_demo',
}

/** Starts both gateways at one address. Below `/_double` things are made to happen on phones. */
export async function startGateways({ port = 0, keys = demoKeys } = {}) {
  const phones = newPhones()
  const hooks = newHooks(keys.auth_token)
  const faults: Fault[] = []
  const fates = new Map<string, { status: 'delivered' | 'undelivered'; code?: string }>()
  const calls: string[] = []
  const fate = (to: string) => fates.get(to) ?? ({ status: 'delivered' } as const)
  const house = { phones, hooks, keys, fate }

  async function answer(request: IncomingMessage): Promise<Reply | null> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const { method = 'GET', headers } = request
    const body = await bodyOf(request)
    const [, place = '', what = ''] = url.pathname.split('/')
    if (place === '_double') {
      const asked = { ...Object.fromEntries(url.searchParams), ...(body ? JSON.parse(body) : {}) }
      return control({ phones, hooks, faults, fates, calls }, what, asked)
    }
    calls.push(`${method} ${url.pathname}`)
    const speak = place === 'v2' ? speakKudosity : speakTwilio
    const fault = method === 'POST' ? nextFault(faults) : null
    if (fault === 'accept and hang up') {
      speak(house, { method, url, headers, body })
      return null
    }
    if (fault === 'hang up') return null
    if (fault === '429')
      return { status: 429, body: { code: 20429, message: 'Too Many Requests', status: 429 } }
    if (fault === '500') return { status: 500, body: { code: 20500, message: 'Internal error' } }
    if (fault === 'garbage') return { status: 201, body: '<html>' }
    return speak(house, { method, url, headers, body })
  }

  const server = createServer((request, response) => {
    answer(request)
      .then((reply) => send(response, reply))
      .catch((error) => send(response, { status: 500, body: { message: String(error) } }))
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  // A server that listens on a port has such an address.
  const bound = server.address() as AddressInfo
  return {
    port: bound.port,
    url: `http://127.0.0.1:${bound.port}`,
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

function nextFault(faults: Fault[]): Fault['mode'] | null {
  const [fault] = faults
  if (!fault) return null
  fault.times -= 1
  if (fault.times <= 0) faults.shift()
  return fault.mode
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
