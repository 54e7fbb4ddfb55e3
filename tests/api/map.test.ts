import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import type { MapPoint, MapSquare } from '#domain/map/map-calls.ts'
import { meter } from '#domain/meters/meter.ts'
import { loadAddresses } from '#server/map/load-addresses.ts'
import { locateAddressesJob } from '#server/map/locate-job.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { scatterCustomers } from '#tests/support/scattered.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let accounting: Client
let manager: Client
let other: Client

const mapTiles = {
  url: 'https://tiles.example.co.nz/{z}/{x}/{y}.png?key={key}',
  attribution: 'Tiles of ours',
  origin: 'https://tiles.example.co.nz',
}
const WHOLE = '160,-50,190,-30'
const locate = () => locateAddressesJob.run(jobContext(world), {})

beforeAll(async () => {
  world = await makeWorld({ mapTiles })
  await scatterCustomers(world.owner)
  const everybody = (['user', 'accounting', 'manager', 'other'] as const).map(world.as)
  const signedIn = await Promise.all(everybody)
  ;[user, accounting, manager, other] = signedIn as [Client, Client, Client, Client]
})
afterAll(() => world.close())

interface StoredPlace {
  id: number
  latitude: number | null
  longitude: number | null
  customer_status: string
  balance_overdue: number
  required_for_medical: boolean
  network: string
}

/** Every customer as it lies in the table: what the answers are compared with. */
async function everybody(): Promise<StoredPlace[]> {
  const { rows } = await world.owner.query<StoredPlace>(
    `select c.id::int, c.latitude::float8, c.longitude::float8, customer_status,
       balance_overdue::float8, required_for_medical,
       (select max(power_network) from meters m where m.customer_id = c.id) as network
     from customers c where c.organisation_id = $1 and c.deleted_at is null`,
    [world.organisations[0]],
  )
  return rows
}

const box =
  ([west, south, east, north]: number[]) =>
  (row: StoredPlace) => {
    if (row.latitude === null || row.longitude === null) return false
    const turned = row.longitude < 0 ? row.longitude + 360 : row.longitude
    const isWithin = turned >= (west ?? 0) && turned <= (east ?? 0)
    return isWithin && row.latitude >= (south ?? 0) && row.latitude <= (north ?? 0)
  }

/** Counted one by one, by degrees and not by the grid that the server keeps. */
function squaresOf(rows: StoredPlace[], zoom: number, each = 1): string[] {
  const groups = Map.groupBy(rows, ({ latitude, longitude }) => {
    const turned = (longitude ?? 0) < 0 ? (longitude ?? 0) + 360 : (longitude ?? 0)
    const column = Math.floor(turned / (60 / 2 ** zoom))
    return `${column} ${Math.floor((latitude ?? 0) / (45 / 2 ** zoom))}`
  })
  const cents = (some: StoredPlace[]) =>
    some.reduce((sum, row) => sum + Math.round(row.balance_overdue * 100), 0)
  return [...groups.values()].map((some) => `${some.length * each} ${cents(some)}`).sort()
}
const told = (squares: MapSquare[]) =>
  squares.map(({ n, overdue }) => `${n} ${Math.round(Number(overdue) * 100)}`).sort()

