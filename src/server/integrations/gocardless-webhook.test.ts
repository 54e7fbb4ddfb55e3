import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readGocardlessWebhook } from './gocardless-webhook.ts'

// The body and the signature that GoCardless publishes with its own libraries.
const published = {
  secret: 'ED7D658C-D8EB-4941-948B-3973214F2D49',
  signature: '2693754819d3e32d7e8fcb13c729631f316c6de8dc1cf634d6527f1c07276e7e',
  body:
    '{"events":[{"id":"EV00BD05S5VM2T","created_at":"2018-07-05T09:13:51.404Z",' +
    '"resource_type":"subscriptions","action":"created","links":{"subscription":' +
    '"SB0003JJQ2MR06"},"details":{"origin":"api","cause":"subscription_created",' +
    '"description":"Subscription created via the API."},"metadata":{}},{"id":"EV00BD05TB8K63",' +
    '"created_at":"2018-07-05T09:13:56.893Z","resource_type":"mandates","action":"created",' +
    '"links":{"mandate":"MD000AMA19XGEC"},"details":{"origin":"api","cause":"mandate_created",' +
    '"description":"Mandate created via the API."},"metadata":{}}]}',
}
const secret = 'a secret of ours'

function signed(body: string, by = secret) {
  const signature = createHmac('sha256', by).update(body).digest('hex')
  return { headers: { 'webhook-signature': signature }, body: Buffer.from(body) }
}

const read = (body: string) => readGocardlessWebhook(signed(body), [secret])
const failed = {
  id: 'EV1',
  created_at: '2026-05-25T00:00:00.000Z',
  resource_type: 'payments',
  action: 'failed',
}
const happened = (more: object, times = 1) =>
  JSON.stringify({
    events: Array(times).fill({ ...failed, ...more }),
    meta: { webhook_id: 'WB1' },
  })

test('the published example is signed by its secret, and says what happened', () => {
  const { signature, body } = published
  const given = { headers: { 'webhook-signature': signature }, body: Buffer.from(body) }
  expect(readGocardlessWebhook(given, [secret])).toBeNull()
  expect(readGocardlessWebhook(given, [secret, published.secret])).toEqual({
    events: [
      {
        id: 'EV00BD05S5VM2T',
        created_at: '2018-07-05T09:13:51.404Z',
        resource_type: 'subscriptions',
        action: 'created',
        cause: 'other',
        origin: 'api',
        description: 'Subscription created via the API.',
        will_attempt_retry: false,
        links: { subscription: 'SB0003JJQ2MR06' },
      },
      expect.objectContaining({
        id: 'EV00BD05TB8K63',
        resource_type: 'mandates',
        links: { mandate: 'MD000AMA19XGEC' },
      }),
    ],
  })
})

describe('a webhook nobody signed is no webhook:', () => {
  const body = '{"events":[]}'
  const good = signed(body)
  test.each([
    ['without a signature', { headers: {}, body: good.body }, [secret]],
    ['with a part of the signature', { ...good, headers: part(good, 63) }, [secret]],
    ['with nothing for a signature', { ...good, headers: part(good, 0) }, [secret]],
    ['with a space more in the body', { ...good, body: Buffer.from(`${body} `) }, [secret]],
    ['signed by another secret', signed(body, 'another'), [secret]],
    ['where there is no secret', good, []],
    ['signed by no secret at all', signed(body, ''), ['', secret]],
  ])('%s', (_how, given, secrets) => {
    expect(readGocardlessWebhook(given, secrets)).toBeNull()
    expect(readGocardlessWebhook(good, [secret])).toEqual({ events: [] })
  })
})

function part({ headers }: ReturnType<typeof signed>, letters: number) {
  return { 'webhook-signature': headers['webhook-signature'].slice(0, letters) }
}

test.each([
  ['no JSON', 'events'],
  ['no list', '{"events":{}}'],
  ['nothing in it', 'null'],
  ['an event without its name', '{"events":[{"action":"failed"}]}'],
  ['a time nobody knows', happened({ created_at: 'yesterday' })],
  ['more events than are ever sent', happened({}, 1001)],
])('what is signed but has another form is unreadable: %s', (_what, body) => {
  expect(read(body)).toBe('unreadable')
  expect(read(happened({}, 1000))).toMatchObject({ events: { length: 1000 } })
})

test('why money was not collected is told in known words, and others are “other”', () => {
  const details = { origin: 'bank', description: 'No money.', will_attempt_retry: true }
  const links = { payment: 'PM1', parent_event: null }
  const causeOf = (cause?: string) => read(happened({ details: { ...details, cause }, links }))
  expect(causeOf('insufficient_funds')).toMatchObject({
    events: [{ cause: 'insufficient_funds', will_attempt_retry: true, links: { payment: 'PM1' } }],
  })
  expect(causeOf('struck_by_lightning')).toMatchObject({ events: [{ cause: 'other' }] })
  expect(causeOf()).toMatchObject({ events: [{ cause: null, origin: 'bank' }] })
  expect(read(happened({}))).toMatchObject({ events: [{ cause: null, links: {} }] })
})
