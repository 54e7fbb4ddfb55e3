import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleMessages } from '#server/messaging/outbox/settle-messages-job.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { makeOffers, type Offers, signed, withToken } from '#tests/support/offers.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let offers: Offers

beforeAll(async () => {
  world = await makeWorld()
  offers = await makeOffers(world)
})
afterAll(() => world.close())

test('without the page’s own token a change is refused', async () => {
  const token = await offers.send(await offers.draft())
  const url = '/api/v1/public/contract/accept'
  const headers = withToken(token)
  const reply = await world.guest().send({ method: 'POST', url, headers, payload: signed })
  expect(reply.status).toBe(403)
})

test('a wrong, cut or missing token opens nothing, and an old one says it has expired', async () => {
  const token = await offers.send(await offers.draft())
  expect((await offers.read('')).status).toBe(469)
  expect((await offers.read(token.slice(1))).status).toBe(469)
  const wrong = await offers.read('A'.repeat(43))
  expect(wrong.status).toBe(469)
  expect(wrong.body.data).toBeUndefined()
  await world.owner.query(
    `update public_links set expires_at = now() - interval '1 day' where token_hash = sha256($1)`,
    [token],
  )
  for (const path of ['/public/contract', '/public/contract/document'])
    expect((await offers.read(token, path)).status).toBe(470)
  expect((await offers.accept(token)).status).toBe(470)
})

// Shows: T12, R29, V2.4.1
test('whoever guesses tokens is stopped', async () => {
  const client = world.guest()
  const guess = (n: number) =>
    client.send({
      method: 'GET',
      url: '/api/v1/public/contract',
      headers: withToken(`${n}`.padStart(43, 'x')),
      remoteAddress: '10.1.2.3',
    })
  const codes: number[] = []
  for (let n = 0; n < 32; n++) codes.push((await guess(n)).status)
  expect(codes.slice(0, 30).every((code) => code === 469)).toBe(true)
  expect(codes.slice(30)).toEqual([429, 429])
})

// Shows: T12
test('a link of one organisation reaches nothing of another, whoever carries it', async () => {
  const id = await offers.draft()
  const token = await offers.send(id)
  const other = await world.as('other')
  for (const path of ['/contract/documents', '/contract/document', '/contract/preview'])
    expect((await other.get(path, { id })).status, path).not.toBe(200)
  // The link opens its own document for anybody, and only that.
  const headers = { ...withToken(token), authorization: other.authorization ?? '' }
  const url = '/api/v1/public/contract'
  const page = await other.send({ method: 'GET', url, headers })
  expect(page.body.data.broker.name).toBe('First Energy')
  await world.owner.query(
    `update public_links set organisation_id = $2 where token_hash = sha256($1)`,
    [token, world.organisations[1]],
  )
  expect((await offers.read(token)).status).toBe(469)
})

test('an organisation that was switched off shows nothing any more', async () => {
  const token = await offers.send(await offers.draft())
  const off = 'update organisations set is_active = $2 where id = $1'
  await world.owner.query(off, [world.organisations[0], false])
  expect((await offers.read(token)).status).toBe(469)
  await world.owner.query(off, [world.organisations[0], true])
  expect((await offers.read(token)).status).toBe(200)
})

test('an offer whose page its reader has opened was delivered; one that was opened before it left was not', async () => {
  const of = async (sent: string) => {
    const id = await offers.draft()
    const token = await offers.send(id)
    await world.owner.query(
      `update messages set status = 'accepted', sent_at = now() + $2::interval
       where contract_id = $1 and kind = 'offer'`,
      [id, sent],
    )
    return { id, token }
  }
  const read = await of('-1 hour')
  const later = await of('1 hour')
  const closed = await of('-1 hour')
  const guest = world.guest()
  await guest.get('/options')
  for (const { token } of [read, later])
    expect((await guest.post('/public/contract/opened', {}, withToken(token))).status).toBe(200)
  await settleMessages.run(jobContext(world), {})
  const statusOf = async ({ id }: { id: number }) =>
    (await offers.user.get('/messages', { contract_id: id, kind: 'offer' })).body.data[0].status
  expect(await Promise.all([read, later, closed].map(statusOf))).toEqual([
    'delivered',
    'accepted',
    'accepted',
  ])
})

test('opened is noted once, for the customer and not for staff', async () => {
  const id = await offers.draft()
  const token = await offers.send(id)
  const openedAt = async () =>
    (await offers.user.get('/contract/documents', { id })).body.data[0].opened_at
  await offers.user.post('/public/contract/opened', {}, withToken(token))
  expect(await openedAt()).toBeNull()
  const guest = world.guest()
  await guest.get('/options')
  expect((await guest.post('/public/contract/opened', {}, withToken(token))).status).toBe(200)
  const first = await openedAt()
  expect(first).not.toBeNull()
  world.clock.advance(60_000)
  await guest.post('/public/contract/opened', {}, withToken(token))
  expect(await openedAt()).toBe(first)
  const history = await offers.user.get('/history', { object_class: 'contract', object_id: id })
  expect(
    history.body.data.filter((one: { action: string }) => one.action === 'opened'),
  ).toHaveLength(1)
})

test('an offer that was deleted has nothing left to read or accept', async () => {
  const id = await offers.draft()
  const token = await offers.send(id)
  expect((await offers.user.delete('/contract', { id })).status).toBe(262)
  const page = await offers.read(token)
  expect(page.body.data).toMatchObject({ status: 'withdrawn', document: null })
  expect((await offers.read(token, '/public/contract/document')).status).toBe(469)
  expect((await offers.accept(token)).status).toBe(469)
})

test('a deleted offer stays withdrawn although its contract comes back', async () => {
  const id = await offers.draft()
  const token = await offers.send(id)
  await offers.user.delete('/contract', { id })
  expect((await offers.user.post('/contract/restore', { id })).status).toBe(200)
  expect((await offers.read(token)).body.data).toMatchObject({ status: 'withdrawn' })
  expect((await offers.accept(token)).status).toBe(469)
  const documents = (await offers.user.get('/contract/documents', { id })).body.data
  expect(documents[0].withdrawn_at).not.toBeNull()
})