describe('squares', () => {
  test.each([
    [5, '160,-50,190,-30', [160, -50, 190, -30]],
    [7, '172,-42.5,176.5,-36', [172, -42.5, 176.5, -36]],
    [9, '174.5,-37.1,175,-36.6', [174.5, -37.1, 175, -36.6]],
    [12, '174.7,-36.9,174.8,-36.8', [174.7, -36.9, 174.8, -36.8]],
    [6, '178,-46,-175,-42', [178, -46, 185, -42]],
  ])('at zoom %i hold everybody in %s and what they owe', async (zoom, text, edges) => {
    const rows = (await everybody()).filter(box(edges))
    const { data } = (await accounting.get('/map/points', { box: text, zoom })).body
    expect(rows.length).toBeGreaterThan(5)
    expect(data.total).toBe(rows.length)
    expect(told(data.squares)).toEqual(squaresOf(rows, zoom))
    // The same customers with two meters each owe what they owe once.
    const meters = await accounting.get('/map/points', { box: text, zoom, of: 'meters' })
    expect(told(meters.body.data.squares)).toEqual(squaresOf(rows, zoom, 2))
  })

  test.each([
    ['status:prospect', (row: StoredPlace) => row.customer_status === 'prospect'],
    ['overdue', (row: StoredPlace) => row.balance_overdue > 0],
    ['medical', (row: StoredPlace) => row.required_for_medical],
    ['network:Vector', (row: StoredPlace) => row.network === 'Vector'],
    ['network:Nobody', () => false],
  ])('of the layer %s are those it is about, as are its list and its file', async (filter, is) => {
    const all = await everybody()
    const there = all.filter(box([160, -50, 190, -30])).filter(is)
    const { data } = (await accounting.get('/map/points', { box: WHOLE, zoom: 6, filter })).body
    expect(told(data.squares)).toEqual(squaresOf(there, 6))
    const list = (await manager.get('/customers/map', { box: WHOLE, filter, limit: 500 })).body
    expect(list.info.total).toBe(there.length)
    const file = await manager.get('/customers/map/csv', { box: WHOLE, filter, fields: 'name' })
    expect(file.text.trim().split('\r\n').join('\n').split('\n')).toHaveLength(there.length + 1)
    // Without an area the layer is the whole list, of those who are nowhere as well.
    const whole = (await manager.get('/customers/map', { filter })).body
    expect(whole.info.total).toBe(all.filter(is).length)
    const meters = (await manager.get('/customers/map', { box: WHOLE, filter, of: 'meters' })).body
    expect(meters.info.total).toBe(there.length)
  })

  test('of contracts that end soon are those of the weekly question', async () => {
    const [first, second] = (await everybody()).filter(({ customer_status }) =>
      Boolean(customer_status === 'active'),
    )
    await world.owner.query(
      `insert into contracts (organisation_id, contract_number, contract_status, customer_id,
         date_start, date_end)
       select scope_organisation(), 'K-' || id, 'active', id, '2024-01-01', current_date + day
       from unnest($1::bigint[], $2::int[]) as u (id, day)`,
      [
        [first?.id, second?.id],
        [20, 400],
      ],
    )
    const asked = { box: WHOLE, zoom: 5, filter: 'ending' }
    expect((await user.get('/map/points', asked)).body.data.total).toBe(1)
    const list = (await user.get('/customers/map', { filter: 'ending' })).body
    const weekly = (await user.get('/customers/active/contract/expiring')).body
    expect(list.data.map(({ id }: { id: number }) => id)).toEqual([first?.id])
    expect(weekly.data.map(({ id }: { id: number }) => id)).toEqual([first?.id])
  })
})

test('close by there are points, and squares again where they would be too many', async () => {
  const asked = { box: '174.7,-36.9,174.8,-36.8', zoom: 14 }
  const rows = (await everybody()).filter(box([174.7, -36.9, 174.8, -36.8]))
  const { data } = (await accounting.get('/map/points', asked)).body
  expect(data.squares).toEqual([])
  expect(data.points.map(({ id }: MapPoint) => id)).toEqual(
    rows.map(({ id }) => id).toSorted((a, b) => a - b),
  )
  const [point] = data.points
  const row = rows.find(({ id }) => id === point.id)
  expect(point).toMatchObject({ latitude: row?.latitude, longitude: row?.longitude })
  await world.owner.query(
    `insert into customers (organisation_id, name, latitude, longitude, location_source, located_line)
     select scope_organisation(), 'Crowd ' || n, -38.1, 176.2, 'town', '||||'
     from generate_series(1, 2001) n`,
  )
  const crowd = { box: '176.195,-38.105,176.205,-38.095', zoom: 16 }
  const many = (await accounting.get('/map/points', crowd)).body.data
  expect(many.points).toEqual([])
  expect(many.squares).toHaveLength(1)
  expect(many.total).toBe(2001)
  await world.owner.query(`delete from customers where name like 'Crowd %'`)
})

