import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvRecords } from '#domain/kit/csv-reader.ts'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let manager: Client
let user: Client

beforeAll(async () => {
  world = await makeWorld()
  manager = await world.as('manager')
  user = await world.as('user')
})
afterAll(() => world.close())

function records(text: string): string[][] {
  return [...csvRecords(text.replace(/^\uFEFF/, ''), ',')].map(({ fields }) => fields)
}

test('a file of a view has its columns in their order, by their titles, and names what they refer to', async () => {
  const partner = (await manager.put('/partner', { name: '=Kiwi Brokers', is_active: true })).body
  const made = { name: 'Wētā Works', city: 'Nelson', partner_id: partner.data.id }
  expect((await manager.put('/customer', made)).status).toBe(201)
  const asked = { fields: 'name,partner_id,city', q: 'weta', titled: 1 }
  const [head, ...rows] = records((await manager.get('/customers/csv', asked)).text)
  expect(head).toEqual(['Name', 'Partner', 'City'])
  // A name is text even where it looks like a formula.
  expect(rows).toEqual([['Wētā Works', "'=Kiwi Brokers", 'Nelson']])
  const withId = records(
    (await manager.get('/customers/csv', { ...asked, fields: 'id,name' })).text,
  )
  expect(withId[0]).toEqual(['ID', 'Name'])
})

test('a file of all columns keeps the names and numbers that machines know', async () => {
  const [head = [], row = []] = records((await manager.get('/customers/csv', { q: 'weta' })).text)
  expect(head.slice(0, 2)).toEqual(['id', 'customer_number'])
  expect(row[head.indexOf('partner_id')]).toMatch(/^\d+$/)
})

test('what a list adds up is true again after the next change', async () => {
  const owed = async () =>
    (await user.get('/partners', { sum: 'signup_commission_commercial', limit: 1 })).body.info.sums
  const before = Number((await owed()).signup_commission_commercial)
  const terms = { name: 'Added up', is_active: true, signup_commission_commercial: '12.50' }
  const made = await manager.put('/partner', terms)
  expect(made.status, made.text).toBe(201)
  expect(Number((await owed()).signup_commission_commercial)).toBe(before + 12.5)
})

test('a shared view is seen by everybody here, and by nobody elsewhere', async () => {
  const view = { list_name: 'customers', name: 'The south', search: '?q=dunedin' }
  const saved = await user.post('/sharedview/save', view)
  expect(saved.body.data, saved.text).toMatchObject(view)
  expect((await manager.get('/sharedviews')).body.data).toMatchObject([view])
  const other = await world.as('other')
  expect((await other.get('/sharedviews')).body.data).toEqual([])
  expect((await other.delete('/sharedview', { id: saved.body.data.id })).status).toBe(404)
})

test('a shared view is replaced and removed by whoever shared it, or by a manager', async () => {
  const accounting = await world.as('accounting')
  const view = { list_name: 'customers', name: 'the SOUTH', search: '?q=gore' }
  const refused = await accounting.post('/sharedview/save', view)
  expect(refused.status).toBe(476)
  expect(refused.body.message).toMatch(/shared it\. Save yours under another name/)
  const replaced = await user.post('/sharedview/save', view)
  expect(replaced.body.data).toMatchObject({ ...view, version: 2 })
  const { id } = replaced.body.data
  expect((await accounting.delete('/sharedview', { id })).status).toBe(476)
  expect((await manager.delete('/sharedview', { id })).status).toBe(262)
  expect((await user.get('/sharedviews')).body.data).toEqual([])
})

test.each(['https://elsewhere.example', '//elsewhere', '?q=a#b', '?q="><script>'])(
  'a view that is no part of our addresses is refused: %s',
  async (search) => {
    const reply = await user.post('/sharedview/save', { list_name: 'customers', name: 'X', search })
    expect(reply.status).toBe(400)
    expect(reply.body.errors[0].field).toBe('search')
  },
)
