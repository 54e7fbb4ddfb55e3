import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signatureOf } from '#demo/gocardless/deliveries.ts'
import { type GoCardlessDouble, goCardless } from '#tests/support/gocardless-double.ts'

let double: GoCardlessDouble
let mandate: string
beforeAll(async () => {
  double = await goCardless('2026-05-05T10:00', ['--delay', '5'])
  mandate = (await double.mandate()).id
})
afterAll(() => double.close())
beforeEach(async () => {
  await double.control('quiet')
  double.heard.events.splice(0)
  double.heard.bodies.splice(0)
})

const fields = () => ({ payments: { amount: 1000, currency: 'NZD', links: { mandate } } })
const pay = (key: string) => double.call('POST', '/payments', fields(), key)
const count = async () => (await double.list('payments', `mandate=${mandate}`)).length

async function under(mode: string, more: object = {}) {
  await double.control('faults', { on: 'POST /payments', mode, ...more })
}

test('a connection that breaks before leaves nothing behind', async () => {
  const before = await count()
  await under('before')
  await expect(pay('before')).rejects.toThrow()
  expect(await count()).toBe(before)
  expect((await pay('before')).status).toBe(201)
})

test('a connection that breaks after has made the debit, and its key says which', async () => {
  const before = await count()
  await under('after')
  await expect(pay('after')).rejects.toThrow()
  expect(await count()).toBe(before + 1)
  const again = await pay('after')
  expect(again.status).toBe(409)
  const { conflicting_resource_id } = again.body.error.errors[0].links
  expect(await double.get('payments', conflicting_resource_id)).toMatchObject({ amount: 1000 })
  const { body } = await double.call('GET', '/_double/calls')
  const calls = body.filter((one: { key: string }) => one.key === 'after')
  expect(calls.map((one: { status: number | null }) => one.status)).toEqual([null, 409])
})

test('who calls too often is told when to come again, as often as is asked for', async () => {
  await under('429', { times: 2 })
  for (const _ of [1, 2]) {
    const { status, headers, body } = await pay('often')
    expect([status, body.error.errors[0].reason]).toEqual([429, 'rate_limit_exceeded'])
    expect(headers.get('ratelimit-remaining')).toBe('0')
    const wait = Date.parse(headers.get('ratelimit-reset') ?? '') - Date.now()
    expect(wait).toBeLessThanOrEqual(2000)
  }
  expect((await pay('often')).status).toBe(201)
})

test('the limit of calls in a minute is a real one', async () => {
  const one = await goCardless('2026-05-05T10:00')
  await one.control('limits', { per_minute: 2 })
  const statuses = []
  for (const _ of [1, 2, 3]) statuses.push((await one.call('GET', '/creditors')).status)
  expect(statuses).toEqual([200, 200, 429])
  await one.close()
})

test('other trouble: errors of theirs, missing rights, late answers and garbage', async () => {
  const before = await count()
  await under('500')
  expect((await pay('trouble')).body.error).toMatchObject({ type: 'gocardless', code: 500 })
  await under('403')
  expect((await pay('trouble')).status).toBe(403)
  expect(await count()).toBe(before)
  await under('slow', { delay_ms: 300 })
  const began = Date.now()
  expect((await pay('slow')).status).toBe(201)
  expect(Date.now() - began).toBeGreaterThanOrEqual(290)
  await under('garbage')
  await expect(pay('garbage')).rejects.toThrow(SyntaxError)
  expect(await count()).toBe(before + 2)
  // Only what is named meets the fault.
  await double.control('faults', { on: 'POST /payments/:id/actions/cancel', mode: '500' })
  const { body } = await pay('other')
  const cancel = () => double.call('POST', `/payments/${body.payments.id}/actions/cancel`)
  expect([(await cancel()).status, (await cancel()).status]).toEqual([500, 200])
  expect((await double.call('POST', '/_double/faults', { mode: 'odd' })).status).toBe(400)
})

test('a token that is taken away is not known any more', async () => {
  const one = await goCardless('2026-05-05T10:00')
  await one.control('token', { token: 'another' })
  expect((await one.call('GET', '/creditors')).status).toBe(401)
  await one.close()
})

