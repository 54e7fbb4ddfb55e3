import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { askingGocardless, atMost } from './gocardless-calls.ts'
import { gocardlessDebit } from './gocardless-debit.ts'

interface ReceivedCall {
  url: string | undefined
  call: string
  headers: IncomingHttpHeaders
  body: unknown
}
type Reply = [status: number, body: unknown, headers?: Record<string, string>]

let close = () => {}
afterEach(() => close())

/** GoCardless with these answers, one after the other; an answer of nothing never comes. */
async function saying(...answers: (Reply | null)[]) {
  const received: ReceivedCall[] = []
  const server = createServer(async (request, reply) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const { method, url, headers: given } = request
    const call = `${method} ${decodeURIComponent(url ?? '')}`
    received.push({ url, call, headers: given, body: text ? JSON.parse(text) : null })
    const answer = answers.shift()
    if (answer === null) return
    const [status, body, headers] = answer ?? [500, 'nothing left to say']
    reply.writeHead(status, headers)
    reply.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  // A server listening on TCP has an address of this form.
  const { port } = server.address() as AddressInfo
  const settings = { url: `http://127.0.0.1:${port}` }
  return { settings, received, provider: gocardlessDebit(settings, 'token') }
}

const payment = (more: object = {}) => ({
  id: 'PM1',
  status: 'pending_submission',
  amount: 67989,
  amount_refunded: 0,
  currency: 'NZD',
  charge_date: '2026-05-20',
  reference: 'INV-1042',
  metadata: { sb_key: 'sb-1-debit-7-1-1' },
  links: { mandate: 'MD1', creditor: 'CR1' },
  ...more,
})
const asked = {
  key: 'sb-1-debit-7-1-1',
  mandate_id: 'MD1',
  amount: 67989,
  charge_date: '2026-05-20',
  reference: 'INV-1042',
  description: 'Invoice INV-1042',
}
const debit = {
  id: 'PM1',
  status: 'pending_submission',
  mandate_id: 'MD1',
  amount: 67989,
  amount_refunded: 0,
  charge_date: '2026-05-20',
  reference: 'INV-1042',
  payout_id: null,
  our_key: 'sb-1-debit-7-1-1',
  subscription_id: null,
}
const reason = 'idempotent_creation_conflict'
const message = 'A resource has already been created with this idempotency key'
const conflict = (id: string): Reply => [
  409,
  {
    error: {
      type: 'invalid_state',
      code: 409,
      message,
      errors: [{ reason, message, links: { conflicting_resource_id: id } }],
    },
  },
]

test('a debit is asked for in an envelope, with its key and never to be tried again', async () => {
  const { provider, received } = await saying([201, { payments: payment() }])
  expect(await provider.makeDebit(asked)).toEqual(debit)
  expect(received).toEqual([
    {
      url: '/payments',
      call: 'POST /payments',
      headers: expect.objectContaining({
        authorization: 'Bearer token',
        'gocardless-version': '2015-07-06',
        'idempotency-key': 'sb-1-debit-7-1-1',
        'content-type': 'application/json',
      }),
      body: {
        payments: {
          amount: 67989,
          currency: 'NZD',
          charge_date: '2026-05-20',
          reference: 'INV-1042',
          description: 'Invoice INV-1042',
          retry_if_possible: false,
          metadata: { sb_key: 'sb-1-debit-7-1-1' },
          links: { mandate: 'MD1' },
        },
      },
    },
  ])
})

test('a debit that was made before is answered, if it is the same one', async () => {
  const { provider, received } = await saying(
    conflict('PM1'),
    [200, { payments: payment() }],
    conflict('PM1'),
    [200, { payments: payment({ amount: 1 }) }],
    conflict('PM1'),
    [200, { payments: payment({ links: { mandate: 'MD2' } }) }],
    conflict('PM1'),
    [500, 'gone'],
  )
  expect(await provider.makeDebit(asked)).toEqual(debit)
  expect(received.map(({ call }) => call)).toEqual(['POST /payments', 'GET /payments/PM1'])
  const differs = { kind: 'refused', code: reason, message: `${message}.` }
  await expect(provider.makeDebit(asked)).rejects.toMatchObject(differs)
  await expect(provider.makeDebit(asked)).rejects.toMatchObject(differs)
  await expect(provider.makeDebit(asked)).rejects.toMatchObject({ kind: 'unknown' })
})

test.each<[string, Reply | null]>([
  ['no JSON', [200, '<html></html>']],
  ['another envelope', [200, { payment: payment() }]],
  ['a status nobody knows', [200, { payments: payment({ status: 'lost_at_sea' }) }]],
  ['half a cent', [200, { payments: payment({ amount: 0.5 }) }]],
  ['trouble of its own', [503, 'later']],
])('an answer nobody understands may mean that it was done: %s', async (_what, reply) => {
  const { provider, received } = await saying(reply)
  await expect(provider.debit('PM1')).rejects.toMatchObject({ kind: 'unknown' })
  expect(received).toHaveLength(1)
})

test('nobody is led elsewhere with the token', async () => {
  const { provider, received } = await saying(
    [302, '', { location: '/payments/PM2' }],
    [200, { payments: payment() }],
  )
  await expect(provider.debit('PM1')).rejects.toMatchObject({ kind: 'unknown' })
  expect(received).toHaveLength(1)
})

test('an answer that does not come in time may come from something done', async () => {
  const { settings } = await saying(null)
  const ask = askingGocardless(settings, 'token', 50)
  await expect(ask('GET', '/payments/PM1')).rejects.toMatchObject({ kind: 'unknown' })
  close()
  await expect(ask('GET', '/payments/PM1')).rejects.toMatchObject({ kind: 'unknown' })
})

test('payments without a mandate or in other money are no debits of ours', async () => {
  const foreign = payment({ id: 'PM2', currency: 'AUD' })
  const instant = payment({ id: 'PM3', charge_date: null, links: {} })
  const { provider } = await saying(
    [200, { payments: [foreign, payment(), instant], meta: { cursors: { after: null } } }],
    [200, { payments: instant }],
  )
  expect(await provider.debits({ mandate_id: 'MD1' })).toEqual([debit])
  await expect(provider.debit('PM3')).rejects.toMatchObject({ kind: 'missing' })
})

test('an id is one part of the address, whatever is in it', async () => {
  const { provider, received } = await saying([200, { payments: payment() }])
  await provider.cancelDebit('PM1/../x?y')
  expect(received[0]).toMatchObject({
    url: '/payments/PM1%2F..%2Fx%3Fy/actions/cancel',
    body: { data: {} },
  })
})

test('what happened is read page by page, and told from the oldest on', async () => {
  const event = (n: number) => ({
    id: `EV${n}`,
    created_at: `2026-05-20T00:00:0${Math.floor(n / 2)}.000Z`,
    resource_type: 'payments',
    action: 'confirmed',
    details: { cause: 'payment_confirmed', origin: 'gocardless' },
    links: { payment: 'PM1' },
  })
  const page = (events: object[], after: string | null): Reply => [
    200,
    { events, meta: { cursors: { before: null, after }, limit: 500 } },
  ]
  const { provider, received } = await saying(
    page([event(5), event(4)], 'EV4'),
    page([event(3), event(2)], 'EV2'),
    page([event(1)], null),
  )
  const events = await provider.events('2026-05-20T00:00:00.000999Z')
  expect(events.map(({ id }) => id)).toEqual(['EV1', 'EV2', 'EV3', 'EV4', 'EV5'])
  const first = 'GET /events?created_at[gte]=2026-05-20T00:00:00.000Z&limit=500'
  expect(received.map(({ call }) => call)).toEqual([
    first,
    `${first}&after=EV4`,
    `${first}&after=EV2`,
  ])
})

test('a refund whose answer was lost is found again by its key', async () => {
  const code = 'total_amount_confirmation_invalid'
  const refused: Reply = [
    422,
    { error: { type: 'invalid_state', message: 'No', errors: [{ reason: code, message: 'No' }] } },
  ]
  const there = (sb_key: string): Reply => [
    200,
    {
      refunds: [
        { id: 'RF1', status: 'created', amount: 500, metadata: { sb_key }, links: {} },
        { id: 'RF0', status: 'paid', amount: 500, metadata: {}, links: { payment: 'PM1' } },
      ],
      meta: { cursors: { after: null } },
    },
  ]
  const { provider } = await saying(refused, there('k'), refused, there('another'))
  const wanted = { key: 'k', debit_id: 'PM1', amount: 500, total: 500 }
  expect(await provider.refund(wanted)).toMatchObject({ id: 'RF1', our_key: 'k' })
  await expect(provider.refund(wanted)).rejects.toMatchObject({ kind: 'refused', code })
})

test('an account that the customer has there already is taken', async () => {
  const exists: Reply = [
    422,
    {
      error: {
        type: 'validation_failed',
        message: 'Validation failed',
        errors: [
          {
            reason: 'bank_account_exists',
            message: 'Bank account already exists',
            links: { customer_bank_account: 'BA1' },
          },
        ],
      },
    },
  ]
  const account = (customer: string): Reply => [
    200,
    {
      customer_bank_accounts: {
        id: 'BA1',
        account_holder_name: 'MARAMA NGATA',
        account_number_ending: '00',
        links: { customer },
      },
    },
  ]
  const { provider, received } = await saying(exists, account('CU1'), exists, account('CU2'))
  const holder = 'Marama Ngata and Whānau Trust'
  const wanted = { key: 'k', payer_id: 'CU1', account_holder: holder, digits: '123113000386900' }
  expect(await provider.makeAccount(wanted)).toMatchObject({ id: 'BA1', ending: '00' })
  expect(received[0]?.body).toEqual({
    customer_bank_accounts: {
      account_holder_name: 'Marama Ngata and W',
      account_number: '1231130003869000',
      country_code: 'NZ',
      metadata: { sb_key: 'k' },
      links: { customer: 'CU1' },
    },
  })
  await expect(provider.makeAccount(wanted)).rejects.toMatchObject({ code: 'bank_account_exists' })
})

test('the page of a request that was made before is a new one', async () => {
  const url = 'https://pay.gocardless.com/billing/static/flow?id=BRF2'
  const request = { id: 'BRQ1', status: 'pending', links: { customer: 'CU1' } }
  const { provider, received } = await saying(
    conflict('BRQ1'),
    [200, { billing_requests: request }],
    conflict('BRF1'),
    [201, { billing_request_flows: { id: 'BRF2', authorisation_url: url } }],
  )
  const nobody = { company_name: null, given_name: null, family_name: null, email: null }
  const nowhere = { street: null, suburb: null, city: null, postcode: null }
  const payer = { ...nobody, ...nowhere, our_id: '7' }
  const back_to = 'https://office.example.co.nz/directdebit/'
  const wanted = { key: 'k', payer, payer_id: 'CU1', back_to }
  expect(await provider.askToAuthorise(wanted)).toEqual({ request_id: 'BRQ1', url })
  const keys = received.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual(['k', undefined, 'k-flow', expect.stringMatching(/^k-flow-[\w-]{36}$/)])
})

test('what is held is what is confirmed and what is on its way, in dollars', async () => {
  const balance = (balance_type: string, amount: number, currency = 'NZD') => ({
    balance_type,
    amount,
    currency,
  })
  const balances = [
    balance('confirmed_funds', 67989),
    balance('pending_payouts', 1011),
    balance('pending_payments_submitted', 5000),
    balance('confirmed_funds', 700, 'AUD'),
  ]
  const { provider, received } = await saying([
    200,
    { balances, meta: { cursors: { after: null } } },
  ])
  expect(await provider.held('CR1')).toBe(69000)
  expect(received[0]?.call).toBe('GET /balances?creditor=CR1&limit=500')
})

test('of many calls at once ten go out, and the others within the seconds after', async () => {
  const turn = atMost(10)
  const start = performance.now()
  const times = await Promise.all(
    Array.from({ length: 15 }, () => turn().then(() => performance.now() - start)),
  )
  expect(times.filter((ms) => ms < 900)).toHaveLength(10)
  expect(Math.max(...times)).toBeLessThan(2000)
})
