import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let admin: Client

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
})
afterAll(() => world.close())

async function changed(path: string, made: Record<string, unknown>, change: object) {
  const row = (await admin.put(path, made)).body.data
  const reply = await admin.post(path, { id: row.id, version: 1, ...change })
  expect(reply.status, reply.text).toBe(261)
  return reply.body.data
}

test('text that looks like a number or a time is compared as text', async () => {
  const number = await changed('/customer', { name: 'Text', street: '1.50' }, { street: '1.5' })
  expect(number).toMatchObject({ street: '1.5', version: 2 })
  const made = { subject: 'Times', text_plain: '2026-10-01T09:00 rang' }
  const time = await changed('/note', made, { text_plain: '2026-10-02T10:00 rang again' })
  expect(time).toMatchObject({ text_plain: '2026-10-02T10:00 rang again', version: 2 })
})

test('the same rate, time, settings or emptiness again is no change', async () => {
  const rate = await changed(
    '/partner',
    { name: 'Same rate', partner_rate_amount: '1.5' },
    { partner_rate_amount: '1.500' },
  )
  expect(rate.version).toBe(1)
  // The database keeps the shorter key first.
  const value = { R04: { severity: 'warning', isOn: false } }
  const config = await changed('/organisationconfig', { name: 'reading_rules', value }, { value })
  expect(config.version).toBe(1)
  const masked = await changed('/customer', { name: 'No bank' }, { bank_account_number: null })
  expect(masked.version).toBe(1)
})

// Shows: T07, V1.3.1
test('the history of a text with markup keeps what was stored, not what was sent', async () => {
  const html = '<p onclick="steal()">Hello<script>steal()</script></p>'
  const made = { name: 'Hostile', type: 'email', html: '<p>Before</p>' }
  const row = await changed('/messagetemplate', made, { html })
  expect(row.html).toBe('<p>Hello</p>')
  const history = await admin.get('/history', {
    object_class: 'messagetemplate',
    object_id: row.id,
  })
  expect(history.text).not.toContain('steal')
})

test('a name taken meanwhile is named when its old owner is restored', async () => {
  const first = (await admin.put('/supplier', { name: 'Kererū Power' })).body.data
  await admin.delete('/supplier', { id: first.id })
  await admin.put('/supplier', { name: 'Kererū Power' })
  const reply = await admin.post('/supplier/restore', { id: first.id })
  expect(reply.status).toBe(468)
  expect(reply.body.message).toContain('Kererū Power')
})

test('a number somebody typed ahead of the series is skipped by it', async () => {
  const [last] = [(await admin.put('/customer', { name: 'Before' })).body.data.customer_number]
  const next = Number(last.slice(2)) + 1
  for (const ahead of [next, next + 1])
    await admin.put('/customer', { name: 'Ahead', customer_number: `C-${ahead}` })
  const reply = await admin.put('/customer', { name: 'After' })
  expect(reply.status, reply.text).toBe(201)
  expect(reply.body.data.customer_number).toBe(`C-${next + 2}`)
})

test('nothing new is hung on an archived record', async () => {
  const partner = (await admin.put('/partner', { name: 'Gone partner' })).body.data
  const customer = (await admin.put('/customer', { name: 'Gone customer' })).body.data
  await admin.delete('/partner', { id: partner.id })
  await admin.delete('/customer', { id: customer.id })
  const referring = await admin.put('/customer', { name: 'Late', partner_id: partner.id })
  expect(referring.status, referring.text).toBe(473)
  const about = { reference_object: 'customer', reference_id: customer.id }
  expect((await admin.put('/note', { subject: 'Late note', ...about })).status).toBe(473)
})

// Shows: V15.4.2
test('a reference made while its target is being deleted never outlives it', async () => {
  for (let round = 0; round < 8; round++) {
    const { id } = (await admin.put('/partner', { name: `Racing ${round}` })).body.data
    const [removed, made] = await Promise.all([
      admin.delete('/partner', { id }),
      admin.put('/customer', { name: `Racer ${round}`, partner_id: id }),
    ])
    expect([removed.status, made.status]).toSatisfy(
      ([gone, kept]: number[]) => (gone === 262 && kept === 473) || (gone === 476 && kept === 201),
      `${removed.status} ${made.status}`,
    )
  }
})
