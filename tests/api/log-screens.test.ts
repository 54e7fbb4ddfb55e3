import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let admin: Client
let other: Client
let padmin: Client

const day = '2026-03-05'
const [night, noon] = ['2026-03-04T10:30:00Z', '2026-03-05T00:00:00Z']

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
  other = await world.as('other')
  padmin = await world.as('padmin')
  const [ours, theirs] = world.organisations
  const { rows } = await world.owner.query<{ id: number }>(
    `select id from users where username = 'user'`,
  )
  const person = rows[0]?.id
  const call = (organisation: unknown, request: string, status: number, at: string, took = 5) =>
    world.owner.query(
      `insert into request_logs (request_id, organisation_id, user_id, request, status, success,
        error, server_timing, user_agent, ip, created_at)
       values ($1, $2, $3, $4, $5, $6, 'said Mere Kahu', $7, 'Mozilla/5.0 Windows Firefox/140.0',
        '192.0.2.7', $8)`,
      [`ref-${request}`, organisation, person, request, status, status < 400, took, at],
    )
  await call(ours, 'GET /customers', 200, noon)
  await call(ours, 'POST /invoice/send', 476, noon)
  await call(ours, 'GET /report', 500, noon, 4000)
  await call(ours, 'GET /yesterday', 200, night)
  await call(theirs, 'GET /theirs', 200, noon)
  const event = (organisation: unknown, name: string, user: unknown, detail: object, at = noon) =>
    world.owner.query(
      `insert into security_events (event, user_id, organisation_id, detail, created_at)
       values ($1, $2, $3, $4, $5)`,
      [name, user, organisation, detail, at],
    )
  await event(ours, 'access_ended', person, { reason: 'left', customer_id: 77 })
  await event(null, 'sign_in_failed', person, { field: 'password' })
  await event(null, 'sign_in_failed', null, {})
  await event(theirs, 'api_key_made', null, { name: 'theirs' })
  await event(ours, 'signed_in', person, {}, '2026-02-01T00:00:00Z')
})
afterAll(() => world.close())

const requests = async (client: Client, filters = {}) =>
  (await client.get('/requestlogs', { day, ...filters })).body.data.map(
    (row: { request: string }) => row.request,
  )
const events = async (client: Client, filters = {}) =>
  (await client.get('/securityevents', { day, ...filters })).body.data.map(
    (row: { event: string }) => row.event,
  )

// Shows: T23
test('an admin reads the calls of the organisation’s day, a platform admin those of all', async () => {
  expect(await requests(admin)).toEqual(['GET /report', 'POST /invoice/send', 'GET /customers'])
  expect(await requests(other)).toEqual(['GET /theirs'])
  expect(await requests(padmin)).toHaveLength(4)
  expect(await requests(admin, { day: '2026-03-04' })).toEqual(['GET /yesterday'])
})

test('calls are narrowed by outcome, by length and by words, and go on where a page ended', async () => {
  expect(await requests(admin, { only: 'failed' })).toEqual(['GET /report'])
  expect(await requests(admin, { only: 'slow' })).toEqual(['GET /report'])
  expect(await requests(admin, { only: 'refused' })).toHaveLength(2)
  expect(await requests(admin, { q: 'REF-get /cust' })).toEqual(['GET /customers'])
  const [first] = (await admin.get('/requestlogs', { day })).body.data
  expect(await requests(admin, { before: first.id })).not.toContain('GET /report')
  expect(await requests(admin, { before: first.id })).toHaveLength(2)
})

// Shows: T23
test('nothing of what was sent, answered or told by a browser is shown', async () => {
  const { text, body } = await admin.get('/requestlogs', { day })
  expect(text).not.toMatch(/Mere Kahu|Mozilla/)
  expect(body.data[0]).toMatchObject({ user_agent: 'Firefox on Windows', user: 'user' })
  expect((await admin.get('/securityevents', { day })).text).not.toMatch(/77|password/)
})

test('an admin reads what happened to its people’s way in, also before they chose it', async () => {
  expect(await events(admin)).toEqual(['sign_in_failed', 'access_ended'])
  expect(await events(other)).toEqual(['api_key_made'])
  expect(await events(padmin)).toHaveLength(4)
  expect(await events(admin, { event: 'access_ended' })).toEqual(['access_ended'])
  expect(await events(admin, { q: 'in failed' })).toEqual(['sign_in_failed'])
  expect(await events(admin, { day: '2026-02-28' })).toEqual(['signed_in'])
})

test.each(['/requestlogs', '/securityevents'])('%s is nothing for a manager', async (path) => {
  expect((await (await world.as('manager')).get(path)).status).toBe(403)
  const wrong = await admin.get(path, { day: '2026-02-30' })
  expect(wrong.status).toBe(400)
  expect(wrong.body.errors).toMatchObject([{ field: 'day' }])
})