test('amounts are for accounting and above, and nothing is for anybody else', async () => {
  const asked = { box: WHOLE, zoom: 5 }
  const seen = (await user.get('/map/points', asked)).body.data
  expect(seen.squares.length).toBeGreaterThan(5)
  expect(seen.squares.every(({ overdue }: MapSquare) => overdue === null)).toBe(true)
  const near = { box: '174.7,-36.9,174.8,-36.8', zoom: 15 }
  const points = (await user.get('/map/points', near)).body.data.points
  expect(points.length).toBeGreaterThan(5)
  expect(points.every(({ overdue }: MapPoint) => overdue === null)).toBe(true)
  expect(points.some(({ is_overdue }: MapPoint) => is_overdue)).toBe(true)
  expect((await world.guest().get('/map/points', asked)).status).toBe(401)
  const theirs = (await other.get('/map/points', asked)).body.data
  expect(theirs).toEqual({ total: 0, squares: [], points: [] })
  expect((await other.get('/customers/map', { box: WHOLE })).body.info.total).toBe(0)
  expect((await user.get('/customers/map/csv', { box: WHOLE })).status).toBe(403)
})

test.each([
  [{ box: '1,2,3', zoom: '5' }, 'box'],
  [{ box: '175,-41,174,-40', zoom: '5' }, 'box'],
  [{ zoom: '5' }, 'box'],
  [{ box: WHOLE, zoom: '21' }, 'zoom'],
  [{ box: WHOLE, zoom: 'near' }, 'zoom'],
  [{ box: WHOLE, zoom: '5', filter: 'nonsense' }, 'filter'],
  [{ box: WHOLE, zoom: '5', of: 'suppliers' }, 'of'],
])('%j is refused by the name of its field', async (asked, field) => {
  const reply = await user.get('/map/points', asked)
  expect(reply.status).toBe(400)
  expect(reply.body.errors[0].field).toBe(field)
  const { zoom: _, ...listed } = asked
  if (Object.hasOwn(listed, field))
    expect((await user.get('/customers/map', listed)).status).toBe(400)
})

test('who is nowhere is counted and listed', async () => {
  const nowhere = (await everybody()).filter(({ latitude }) => latitude === null)
  const { located } = (await user.get('/map/start')).body.data
  expect(located.customers.nowhere).toBe(nowhere.length)
  expect(located.meters.nowhere).toBe(nowhere.length * 2)
  const list = (await user.get('/customers/map', { nowhere: 'true' })).body
  expect(list.info.total).toBe(nowhere.length)
})

