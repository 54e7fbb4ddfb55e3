import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Role, rankOf } from '#domain/access/role.ts'
import { billimport } from '#domain/bills/billimport.ts'
import { rateimport } from '#domain/contracts/rateimport.ts'
import { entities } from '#domain/entities.ts'
import { keyOf } from '#domain/kit/call.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { readingimport } from '#domain/meters/readingimport.ts'
import { refuseUnguarded } from '#server/app.ts'
import type { Route } from '#server/kit/http/route.ts'
import { routes } from '#server/routes.ts'
import { type Line, probe, toCsv } from '#tests/access/probe.ts'
import { billingRows } from '#tests/support/billing-rows.ts'
import { type Client, makeClient } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { makeWorld, type Person, password, scope, type World } from '#tests/support/world.ts'

// Every call × everybody who might try it × whose row it is aimed at. The table is committed and
// reviewed by hand; after a deliberate change run `UPDATE_ACCESS=1 npx vitest run tests/access.test.ts`
// and read the difference.
const file = new URL('./access/matrix.csv', import.meta.url)
const signedIn = ['user', 'accounting', 'manager', 'admin', 'padmin'] as const
const people = ['guest', ...signedIn, 'loner', 'disabled', 'impersonator'] as const
const actors = [...people, 'key'] as const
type Actor = (typeof actors)[number]

// Looks at what was sent before it looks for the user; only who sees every user comes so far.
const BODY_FIRST = 'POST /user'
// No row of any kind has this id.
const MISSING = 987_654_321

let world: World
const clients = new Map<Actor, Client>()
const rows = new Map<string, { own: number; other: number }>()

beforeAll(async () => {
  world = await makeWorld()
  for (const person of signedIn) clients.set(person, await world.as(person))
  clients.set('guest', world.guest())
  // Somebody who belongs to no organisation.
  clients.set('loner', await world.as('loner'))
  clients.set('disabled', await disabledClient())
  clients.set('impersonator', await impersonatorClient())
  clients.set('key', await keyClient())
  const admins: [Client, Client] = [await world.as('padmin'), await world.as('other')]
  const targets = new Set(routes.flatMap((entry) => (entry.target ? [entry.target] : [])))
  for (const target of targets) rows.set(target.name, await makeRows(target, admins))
}, 60_000)
afterAll(() => world.close())

async function disabledClient(): Promise<Client> {
  await world.owner.query(
    `insert into users (username, email, firstname, lastname, password_hash, confirmed_at, terms_agreed)
     select 'disabled', 'disabled@example.co.nz', 'disabled', 'Test', password_hash, now(), true
     from users where username = 'loner'`,
  )
  const client = makeClient(world.app)
  expect((await client.signIn('disabled', password)).status).toBe(200)
  await world.owner.query('update users set is_disabled = true where username = $1', ['disabled'])
  return client
}

async function impersonatorClient(): Promise<Client> {
  const client = await world.as('padmin')
  const reply = await client.post('/user/impersonate', {
    id: world.userIds.user,
    username_confirm: 'user',
    reason: 'Looking into a reported problem',
  })
  expect(reply.status, reply.text).toBe(200)
  client.authorization = `JWT ${reply.body.token}`
  return client
}

async function keyClient(): Promise<Client> {
  const owner = await world.as('manager')
  const reply = await owner.put('/apikey', {})
  expect(reply.status, reply.text).toBe(201)
  const client = makeClient(world.app)
  client.authorization = `Key ${reply.body.data.key ?? reply.body.data.api_key}`
  return client
}

/** One row the actors' organisation owns and one of the other; platform rows belong to nobody. */
async function makeRows(target: Entity, [own, other]: [Client, Client]) {
  if (target.name === 'user') return { own: world.userIds.user, other: world.userIds.other }
  if (target.name === 'organisation')
    return { own: world.organisations[0], other: world.organisations[1] }
  if (target.name === 'membership')
    return { own: await membershipOf('user', 0), other: await membershipOf('other', 1) }
  if (target.name === 'stagedreading')
    return { own: await stagedReading(own, 0), other: await stagedReading(other, 1) }
  if (target.name === 'stagedbillline')
    return { own: await stagedIn(own, billimport), other: await stagedIn(other, billimport) }
  if (target.name === 'stagedrate')
    return { own: await stagedIn(own, rateimport), other: await stagedIn(other, rateimport) }
  const debited = storedRows[target.name]
  if (debited) return { own: await debited(world, 0, own), other: await debited(world, 1, other) }
  const ofMoney = billingRows[target.name]
  if (ofMoney) return { own: await ofMoney(own), other: await ofMoney(other) }
  const made = await makeRow(own, target)
  if (target.scope === 'platform') return { own: made.id, other: made.id }
  const foreign = await makeRow(other, target)
  return { own: made.id, other: foreign.id }
}

/** Only the job that reads a file puts rows into the pool. */
async function stagedReading(client: Client, place: 0 | 1): Promise<number> {
  const { id } = await makeRow(client, readingimport)
  await scope(world.owner, world.organisations[place])
  const { rows: made } = await world.owner.query<{ id: string }>(
    `insert into stagedreadings (organisation_id, readingimport_id, row_number, severity,
       findings, staged_status) values ($1, $2, 1, 'ok', '[]', 'waiting') returning id`,
    [world.organisations[place], id],
  )
  return Number(made[0]?.id)
}

