import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#domain/access/role.ts'
import { customer } from '#domain/customers/customer.ts'
import { messageMachine, messageStates } from '#domain/messaging/message-machine.ts'
import { threadMachine, threadStates } from '#domain/messaging/thread-machine.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { askedOf, gridOf, gridRoles, keptFor } from '#tests/support/grid.ts'
import { silentMail } from '#tests/support/smtp-sink.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// Every state × action × role of a mail and of a thread, answered by the server itself and reviewed
// by hand: an allowed action shows where it leads, the others what they answer.
let world: World
let admin: Client
const clients = new Map<Role, Client>()
let customer_id: number
let count = 0

beforeAll(async () => {
  world = await makeWorld({ smtpUrl: silentMail })
  admin = await world.as('admin')
  for (const role of gridRoles) clients.set(role, await world.as(role))
  customer_id = (await makeRow(admin, customer, { email: 'rewa@example.co.nz' })).id
})
afterAll(() => world.close())

const query = async (text: string, values: unknown[]) => {
  const [organisation_id] = world.organisations
  const [row] = await world.database.write({ organisation_id, user_id: null }, (conn) =>
    conn.query<{ id: number }>(text, values),
  )
  return row?.id ?? 0
}

/** A mail that somebody else wrote by hand, how far it got; what came is the customer's. */
async function mailIn(state: string) {
  count += 1
  const id = await query(
    `insert into messages (organisation_id, type, direction, kind, status, sender, recipient,
       subject, text_plain, customer_id, author_id)
     values (scope_organisation(), 'email', $3, 'mail', $1, 'office@harbour.example',
       'rewa@example.co.nz', $5, 'Kia ora', $2, case when $3 = 'out' then $4::bigint end)
     returning id`,
    [
      state,
      customer_id,
      state === 'received' ? 'in' : 'out',
      world.userIds.padmin,
      `Number ${count}`,
    ],
  )
  return (await admin.get('/message', { id })).body.data
}

async function threadIn(state: string) {
  const { id: customer_id } = await makeRow(admin, customer)
  await query(
    `insert into messages (organisation_id, type, direction, text_plain, status, customer_id)
     values (scope_organisation(), 'chat', 'in', 'Kia ora', 'delivered', $1) returning id`,
    [customer_id],
  )
  const [thread] = (await admin.get('/threads', { customer_id })).body.data
  await query('update threads set state = $2 where id = $1 returning id', [thread.id, state])
  return thread
}

const until = () => new Date(Date.now() + 86_400_000).toISOString()
const bodies: Record<string, () => object> = {
  update: () => ({ text_plain: 'Other words' }),
  assign: () => ({ staff_id: null }),
  snooze: () => ({ until: until() }),
  match: () => ({ customer_id }),
  junk: () => ({ is_junk: true }),
}

interface Kind {
  path: string
  field: string
  kept: ReturnType<typeof keptFor<{ id: number; version: number }>>
}

const table = ({ path, field, kept }: Kind) =>
  async function answerOf(action: string, state: string, role: Role): Promise<string> {
    const client = clients.get(role)
    if (!client) throw new Error(`Nobody plays ${role}.`)
    const subject = await kept.take(state)
    const { id, version } = subject
    const body = { id, ...bodies[action]?.() }
    const reply =
      action === 'delete'
        ? await client.delete(path, { id })
        : action === 'update'
          ? await client.post(path, { ...body, version })
          : await client.post(`${path}/${action}`, body)
    const after = (await admin.get(path, { id })).body.data
    if (reply.status >= 400) {
      expect(after.version, `${state} ${action} ${role}`).toBe(version)
      kept.giveBack(state, subject)
      return String(reply.status)
    }
    return after.deleted_at ? 'deleted' : after[field]
  }

// Shows: R16
test('every state × action × role of a mail answers as the reviewed table says', async () => {
  const answerOf = table({ path: '/message', field: 'status', kept: keptFor(mailIn) })
  const grid = await gridOf(messageStates, askedOf(messageMachine), answerOf)
  await expect(grid).toMatchFileSnapshot('./__snapshots__/message-grid.txt')
}, 60_000)

// Shows: R16
test('every state × action × role of a thread answers as the reviewed table says', async () => {
  const answerOf = table({ path: '/thread', field: 'state', kept: keptFor(threadIn) })
  const grid = await gridOf(threadStates, askedOf(threadMachine), answerOf)
  await expect(grid).toMatchFileSnapshot('./__snapshots__/thread-grid.txt')
}, 60_000)