describe('a place', () => {
  const wellington = { street: '12 Nowhere Lane', suburb: 'Te Aro', city: 'Wellington' }

  test('follows the town of an address, and goes with it', async () => {
    const { id, version } = await makeRow(user, customer, wellington)
    const box = await makeRow(user, meter, { customer_id: id })
    await locate()
    const found = (await user.get('/customer', { id })).body.data
    expect(found).toMatchObject({ location_source: 'town', latitude: '-41.287' })
    // Whoever has it open is not disturbed.
    expect(found.version).toBe(version)
    expect((await user.get('/meter', { id: box.id })).body.data.latitude).toBe('-41.287')
    await user.post('/customer', { id, version, city: 'Gore' })
    await locate()
    const moved = { location_source: 'town', latitude: '-46.103', longitude: '168.944' }
    expect((await user.get('/customer', { id })).body.data).toMatchObject(moved)
    expect((await user.get('/meter', { id: box.id })).body.data).toMatchObject(moved)
    await user.post('/customer', { id, version: version + 1, country: 'Fiji' })
    await locate()
    expect((await user.get('/customer', { id })).body.data.location_source).toBeNull()
  })

  test('that somebody chose stays, is told in the history, and says when the address moved', async () => {
    const { id } = await makeRow(user, customer, wellington)
    const asked = { id, latitude: -41.3, longitude: 174.8 }
    const placed = await user.post('/customer/place', asked)
    expect(placed.status, placed.text).toBe(200)
    expect(placed.body.data).toMatchObject({ location_source: 'manual', latitude: '-41.3' })
    await user.post('/customer', { id, version: placed.body.data.version, city: 'Gore' })
    await locate()
    const facts = (await user.get('/map/place', { of: 'customers', id })).body.data
    expect(facts).toMatchObject({ has_moved: true, place: { latitude: -41.3 } })
    expect(facts.by_address).toMatchObject({ location_source: 'town', latitude: -46.103 })
    const { data } = (await user.get('/history', { object_class: 'customer', object_id: id })).body
    expect(data.some(({ action }: { action: string }) => action === 'place')).toBe(true)
    const back = await user.post('/customer/locate', { id })
    expect(back.body.data).toMatchObject({ location_source: 'town', latitude: '-46.103' })
  })

  test('on the Chathams is kept as an atlas gives it', async () => {
    const { id } = await makeRow(user, meter)
    const asked = { id, latitude: -43.95, longitude: 183.44 }
    const { data } = (await user.post('/meter/place', asked)).body
    expect(data).toMatchObject({ location_source: 'manual', longitude: '-176.56' })
  })

  test('is refused outside New Zealand, to strangers, and where nothing is known', async () => {
    const { id } = await makeRow(user, customer, { city: 'Atlantis' })
    const sydney = await user.post('/customer/place', { id, latitude: -33.87, longitude: 151.21 })
    expect(sydney.status).toBe(400)
    expect(sydney.body.errors[0]).toMatchObject({ field: 'latitude' })
    const here = { id, latitude: -41.3, longitude: 174.8 }
    expect((await other.post('/customer/place', here)).status).toBe(404)
    expect((await other.get('/map/place', { of: 'customers', id })).status).toBe(404)
    expect((await user.post('/customer/locate', { id })).status).toBe(476)
    const stale = await user.post('/customer/place', { ...here, version: 99 })
    expect(stale.status).toBe(474)
  })
})

test('a file of addresses finds houses, and leaves what was placed by hand', async () => {
  const { dataDir } = world.config
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'nz-addresses.csv')
  const head =
    'WKT,address_id,full_address_number,full_road_name,suburb_locality,town_city,gd2000_xcoord,gd2000_ycoord'
  const lines = [
    ',1,12,"Test Street","Hataitai",Wellington,174.7951,-41.3051',
    ',2,3/14,Test Street,Hataitai,Wellington,174.7952,-41.3052',
    ',3,12,Test Street,Roslyn,Dunedin,170.49,-45.865',
    ',4,,Road Without Number,Roslyn,Dunedin,170.49,-45.865',
    ',5,1,Far Road,Elsewhere,Sydney,151.2,-33.8',
    ',6,7,Owenga Road,Te One,Chatham Islands,-176.55,-43.94',
  ]
  writeFileSync(file, `\uFEFF${head}\r\n${lines.join('\r\n')}\r\n`)
  const wanted = { street: '12 Test St', suburb: null, city: 'Wellington' }
  const [house, flat, byHand, island] = [
    await makeRow(user, customer, wanted),
    await makeRow(user, customer, { ...wanted, street: 'Flat 3, 14 Test Street' }),
    await makeRow(user, customer, wanted),
    await makeRow(user, customer, { street: '7 Owenga Rd', city: 'Chatham Islands' }),
  ]
  const shed = { customer_id: house.id, icp_location: '12 Test Street, Roslyn, Dunedin' }
  const away = await makeRow(user, meter, shed)
  await user.post('/customer/place', { id: byHand.id, latitude: -41.2, longitude: 174.7 })
  await locate()
  expect((await user.get('/customer', { id: house.id })).body.data.location_source).toBe('town')
  expect(await loadAddresses(world.ownerUrl, file, () => {})).toEqual({ loaded: 4, skipped: 2 })
  await scope(world.owner, world.organisations[0])
  await locate()
  const placeOf = async (path: string, { id }: { id: number }) => {
    const { latitude, longitude, location_source } = (await user.get(path, { id })).body.data
    return [latitude, longitude, location_source]
  }
  expect(await placeOf('/customer', house)).toEqual(['-41.3051', '174.7951', 'address'])
  expect(await placeOf('/customer', flat)).toEqual(['-41.3052', '174.7952', 'address'])
  expect(await placeOf('/customer', byHand)).toEqual(['-41.2', '174.7', 'manual'])
  expect(await placeOf('/customer', island)).toEqual(['-43.94', '-176.55', 'address'])
  expect(await placeOf('/meter', away)).toEqual(['-45.865', '170.49', 'address'])
  await expect(loadAddresses(world.ownerUrl, join(file, 'no'), () => {})).rejects.toThrow()

  const suburbs = (await user.get('/address/suggestions', { of: 'suburb', q: 'hata' })).body.data
  expect(suburbs).toEqual([{ value: 'Hataitai', about: 'Wellington' }])
  const cities = (await user.get('/address/suggestions', { of: 'city', q: 'whanga' })).body.data
  expect(cities).toContainEqual({ value: 'Whangārei', about: 'Northland' })
  expect((await user.get('/address/suggestions', { of: 'city', q: '%' })).status).toBe(260)
})