/** A small file's rows are there once it was taken in. */
async function stagedIn(client: Client, batch: Entity): Promise<number> {
  const { id } = await makeRow(client, batch)
  const rows = batch === billimport ? '/stagedbilllines' : '/stagedrates'
  return (await client.get(rows, { [`${batch.name}_id`]: id })).body.data[0].id
}

async function membershipOf(person: Person, place: 0 | 1): Promise<number> {
  await scope(world.owner, world.organisations[place])
  const { rows: found } = await world.owner.query<{ id: string }>(
    'select id from memberships where user_id = $1',
    [world.userIds[person]],
  )
  return Number(found[0]?.id)
}

// A call that ends the actor's own session is followed by signing in again.
async function answerOf(actor: Actor, entry: Route, id: number | null): Promise<string> {
  const client = clients.get(actor)
  if (!client) throw new Error(`Nobody plays ${actor}.`)
  const reply = await probe(client, entry, id)
  if (entry.path === '/user/signout' && reply.status === 200) await refresh(actor)
  return String(reply.status)
}

async function refresh(actor: Actor): Promise<void> {
  if (actor === 'impersonator') clients.set(actor, await impersonatorClient())
  else if (actor === 'loner' || signedIn.some((person) => person === actor)) {
    const client = makeClient(world.app)
    await client.signIn(actor, password)
    clients.set(actor, client)
  }
}

async function observe(): Promise<Line[]> {
  const lines: Line[] = []
  for (const entry of routes) {
    const aimed = entry.target ? rows.get(entry.target.name) : undefined
    const isOwned = entry.target?.scope === 'organisation'
    const aims = aimed
      ? ([
          ['own', aimed.own],
          ...(isOwned ? [['other', aimed.other] as const] : []),
          ['missing', MISSING],
        ] as const)
      : ([['none', null]] as const)
    for (const [aim, id] of aims) {
      // Each has a session of their own, and nobody does anything; the key is its owner's, who has
      // one file at a time.
      const answers = await Promise.all(people.map((actor) => answerOf(actor, entry, id)))
      answers.push(await answerOf('key', entry, id))
      lines.push({ route: keyOf(entry), aim, answers })
    }
  }
  return lines.sort((a, b) => (`${a.route} ${a.aim}` < `${b.route} ${b.aim}` ? -1 : 1))
}

// Shows: T01, T02, R14, V8.2.1
test('everybody gets what the reviewed table says, on every call', async () => {
  const csv = toCsv(actors, await observe())
  if (process.env.UPDATE_ACCESS || !existsSync(file)) writeFileSync(file, csv)
  expect(csv).toBe(readFileSync(file, 'utf8'))
}, 180_000)

// Shows: T01, R14
test('whoever belongs to no organisation has the rows of none', () => {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  for (const line of lines) {
    const [name = '', aim, ...answers] = line.split(',')
    if (aim !== 'none') expect(['403', '404'], name).toContain(answers[actors.indexOf('loner')])
  }
})

// Shows: V8.3.1
test('the table itself never lets anybody in below the route’s role', () => {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  const byRoute = new Map(routes.map((entry) => [keyOf(entry), entry]))
  for (const line of lines) {
    const [name = '', aim, ...answers] = line.split(',')
    const policy = byRoute.get(name)?.policy
    if (!policy || policy.from === 'guest') continue
    const gone = name === BODY_FIRST ? ['404', '400'] : ['404']
    expect(answers[0], `${name} guest`).toBe('401')
    expect(answers[actors.indexOf('disabled')], `${name} disabled`).toBe('401')
    for (const role of signedIn) {
      const answer = answers[actors.indexOf(role)] ?? ''
      const isBelow = rankOf(role as Role) < rankOf(policy.from)
      if (isBelow) expect(['403', '404'], `${name} ${aim} ${role}`).toContain(answer)
      if (aim === 'other') expect(answer, `${name} ${role}`).toBe('404')
      if (aim === 'missing' && !isBelow) expect(gone, `${name} ${role}`).toContain(answer)
      expect(answer.startsWith('5'), `${name} ${role} ${answer}`).toBe(false)
    }
  }
})

// Shows: T02
test('nothing of an entity is open to a role that may not read its list', () => {
  for (const entry of routes) {
    const entity = entities.find((known) => entry.path.startsWith(`/${known.plural}/`))
    if (entity && entry.path !== '/notifications/current')
      expect(rankOf(entry.policy.from), keyOf(entry)).toBeGreaterThanOrEqual(
        rankOf(entity.access.read),
      )
  }
})

// Shows: T02, R14
test('a route without a policy does not start', () => {
  const [entry] = routes
  // Written as a forgetful colleague would, past the compiler.
  const unguarded = { ...entry, policy: undefined } as unknown as Route
  expect(() => refuseUnguarded([unguarded])).toThrow(/no policy/)
  expect(() => refuseUnguarded([entry as Route, entry as Route])).toThrow(/twice/)
})

// Shows: V15.3.1
test('a route open to guests that does not list what they may see does not start', () => {
  const open = routes.find(({ path }) => path === '/public/invoice') as Route
  const { shows: _shows, ...unlisted } = open
  expect(() => refuseUnguarded([open])).not.toThrow()
  expect(() => refuseUnguarded([unlisted as Route])).toThrow(/what they may see/)
})
