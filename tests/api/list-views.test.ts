import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvRecords } from '#domain/kit/csv-reader.ts'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

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

test('a file for people says choices by their labels, renamed ones too, and one for machines their codes', async () => {
  const admin = await world.as('admin')
  const renamed = { list_name: 'customer_status', value: 'prospect', label: 'Lead' }
  expect((await admin.put('/option', renamed)).status).toBe(201)
  const made = { name: 'Pōneke Labels', customer_status: 'prospect', customer_type: 'commercial' }
  expect((await manager.put('/customer', made)).status).toBe(201)
  const asked = { fields: 'customer_status,customer_type', q: 'poneke labels' }
  const cells = async (more: object) =>
    records((await manager.get('/customers/csv', { ...asked, ...more })).text)[1]?.slice(-2)
  expect(await cells({ titled: 1 })).toEqual(['Lead', 'Commercial'])
  expect(await cells({})).toEqual(['prospect', 'commercial'])
  // A choice of ours, which nobody renames.
  await manager.put('/task', { subject: 'Ring about labels', due_date: '2026-12-01' })
  const tasks = { fields: 'task_status', q: 'about labels', titled: 1 }
  expect(records((await manager.get('/tasks/csv', tasks)).text)).toEqual([['Status'], ['Open']])
})

test('what answers a question can be had as a file', async () => {
  for (const [path, more] of [
    ['/customers/prospects/notinvoiced', {}],
    ['/customers/active/neverinvoiced', {}],
    ['/customers/active/contract/expiring', { days: 180 }],
    ['/meters/due', { days: 30 }],
  ] as const) {
    const listed = (await manager.get(path, { ...more, limit: 500 })).body.info.total
    const filed = await manager.get(`${path}/csv`, more)
    expect(filed.status, path).toBe(200)
    expect(records(filed.text).length - 1, path).toBe(listed)
    expect((await user.get(`${path}/csv`, more)).status, path).toBe(403)
  }
  const prospects = await manager.get('/customers/prospects/notinvoiced/csv', { q: 'labels' })
  expect(records(prospects.text).length).toBe(2)
})

test('the history of a record names what its changes refer to', async () => {
  const partner = async (name: string) =>
    (await manager.put('/partner', { name, is_active: true })).body.data.id
  const [first, second] = [await partner('First Broker'), await partner('Second Broker')]
  const made = (await user.put('/customer', { name: 'Told Apart', partner_id: first })).body.data
  const { id, version } = made
  await user.post('/customer', { id, version, partner_id: second })
  const history = await user.get('/history', { object_class: 'customer', object_id: id })
  expect(history.body.info.titles.partner).toEqual({
    [first]: 'First Broker',
    [second]: 'Second Broker',
  })
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
  // Of a screen with several lists each has its own.
  const ofTab = { list_name: 'directdebits.with_bank', name: 'The south', search: '?tab=with_bank' }
  const { id } = (await user.post('/sharedview/save', ofTab)).body.data
  expect((await user.delete('/sharedview', { id })).status).toBe(262)
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

// The last and the first moment of days in Auckland, which is 13 hours ahead in summer, 12 in winter.
const MOMENTS: [name: string, made: string][] = [
  ['Sat 4 April, last', '2026-04-04T10:59:59.999Z'],
  ['Sun 5 April, first', '2026-04-04T11:00:00Z'],
  ['Sun 5 April, last', '2026-04-05T11:59:59.999Z'],
  ['Mon 6 April, first', '2026-04-05T12:00:00Z'],
  ['Sat 26 September, last', '2026-09-26T11:59:59.999Z'],
  ['Sun 27 September, first', '2026-09-26T12:00:00Z'],
  ['Sun 27 September, last', '2026-09-27T10:59:59.999Z'],
  ['Mon 28 September, first', '2026-09-27T11:00:00Z'],
]

test('days of a filter are those of Auckland, on the days the clocks are changed as well', async () => {
  await scope(world.owner, world.organisations[0])
  for (const [name, made] of MOMENTS) {
    const values = [world.organisations[0], name, made]
    await world.owner.query(
      `insert into partners (organisation_id, name, is_active, created_at,
         signup_commission_commercial) values ($1, $2, true, $3, 1)`,
      values,
    )
    await world.owner.query(
      `insert into tasks (organisation_id, subject, task_status, reminded_at)
       values ($1, $2, 'open', $3)`,
      values,
    )
  }
  const MOVED = 'Sun 5 April, first|Sun 5 April, last'
  const SPRING = 'Sun 27 September, first|Sun 27 September, last'
  const cases: [filters: Record<string, string>, found: string][] = [
    [{ '.gte': '2026-04-05', '.lte': '2026-04-05' }, MOVED],
    [{ '': '2026-04-05' }, MOVED],
    [{ '.gte': '2026-09-27', '.lte': '2026-09-27' }, SPRING],
    [{ '.in': '2026-04-05,2026-09-27' }, `${MOVED}|${SPRING}`],
    [{ '.like': '2026-09-27' }, SPRING],
    [{ '.lt': '2026-04-05' }, 'Sat 4 April, last'],
    [{ '.lte': '2026-04-05', '.gt': '2026-04-04' }, MOVED],
    [{ '.gt': '2026-09-27', '.lt': '2026-09-29' }, 'Mon 28 September, first'],
    [{ '.gte': '2026-09-26', '.lt': '2026-09-27' }, 'Sat 26 September, last'],
    [{ '.ne': '2026-04-05', '.lte': '2026-04-30' }, 'Sat 4 April, last|Mon 6 April, first'],
    // A moment stays a moment.
    [{ '.gte': '2026-09-27T10:59:59.999Z', '.lte': '2026-09-27' }, 'Sun 27 September, last'],
  ]
  const lists = [
    { path: '/partners', title: 'name', field: 'created_at', sum: 'signup_commission_commercial' },
    { path: '/tasks', title: 'subject', field: 'reminded_at', sum: '' },
  ]
  for (const { path, title, field, sum } of lists)
    for (const [filters, found] of cases) {
      const days = Object.entries(filters).map(([by, day]) => [`${field}${by}`, day])
      const asked = { ...Object.fromEntries(days), [`${title}.like`]: ',', order: field }
      const { status, body, text } = await manager.get(path, { ...asked, ...(sum && { sum }) })
      expect(status, `${JSON.stringify(asked)} ${text}`).toBe(200)
      const names = body.data.map((row: Record<string, string>) => row[title])
      expect(names.join('|'), JSON.stringify(asked)).toBe(found)
      expect(body.info.total).toBe(names.length)
      if (!sum) continue
      expect(body.info.sums).toEqual({ [sum]: `${names.length}.00` })
      const file = await manager.get(`${path}/csv`, { ...asked, fields: title })
      const [, ...rows] = records(file.text)
      expect(rows.map(([, name]) => name).join('|')).toBe(found)
    }
})