test('a message to an area goes to who is in it, and to who needs power to stay well first', async () => {
  const box = '174.7,-36.9,174.8,-36.8'
  const params = { box, filter: 'network:Vector' }
  const there = (await manager.get('/customers/map', { ...params, limit: 500 })).body.info.total
  await world.owner.query(`update customers set email = 'c' || id || '@example.co.nz'`)
  const words = { subject: 'A fault near you', text_base: 'Kia ora, the power is off.' }
  const audience = { list: 'customers/map', params }
  const given = { name: 'Fault', audience, channels: 'email', purpose: 'service', ...words }
  const made = await manager.put('/bulkmessage', given)
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data
  const started = await manager.post('/bulkmessage/start', { id, count: there })
  expect(started.status, started.text).toBe(200)
  const { rows } = await world.owner.query<{ medical: boolean }>(
    `select c.required_for_medical as medical from bulkrecipients r
     join customers c on c.id = r.customer_id where r.bulk_id = $1 order by r.id`,
    [id],
  )
  expect(rows).toHaveLength(there)
  const order = rows.map(({ medical }) => Number(medical))
  expect(order.filter(Boolean).length).toBeGreaterThan(1)
  expect(order).toEqual(order.toSorted((a, b) => b - a))
  const wrong = { ...given, audience: { list: 'customers/map', params: { box: '1,2' } } }
  const bad = (await manager.put('/bulkmessage', wrong)).body.data
  expect((await manager.post('/bulkmessage/preview', { id: bad.id })).status).toBe(400)
})

test('the map begins where the settings say, on tiles with the key of the organisation', async () => {
  const admin = await world.as('admin')
  const before = (await user.get('/map/start')).body.data
  expect(before).toMatchObject({ tiles: null, zoom: 5, networks: ['Powerco', 'Vector'] })
  const place = { latitude: '-41.29', longitude: '174.78', zoom: 11 }
  const settings = { company_name: 'First Brokers', map_key: 'a key&more', ...place }
  const made = await admin.post('/website', settings)
  expect(made.body.success, made.text).toBe(true)
  const after = (await user.get('/map/start')).body.data
  const url = 'https://tiles.example.co.nz/{z}/{x}/{y}.png?key=a%20key%26more'
  expect(after.tiles).toEqual({ url, attribution: 'Tiles of ours' })
  expect(after).toMatchObject({ latitude: -41.29, longitude: 174.78, zoom: 11 })
  const page = await world.app.inject({ url: '/app/map' })
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("img-src 'self' data: https://tiles.example.co.nz;")
  expect(policy.match(/tiles\.example/g)).toHaveLength(1)
})
