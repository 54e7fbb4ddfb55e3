import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyModules, moduleOf } from '#domain/access/key-scope.ts'
import { customer } from '#domain/customers/customer.ts'
import { keyOf } from '#domain/kit/call.ts'
import { problems } from '#domain/kit/problem.ts'
import { watchKeys } from '#server/identity/api-key-end-job.ts'
import { routes } from '#server/routes.ts'
import type { Client } from '#tests/support/client.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { make } from '#tests/support/make.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

const DAY_MS = 86_400_000
let world: World
let owner: Client
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

async function keyFor(sent: object): Promise<{ program: Client; key: string }> {
  owner = await world.as('manager')
  const made = await owner.put('/apikey', sent)
  expect(made.status, made.text).toBe(201)
  const program = world.guest()
  const key = made.body.data.api_key
  program.authorization = `Key ${key}`
  return { program, key }
}

const keys = async () => (await owner.get('/apikeys')).body.data

describe('what a key is made for', () => {
  test('every call that a key may make belongs to a module', () => {
    const homeless = routes.filter(
      ({ path, policy }) =>
        policy.from !== 'guest' && policy.apiKey !== false && moduleOf(path) === null,
    )
    expect(homeless.map(keyOf)).toEqual([])
    const used = new Set(routes.map(({ path }) => moduleOf(path)))
    expect(keyModules.filter((module) => !used.has(module))).toEqual([])
  })

  test('a key that reads changes nothing', async () => {
    const { program } = await keyFor({ name: 'Export', can_write: false })
    expect((await program.get('/customers')).status).toBe(260)
    const refused = await program.put('/customer', make(customer))
    expect(refused.status).toBe(403)
    expect(refused.body.message).toBe(problems.forbidden[1])
  })

  test('a key of one module is refused by the others', async () => {
    const { program } = await keyFor({ modules: ['meters'] })
    expect((await program.get('/meters')).status).toBe(260)
    for (const path of ['/customers', '/invoices', '/search', '/history', '/options/search'])
      expect((await program.get(path)).status, path).toBe(403)
    expect((await program.put('/customer', make(customer))).status).toBe(403)
  })

  test('a session traded for a key may do no more than the key', async () => {
    const { key } = await keyFor({ modules: ['meters'], can_write: false })
    const traded = world.guest()
    await traded.get('/options')
    const reply = await traded.post('/token', { api_key: key })
    traded.authorization = `JWT ${reply.body.token}`
    expect((await traded.get('/meters')).status).toBe(260)
    expect((await traded.get('/user/token')).status).toBe(200)
    expect((await traded.get('/customers')).status).toBe(403)
    expect((await traded.put('/meter', {})).status).toBe(403)
    expect((await traded.delete('/apikey', {})).status).toBe(403)
  })

  // Shows: T19
  test('nor may a session traded for a key that may do everything', async () => {
    const { key } = await keyFor({})
    const traded = world.guest()
    await traded.get('/options')
    traded.authorization = `JWT ${(await traded.post('/token', { api_key: key })).body.token}`
    expect((await traded.get('/customers')).status).toBe(260)
    const open: string[] = []
    for (const entry of routes.filter(({ policy }) => policy.apiKey === false)) {
      const method = entry.method.toLowerCase() as 'get' | 'put' | 'post' | 'delete'
      const { status, body } = await traded[method](entry.path)
      if (status !== 403 || body.message !== problems.forbidden[1]) open.push(keyOf(entry))
    }
    expect(open).toEqual(['GET /user/token', 'GET /user'])
    expect((await traded.post('/user/signout')).status).toBe(200)
  })

  test('a module that does not exist is refused, and so is none', async () => {
    const client = await world.as('manager')
    expect((await client.put('/apikey', { modules: ['weather'] })).status).toBe(400)
    expect((await client.put('/apikey', { modules: [] })).status).toBe(400)
  })

  test('the list tells where and when a key was last used', async () => {
    const { program } = await keyFor({ name: 'Watched' })
    expect((await keys())[0]).toMatchObject({ last_used_at: null, last_used_ip: null })
    await program.get('/customers')
    const used = { name: 'Watched', last_used_at: expect.any(String), last_used_ip: '127.0.0.1' }
    await expect.poll(async () => (await keys())[0]).toMatchObject(used)
  })
})

describe('the end of a key', () => {
  test('is a year away, and two at most', async () => {
    world.clock.stopAt(new Date('2026-05-19T00:00:00Z'))
    await keyFor({})
    const [{ name, expires_at }] = await keys()
    expect(name).toBe('Key of 19/05/2026')
    expect(Date.parse(expires_at)).toBe(Date.parse('2027-05-19T12:00:00Z'))
    expect((await owner.put('/apikey', { ends_on: '2028-05-19' })).status).toBe(201)
    for (const ends_on of ['2028-05-20', '2026-05-18', '2026-02-30'])
      expect((await owner.put('/apikey', { ends_on })).status, ends_on).toBe(400)
  })

  test('refuses the key, and what was traded for it', async () => {
    world.clock.stopAt(new Date('2026-05-19T02:00:00Z'))
    const { program, key } = await keyFor({ ends_on: '2026-05-19' })
    const traded = world.guest()
    await traded.get('/options')
    traded.authorization = `JWT ${(await traded.post('/token', { api_key: key })).body.token}`
    world.clock.stopAt(new Date('2026-05-19T11:59:59Z'))
    expect((await program.get('/meters')).status).toBe(260)
    world.clock.stopAt(new Date('2026-05-19T12:00:00Z'))
    expect((await program.get('/meters')).status).toBe(401)
    expect((await traded.get('/meters')).status).toBe(401)
    const late = world.guest()
    await late.get('/options')
    expect((await late.post('/token', { api_key: key })).status).toBe(401)
  })

  test('is told by mail two weeks and a day before, once each', async () => {
    world.clock.stopAt(new Date('2026-05-19T02:00:00Z'))
    await world.owner.query('delete from api_keys')
    await keyFor({ name: 'Export', ends_on: '2026-07-31' })
    await keyFor({ name: 'Brief', ends_on: '2026-05-21' })
    const toldAt = async (when: string) => {
      world.clock.stopAt(new Date(when))
      await watchKeys.run(jobContext(world), {})
      await watchKeys.run(jobContext(world), {})
      const { rows } = await world.owner.query<{ mail_to: string; text_plain: string }>(
        `delete from mails where unique_key like 'api-key %' returning mail_to, text_plain`,
      )
      return rows.map(({ text_plain }) => /The key .* works until.*/.exec(text_plain)?.[0] ?? '')
    }
    expect(await toldAt('2026-05-19T03:00:00Z')).toEqual([])
    expect(await toldAt('2026-07-17T11:00:00Z')).toEqual([])
    const [first, ...none] = await toldAt('2026-07-17T13:00:00Z')
    expect(first).toMatch(/"Export" of manager in .* until the end of 31\/07\/2026/)
    expect(none).toEqual([])
    expect(await toldAt('2026-07-29T13:00:00Z')).toEqual([])
    expect(await toldAt('2026-07-30T13:00:00Z')).toHaveLength(1)
    world.clock.advance(40 * DAY_MS)
    await watchKeys.run(jobContext(world), {})
    const { rows } = await world.owner.query('select from api_keys')
    expect(rows).toEqual([])
  })
})
