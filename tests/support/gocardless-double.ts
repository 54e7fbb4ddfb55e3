import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { startDouble } from '#demo/start-double.ts'

const program = new URL('../../demo/gocardless/main.ts', import.meta.url)
export const webhookSecret = 'a-secret-of-the-tests'
export const doubleToken = 'a-token-of-the-tests'

/** A record of theirs, as far as every kind has it. */
interface Row {
  id: string
  status: string
  amount: number
  links: Record<string, string>
  [field: string]: unknown
}

interface DoubleEvent {
  id: string
  resource_type: string
  action: string
  links: Record<string, string>
  details: Record<string, string>
}

/** Somebody who listens to webhooks, proves them and answers as told. */
async function listener() {
  const events: DoubleEvent[] = []
  const bodies: string[] = []
  const answers = { status: 204 }
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body = Buffer.concat(pieces)
    const proof = createHmac('sha256', webhookSecret).update(body).digest('hex')
    const isTrue = request.headers['webhook-signature'] === proof
    bodies.push(body.toString())
    if (isTrue && answers.status < 300) events.push(...JSON.parse(body.toString()).events)
    response.writeHead(isTrue ? answers.status : 498).end()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // It listens on a port.
  const url = `http://127.0.0.1:${port}/hook`
  return { url, events, bodies, answers, close: () => server.close() }
}

/** The double of GoCardless as a process of its own, and what may be done to it over HTTP. */
export async function goCardless(now: string, options: readonly string[] = []) {
  const heard = await listener()
  const given = ['--token', doubleToken, '--secret', webhookSecret, '--webhook', heard.url]
  const { said, stop } = await startDouble(program, [...given, '--now', now, ...options])
  const url: string = said.url

  async function call(method: string, path: string, given?: object, key?: string) {
    const headers: Record<string, string> = {
      authorization: `Bearer ${doubleToken}`,
      'gocardless-version': '2015-07-06',
      'content-type': 'application/json',
    }
    if (key) headers['idempotency-key'] = key
    const sent = given === undefined ? {} : { body: JSON.stringify(given) }
    const answer = await fetch(`${url}${path}`, { method, headers, ...sent })
    const body = JSON.parse(await answer.text())
    return { status: answer.status, body, headers: answer.headers }
  }

  async function make(kind: string, fields: object, key?: string): Promise<Row> {
    const { status, body } = await call('POST', `/${kind}`, { [kind]: fields }, key)
    expect(status, JSON.stringify(body)).toBe(201)
    return body[kind]
  }

  return {
    url,
    heard,
    call,
    make,
    get: async (kind: string, id: string): Promise<Row> =>
      (await call('GET', `/${kind}/${id}`)).body[kind],
    list: async (kind: string, query = ''): Promise<Row[]> =>
      (await call('GET', `/${kind}?${query}`)).body[kind],
    control: async (what: string, body: object = {}) => {
      const answer = await call('POST', `/_double/${what}`, body)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body
    },
    balance: async () => (await call('GET', '/_double/balance')).body,
    simulate: (name: string, resource: string, cause?: string) =>
      call('POST', `/scenario_simulators/${name}/actions/run`, {
        data: { links: { resource }, ...(cause ? { cause } : {}) },
      }),
    /** A mandate on an account whose number is right. */
    async mandate(): Promise<Row> {
      const person = { given_name: 'Mere', family_name: 'Hapi', email: 'mere@example.com' }
      const customer = await make('customers', person)
      const account = await make('customer_bank_accounts', {
        account_holder_name: 'M Hapi',
        country_code: 'NZ',
        account_number: '12-3113-0003869-00',
        links: { customer: customer.id },
      })
      const links = { customer_bank_account: account.id }
      return make('mandates', { scheme: 'becs_nz', links })
    },
    payment: (mandate: string, amount: number, more: object = {}) =>
      make('payments', { amount, currency: 'NZD', links: { mandate }, ...more }),
    async close(): Promise<void> {
      await stop()
      heard.close()
    },
  }
}

export type GoCardlessDouble = Awaited<ReturnType<typeof goCardless>>
