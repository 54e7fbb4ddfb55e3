import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { todayOf } from '#server/kit/http/context.ts'
import { adjustedBy, debt } from '#tests/support/adjusting.ts'
import { newCustomer, passWorkingDays } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { letLeave } from '#tests/support/run-queue.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let customer_id: number
let email: unknown

const owed = async () =>
  adjustedBy(await world.as('manager'), customer_id, { ...debt, due_date: todayOf(world) })

beforeAll(async () => {
  world = await makeWorld()
  passWorkingDays(world, 1)
})
beforeEach(async () => {
  await scope(world.owner, world.organisations[0])
  user = await world.as('user')
  ;({ id: customer_id, email } = await newCustomer(user))
})
afterAll(() => world.close())

const mails = async () =>
  (
    await world.owner.query<{ text_plain: string }>(
      `select text_plain from letters where mail_to = $1 and subject like 'Reminder: %'`,
      [email],
    )
  ).rows

async function overdue() {
  const made = await owed()
  passWorkingDays(world, 4)
  await user.signIn('user', password)
  return made
}

test('what is owed without an invoice is reminded of after a last look, and can be taken back', async () => {
  const { id, adjustment_number: name } = await overdue()
  const asked = { action: 'adjustment_remind', ids: [id] }
  const seen = await user.post('/departure/preview', asked)
  expect(seen.status, seen.text).toBe(200)
  expect(seen.body.info).toMatchObject({ count: 1, amount: '50.00' })
  expect(seen.body.data).toMatchObject([{ id, party_id: customer_id, name, recipients: [email] }])
  const [look] = (await user.post('/departure/look', asked)).body.data
  expect(look).toMatchObject({ problem: null, messages: [{ channel: 'email', to: email }] })
  expect(look.messages[0].text).toContain('$50.00 is still to pay.')
  expect(await mails()).toEqual([])
  const body = { action: 'adjustment_remind', rows: [{ id }] }
  const first = await user.put('/departure', body)
  expect(first.status, first.text).toBe(201)
  expect((await user.put('/departure', body)).status, 'it is held already').toBe(476)
  await user.post('/departure/takeback', { id: first.body.data.id })
  await letLeave(world, { clock: world.clock })
  expect(await mails()).toEqual([])
  await user.put('/departure', body)
  await letLeave(world, { clock: world.clock })
  expect(await mails()).toHaveLength(1)
})
