import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGoCardless } from '#demo/gocardless/double.ts'
import type { ProviderEvent } from '#server/integrations/direct-debit.ts'
import { readGocardlessWebhook } from '#server/integrations/gocardless-webhook.ts'
import {
  debitOn,
  directDebitContract,
  keyOf,
  makeReady,
  open,
  type Place,
  simulate,
} from '#tests/support/gocardless-contract.ts'

// The adapter against the double, and the same against GoCardless' own sandbox where somebody gives a
// token for it: what the double gets wrong is found there.
const sandboxToken = process.env.GOCARDLESS_SANDBOX_TOKEN
const token = 'token of the tests'
const secret = 'secret of the tests'

describe('the double', () => {
  let double: Awaited<ReturnType<typeof startGoCardless>>
  let place: Place
  beforeAll(async () => {
    double = await startGoCardless({
      port: 0,
      token,
      webhookUrl: null,
      secret,
      start: null,
      folder: null,
      creditor: 'Harbour Energy Brokers',
      delayMs: 0,
    })
    place = { url: double.url, token }
  })
  afterAll(() => double.close())

  async function control<T>(what: string, body: object = {}, method = 'POST'): Promise<T> {
    const sent = method === 'GET' ? { method } : { method, body: JSON.stringify(body) }
    const answer = await fetch(`${double.url}/_double/${what}`, sent)
    expect(answer.status, what).toBe(200)
    // The double answers what each of its acts says it does.
    return (await answer.json()) as T
  }

  directDebitContract(() => place, 2000)

  test.each([
    ['breaks off before it has done it', 'before', 'unknown', 0],
    ['breaks off when it has done it', 'after', 'unknown', 1],
    ['has trouble of its own', '500', 'unknown', 0],
    ['is answered for by somebody else', 'garbage', 'unknown', 1],
    ['asks us to wait', '429', 'busy', 0],
  ])('a provider that %s has one debit at the end', async (_how, mode, kind, done) => {
    const provider = open(place)
    const { mandate } = await makeReady(provider, mode)
    const wanted = debitOn(mandate, `${mode}-debit`)
    await control('faults', { on: 'POST /payments', mode, times: 1 })
    const trouble = await provider.makeDebit(wanted).catch((error) => error)
    expect(trouble).toMatchObject({ kind })
    expect(trouble.retryAfterSeconds).toBeGreaterThanOrEqual(kind === 'busy' ? 1 : 0)
    expect(trouble.retryAfterSeconds).toBeLessThanOrEqual(kind === 'busy' ? 3 : 0)
    expect(await provider.debits({ mandate_id: mandate.id })).toHaveLength(done)
    const made = await provider.makeDebit(wanted)
    expect(await provider.debits({ mandate_id: mandate.id })).toEqual([made])
  })

  test('a debit is refunded once for each key, and no more than was said in all', async () => {
    const provider = open(place)
    const { mandate } = await makeReady(provider, 'refunded')
    const made = await provider.makeDebit(debitOn(mandate, 'refunded-debit'))
    const asked = { key: keyOf('refund'), debit_id: made.id, amount: 5000, total: 5000 }
    const early = { kind: 'refused', code: 'refund_payment_invalid_state' }
    await expect(provider.refund(asked)).rejects.toMatchObject(early)
    await control('clock', { working_days: 15 })
    await control('faults', { on: 'POST /refunds', mode: 'after', times: 1 })
    await expect(provider.refund(asked)).rejects.toMatchObject({ kind: 'unknown' })
    const refund = await provider.refund(asked)
    expect(refund).toMatchObject({ amount: 5000, debit_id: made.id, our_key: keyOf('refund') })
    expect(await provider.refundNow(refund.id)).toEqual(refund)
    expect(await provider.debit(made.id)).toMatchObject({ amount_refunded: 5000 })
    const more = { ...asked, key: keyOf('more') }
    await expect(provider.refund(more)).rejects.toMatchObject({
      kind: 'refused',
      code: 'total_amount_confirmation_invalid',
    })
    const other = { ...asked, amount: 6000, total: 11_000 }
    const conflict = { kind: 'refused', code: 'idempotent_creation_conflict' }
    await expect(provider.refund(other)).rejects.toMatchObject(conflict)
  })

  test('the fees of a payout have tenths of cents, and their tax beside them', async () => {
    const provider = open(place)
    const { mandate } = await makeReady(provider, 'fees')
    const made = await provider.makeDebit({ ...debitOn(mandate, 'fees-debit'), amount: 12_345 })
    await simulate(place, 'payment_paid_out', made.id)
    const { payout_id } = await provider.debit(made.id)
    const { amount, status, arrival_date } = await provider.payout(payout_id ?? '')
    expect(status).toBe('paid')
    expect(arrival_date).toMatch(/^\d{4}-\d\d-\d\d$/)
    const items = await provider.payoutItems(payout_id ?? '')
    expect(items.find(({ type }) => type === 'gocardless_fee')).toEqual({
      type: 'gocardless_fee',
      amount: '-123.5',
      taxes: [{ amount: '-18.5' }],
      debit_id: made.id,
      mandate_id: mandate.id,
      refund_id: null,
    })
    expect(amount).toBe(12_345 - 142)
  })

  test('a series that was made elsewhere is seen in its debits, and ended', async () => {
    const provider = open(place)
    const { mandate } = await makeReady(provider, 'series')
    const links = { mandate: mandate.id }
    const { id } = await control<{ id: string }>('subscriptions', { amount: 2500, links })
    const [first] = await provider.debits({ mandate_id: mandate.id })
    expect(first).toMatchObject({ subscription_id: id, our_key: null, amount: 2500 })
    expect(await provider.isSubscriptionRunning(id)).toBe(true)
    await provider.endSubscription(id)
    expect(await provider.isSubscriptionRunning(id)).toBe(false)
    // Whoever asks again, after an answer that was lost, has what they wanted.
    await provider.endSubscription(id)
  })

  test('a list of more than one page is read to its end', async () => {
    const provider = open(place)
    const { mandate } = await makeReady(provider, 'pages')
    const { now } = await control<{ now: string }>('clock', {}, 'GET')
    for (let n = 0; n < 501; n++)
      await control('payments', { amount: 100 + n, links: { mandate: mandate.id } })
    const found = await provider.debits({ mandate_id: mandate.id })
    expect(found.map(({ amount }) => amount)).toEqual(
      Array.from({ length: 501 }, (_, n) => 600 - n),
    )
    const made = (await provider.events(now)).filter(({ action }) => action === 'created')
    const ids = new Set(found.map(({ id }) => id))
    const told = made.flatMap(({ links: { payment } }) =>
      payment && ids.has(payment) ? [payment] : [],
    )
    expect(told).toEqual(found.map(({ id }) => id).reverse())
  })

  test('what its webhooks say is what its list of events says', async () => {
    const provider = open(place)
    const heard: (ProviderEvent[] | string | null)[] = []
    const receiver = createServer(async (request, reply) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of request) chunks.push(chunk)
      const signature = String(request.headers['webhook-signature'])
      const given = { headers: { 'webhook-signature': signature }, body: Buffer.concat(chunks) }
      const news = readGocardlessWebhook(given, ['the one before', secret])
      heard.push(typeof news === 'object' && news ? news.events : news)
      expect(readGocardlessWebhook(given, ['the one before'])).toBeNull()
      reply.writeHead(204).end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as AddressInfo // It listens on TCP.
    await control('webhooks', { url: `http://127.0.0.1:${port}/` })
    const { now } = await control<{ now: string }>('clock', {}, 'GET')
    const { mandate } = await makeReady(provider, 'webhook')
    const made = await provider.makeDebit(debitOn(mandate, 'webhook-debit'))
    await simulate(place, 'payment_failed', made.id, { cause: 'bank_account_closed' })
    await control('quiet')
    receiver.close()
    const events = await provider.events(now)
    expect(heard.flat()).toEqual(events)
    expect(events.find(({ action }) => action === 'failed')).toMatchObject({
      resource_type: 'payments',
      cause: 'bank_account_closed',
      origin: 'bank',
      will_attempt_retry: false,
      links: { payment: made.id },
    })
  })
})

const sandbox = sandboxToken
  ? 'the sandbox'
  : 'the sandbox (left out: GOCARDLESS_SANDBOX_TOKEN is not set)'
describe.skipIf(!sandboxToken)(sandbox, { timeout: 300_000 }, () => {
  const url = 'https://api-sandbox.gocardless.com'
  directDebitContract(() => ({ url, token: sandboxToken ?? '' }), 120_000)
})