test('the signature is the one that GoCardless makes', () => {
  const event = (id: string, at: string, [type, link]: [string, string], linked: string) =>
    `{"id":"${id}","created_at":"2018-07-05T09:13:${at}Z","resource_type":"${type}s",` +
    `"action":"created","links":{"${type}":"${linked}"},"details":{"origin":"api",` +
    `"cause":"${type}_created","description":"${link} created via the API."},"metadata":{}}`
  const first = event(
    'EV00BD05S5VM2T',
    '51.404',
    ['subscription', 'Subscription'],
    'SB0003JJQ2MR06',
  )
  const second = event('EV00BD05TB8K63', '56.893', ['mandate', 'Mandate'], 'MD000AMA19XGEC')
  const secret = 'ED7D658C-D8EB-4941-948B-3973214F2D49'
  expect(signatureOf(secret, `{"events":[${first},${second}]}`)).toBe(
    '2693754819d3e32d7e8fcb13c729631f316c6de8dc1cf634d6527f1c07276e7e',
  )
})

test('held webhooks wait until they are let go', async () => {
  await double.control('webhooks', { mode: 'hold' })
  await pay('held 1')
  await pay('held 2')
  await double.control('quiet')
  expect(double.heard.bodies).toEqual([])
  await double.control('release')
  expect(double.heard.events).toHaveLength(2)
  await double.control('webhooks', { mode: 'normal' })
})

test('webhooks come twice, out of order or not at all, and the list of events has all', async () => {
  const heardAs = async (mode: string) => {
    double.heard.events.splice(0)
    await double.control('webhooks', { mode, delay_ms: 60_000 })
    const ids: string[] = []
    for (let at = 0; at < 12; at += 1) ids.push((await pay(`${mode} ${at}`)).body.payments.id)
    await double.control('quiet')
    await double.control('webhooks', { mode: 'normal', delay_ms: 5 })
    return { ids, heard: double.heard.events.map((one) => one.links.payment) }
  }
  const twice = await heardAs('double')
  expect(twice.heard).toEqual([...twice.ids, ...twice.ids])
  const shuffled = await heardAs('shuffle')
  expect(shuffled.heard).not.toEqual(shuffled.ids)
  expect(shuffled.heard.toSorted()).toEqual(shuffled.ids.toSorted())
  const dropped = await heardAs('drop')
  expect(dropped.heard).toEqual([])
  expect(await double.list('events', `payment=${dropped.ids[0]}`)).toHaveLength(1)
})

test('at most 250 events come in one webhook', async () => {
  await double.control('webhooks', { mode: 'hold' })
  const keys = Array.from({ length: 260 }, (_, at) => `many ${at}`)
  await Promise.all(keys.map((key) => pay(key)))
  await double.control('release')
  await double.control('webhooks', { mode: 'normal' })
  const sizes = double.heard.bodies.map((body) => JSON.parse(body).events.length)
  expect(sizes.toSorted()).toEqual([10, 250])
  expect(JSON.parse(double.heard.bodies[0] ?? '').meta.webhook_id).toMatch(/^WB/)
})

test('a webhook that is not taken comes again eight times, further and further apart', async () => {
  double.heard.answers.status = 503
  await pay('retried')
  await double.control('quiet')
  expect(double.heard.bodies).toHaveLength(1)
  await double.control('clock', { to: '2026-05-05T10:30' })
  expect(double.heard.bodies).toHaveLength(4)
  await double.control('clock', { to: '2026-05-07T23:00' })
  expect(double.heard.bodies.filter((body) => body === double.heard.bodies[0])).toHaveLength(9)
  const { id = '' } = (await double.list('webhooks', 'successful=false')).at(-1) ?? {}
  double.heard.answers.status = 204
  await double.call('POST', `/webhooks/${id}/actions/retry`)
  await double.control('quiet')
  expect(await double.get('webhooks', id)).toMatchObject({ successful: true, response_code: 204 })
})

test('what it knows is there after a restart, and its clock goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gocardless-'))
  const first = await goCardless('2026-05-05T10:00', ['--folder', folder])
  const { id } = await first.mandate()
  const payment = await first.payment(id, 4200, { charge_date: '2026-05-20' })
  await first.control('clock', { to: '2026-05-19T10:00' })
  await first.close()
  const second = await goCardless('', ['--folder', folder])
  expect(await second.get('payments', payment.id)).toMatchObject({ status: 'pending_submission' })
  await second.control('clock', { to: '2026-05-20T03:00' })
  expect((await second.get('payments', payment.id)).status).toBe('submitted')
  expect((await second.get('mandates', id)).status).toBe('active')
  await second.close()
  rmSync(folder, { recursive: true })
})

test('time that passes by itself brings the same', async () => {
  const one = await goCardless('2026-05-20T02:59:58')
  const { id } = await one.mandate()
  const payment = await one.payment(id, 4200)
  await one.control('clock', { to: `${payment.charge_date}T02:59:58.800` })
  expect((await one.get('payments', payment.id)).status).toBe('pending_submission')
  await expect
    .poll(async () => (await one.get('payments', payment.id)).status, { timeout: 5000 })
    .toBe('submitted')
  await one.close()
})
