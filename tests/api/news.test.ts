import { afterAll, beforeAll, expect, test } from 'vitest'
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

interface NewsItem {
  title: string
  words: string
  path: string
  isTrouble: boolean
}
const newsOf = async (client: Client): Promise<NewsItem[]> => (await client.get('/news')).body.data

test('where nothing happened, nothing is told', async () => {
  expect(await newsOf(manager)).toEqual([])
})

// Shows: E20
test('a task is told to whom it is for, and to nobody else', async () => {
  const staff = { name: 'Aroha Tamihana', user_id: world.userIds.user }
  const { id: staff_id } = (await (await world.as('admin')).put('/staff', staff)).body.data
  const task = (await manager.put('/task', { subject: 'Ring the marae', staff_id })).body.data
  expect(await newsOf(user)).toMatchObject([
    { title: 'A task for you', words: 'Ring the marae', path: `/app/task?id=${task.id}` },
  ])
  expect(await newsOf(manager)).toEqual([])
  expect((await user.post('/task/done', { id: task.id })).status).toBe(200)
  expect(await newsOf(user)).toEqual([])
})

// Shows: E20
test('a task for a role is told by the bell and by Home to who answers for it', async () => {
  const cardOf = async (client: Client) =>
    (await client.get('/dashboard', { set: 'work' })).body.data.cards.find(
      ({ name }: { name: string }) => name === 'role_tasks',
    )
  const bookkeeper = await world.as('accounting')
  const before = Number((await cardOf(bookkeeper)).value)
  const input = { subject: 'File the return', role_name: 'accounting' }
  const { id } = (await manager.put('/task', input)).body.data
  const told = { title: 'A task for your role', words: 'File the return' }
  expect(await newsOf(bookkeeper)).toMatchObject([{ ...told, path: `/app/task?id=${id}` }])
  expect(await cardOf(bookkeeper)).toMatchObject({
    value: String(before + 1),
    to: '/app/tasks?list=role',
  })
  expect(await newsOf(user)).toEqual([])
  expect((await cardOf(user)).value).toBe('0')
  await bookkeeper.post('/task/done', { id })
  expect(await newsOf(bookkeeper)).toEqual([])
  expect((await cardOf(bookkeeper)).value).toBe(String(before))
})

// Shows: E20
test('a message that did not arrive is told to all of the office, newest first', async () => {
  const { id } = (await manager.put('/customer', { name: 'Mere Parata' })).body.data
  await scope(world.owner, world.organisations[0])
  for (const [subject, days] of [
    ['Too long ago', 20],
    ['Your invoice', 2],
    ['Your statement', 1],
  ] as const)
    await world.owner.query(
      `insert into messages (organisation_id, customer_id, type, direction, recipient, subject,
         text_plain, status, created_at)
       values ($1, $2, 'email', 'out', 'mere@example.co.nz', $3, 'Kia ora', 'bounced',
         now() - make_interval(days => $4))`,
      [world.organisations[0], id, subject, days],
    )
  const told = await newsOf(user)
  expect(told.map(({ words }) => words)).toEqual([
    'Your statement · mere@example.co.nz',
    'Your invoice · mere@example.co.nz',
  ])
  expect(told.every(({ isTrouble }) => isTrouble)).toBe(true)
  // The other organisation hears nothing of it.
  expect(await newsOf(await world.as('other'))).toEqual([])
})

test('a run that came to its end is told, one under way is not', async () => {
  await scope(world.owner, world.organisations[0])
  for (const [name, status] of [
    ['October', 'done'],
    ['November', 'running'],
    ['December', 'failed'],
  ])
    await world.owner.query(
      'insert into billingruns (organisation_id, name, run_status) values ($1, $2, $3)',
      [world.organisations[0], name, status],
    )
  const told = (await newsOf(manager)).filter(({ path }) => path.startsWith('/app/invoices/run'))
  expect(told.map(({ title, words }) => `${title}: ${words}`).toSorted()).toEqual([
    'Billing run failed: December',
    'Billing run finished: October',
  ])
})
