import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import { bulkWorld, customersOf, type TestBulkOffice } from '#tests/support/bulk.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { jobContext } from '#tests/support/job-context.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let office: TestBulkOffice
let manager: Client
let close: () => Promise<void>
let sequence = 0

beforeAll(async () => {
  ;({ world, office, manager, close } = await bulkWorld())
  world.config.smtpUrl = office.sink.url
})
beforeEach(() => office.sink.reset())
afterAll(() => close())

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(world.clock.now().getTime() + days * DAY_MS).toISOString()

describe('a mail by hand', () => {
  async function someone() {
    sequence += 1
    const email = `rewa${sequence}@same.example`
    return (await makeRow(manager, customer, { email })).id
  }
  async function drafted(customer_id: number) {
    const words = { type: 'email', customer_id, subject: 'Your meter', text_plain: 'Please call.' }
    return (await manager.put('/message', words)).body.data.id as number
  }
  const send = (id: number, more: object = {}) => manager.post('/message/send', { id, ...more })
  /** As the worker does it, eleven seconds later. */
  const leaves = async (message_id: number) => {
    const clock = { now: () => new Date(world.clock.now().getTime() + 11_000) }
    const config = { ...world.config, smtpUrl: office.sink.url }
    const [organisation_id] = world.organisations
    await sendMessage.run(jobContext(world, { clock, config }), { organisation_id, message_id })
    return (await manager.get('/message', { id: message_id })).body.data
  }

  test('of the same words is asked about, whichever of two drafts was begun first', async () => {
    const customer_id = await someone()
    const [first, second] = [await drafted(customer_id), await drafted(customer_id)]
    expect((await send(second)).status).toBe(200)
    const asked = await send(first)
    expect(asked.status, asked.text).toBe(476)
    expect(asked.body.errors).toMatchObject([{ field: 'send_anyway' }])
    expect((await send(first, { send_anyway: true })).status).toBe(200)
    expect((await leaves(first)).status).toBe('accepted')
    expect((await leaves(second)).status, 'who meant the one meant both').toBe('accepted')
  })

  test('is asked about once more as it leaves', async () => {
    const customer_id = await someone()
    const [first, second] = [await drafted(customer_id), await drafted(customer_id)]
    await send(first)
    // As two people do it in the same moment, neither of whom sees the other.
    await world.owner.query(`update messages set status = 'queued' where id = $1`, [second])
    expect((await leaves(first)).status).toBe('accepted')
    expect(await leaves(second)).toMatchObject({ status: 'blocked', error_code: 'too_often' })
  })

  test('begun long ago is as new as the moment it left', async () => {
    const customer_id = await someone()
    const old = await drafted(customer_id)
    await world.owner.query(
      `update messages set created_at = created_at - interval '3 days' where id = $1`,
      [old],
    )
    await send(old)
    expect((await leaves(old)).status).toBe('accepted')
    expect((await send(await drafted(customer_id))).status).toBe(476)
  })

  test('for another day is another matter; one for the same day is not', async () => {
    const customer_id = await someone()
    const later = { not_before: inDays(3) }
    expect((await send(await drafted(customer_id), later)).status).toBe(200)
    expect((await send(await drafted(customer_id))).status).toBe(200)
    const soon = await send(await drafted(customer_id), { not_before: inDays(2.5) })
    expect(soon.status).toBe(476)
    expect(soon.body.message).toContain('they get the same words')
  })
})

describe('a message to many', () => {
  test('started twice reaches nobody twice, unless that is meant', async () => {
    const { audience } = await customersOf(world, 3)
    const [first, second] = [await office.draft(audience), await office.draft(audience)]
    await office.start(first)
    await office.work(first)
    expect(office.receivers()).toHaveLength(3)
    const found = await office.preview(second)
    expect(found).toMatchObject({ recipients: 0, left_out: [{ reason: 'too_often', count: 3 }] })
    expect(found.left_out[0].customers[0].why).toContain('the same words')
    const others = await office.draft(audience, { text_base: 'Something else, {{customer_name}}' })
    expect((await office.preview(others)).recipients).toBe(3)
    const { version } = (await office.get(second)).data
    const meant = await manager.post('/bulkmessage', { id: second, version, send_anyway: true })
    expect(meant.status, meant.text).toBeLessThan(300)
    await office.start(second)
    await office.work(second)
    expect(await office.states(second)).toEqual({ accepted: 3 })
  })

  test('started twice before the first has left is stopped as it leaves', async () => {
    const { audience } = await customersOf(world, 2)
    const [first, second] = [await office.draft(audience), await office.draft(audience)]
    await office.start(first)
    await office.start(second)
    await office.work(first)
    await office.work(second)
    expect(await office.states(second)).toEqual({ blocked: 2 })
    expect(office.receivers()).toHaveLength(2)
  })

  test('about an account goes to each account, also where they share an address', async () => {
    const { audience } = await customersOf(world, 2, { email: 'both@same.example' })
    const id = await office.draft(audience, { subject: 'News', text_base: 'Kia ora.' })
    await office.start(id)
    await office.work(id)
    expect(await office.states(id)).toEqual({ accepted: 2 })
  })
})
