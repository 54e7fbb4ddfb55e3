import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// What somebody may type into a list's address: whatever it is, the answer is rows or a 400.
let world: World
let admin: Client
let padmin: Client

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
  padmin = await world.as('padmin')
})
afterAll(() => world.close())

const cursorOf = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')

test.each([
  ['/customers', { version: '99999999999' }],
  ['/customers', { 'version.in': '1,99999999999' }],
  ['/customers', { balance_total: '999999999999999' }],
  ['/customers', { 'balance_total.in': '1,999999999999999' }],
  ['/customers', { 'created_at.gt': '2026-01-01T00:00:00+23:00' }],
  ['/customers', { 'created_at.gt': `2026-01-01T00:00:00.${'1'.repeat(300)}Z` }],
  ['/customers', { 'created_at.gt': '0000-01-01' }],
  ['/customers', { 'incorporation_date.gt': '0000-01-01' }],
  ['/customers', { 'invoice_recipients.in': 'a@example.co.nz' }],
  ['/customers', { 'invoice_recipients.gt': 'a@example.co.nz' }],
  ['/organisationconfigs', { value: 'not json' }],
  ['/organisationconfigs', { 'value.in': '{,}' }],
  ['/memberships', { q: 'admin' }],
  ['/customers', { constructor: '1' }],
  ['/customers', { 'toString.like': '1' }],
  ['/customers', { order: 'constructor' }],
  ['/customers', { fields: 'hasOwnProperty' }],
  ['/customers', { order: '__proto__' }],
  ['/notes', { cursor: cursorOf('no date', 1) }],
  ['/notes', { cursor: cursorOf('2026-01-01', 'no id') }],
  ['/customers', { order: 'balance_total', cursor: cursorOf('1e400', 1) }],
  ['/customers', { order: 'gst_registered', cursor: cursorOf('perhaps', 1) }],
  ['/customers', { order: 'version', cursor: cursorOf(99999999999, 1) }],
  ['/customers', { cursor: cursorOf('A', 1e300) }],
])('%s with %o is answered without a failure', async (path, query) => {
  const reply = await admin.get(path, query as Record<string, string>)
  expect([200, 260, 400], reply.text).toContain(reply.status)
})

test.each([
  { order: 'organisation_id' },
  { 'organisation_id.gt': '1' },
  { fields: 'organisation_id' },
])('a list of the platform knows no organisation: %o', async (query) => {
  const reply = await padmin.get('/users', query as Record<string, string>)
  expect(reply.status, reply.text).toBe(400)
})

describe('addresses of invoice recipients', () => {
  beforeAll(async () => {
    const list = [
      ['Both', ['one@example.co.nz', 'two@example.co.nz']],
      ['None', []],
    ] as const
    for (const [name, invoice_recipients] of list)
      await admin.put('/customer', { name, invoice_recipients })
  })
  const names = async (query: Record<string, string>) =>
    ((await admin.get('/customers', query)).body.data as { name: string }[]).map((row) => row.name)

  test('one that equals is found, and “not” finds the others', async () => {
    expect(await names({ invoice_recipients: 'two@example.co.nz' })).toEqual(['Both'])
    expect(await names({ 'invoice_recipients.in': 'x@y.nz,one@example.co.nz' })).toEqual(['Both'])
    expect(await names({ 'invoice_recipients.ne': 'two@example.co.nz' })).toEqual(['None'])
  })
})

test('pages by a rate follow each other to the last decimal', async () => {
  const rates = ['0.00000005', '0.00000006', '1234567890.12345677', '1234567890.12345678']
  for (const [place, rate] of rates.entries())
    await admin.put('/partner', {
      name: `Rate ${place}`,
      partner_rate_unit: 'fixed',
      partner_rate_amount: rate,
    })
  const seen: string[] = []
  let cursor = ''
  for (let page = 0; page < 4; page++) {
    const reply = await admin.get('/partners', {
      order: 'partner_rate_amount',
      limit: 1,
      'name.like': 'Rate',
      ...(cursor ? { cursor } : {}),
    })
    expect(reply.status, reply.text).toBe(200)
    seen.push(reply.body.data[0].partner_rate_amount)
    cursor = reply.body.info.next_cursor ?? ''
  }
  expect(seen).toEqual(rates)
})

test('a time in a zone that does not exist is refused', async () => {
  const reply = await padmin.put('/notification', {
    subject: 'Nowhere',
    starts_at: '2026-11-15T07:00:00+23:00',
  })
  expect(reply.status, reply.text).toBe(400)
})
