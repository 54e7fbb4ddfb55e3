import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DECEASED } from '#domain/messaging/checks/caring.ts'
import { newCustomer } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { type DebitStories, debitStories } from '#tests/support/debit-stories.ts'
import { type Debiting, debiting } from '#tests/support/debiting.ts'
import { departing, type SomethingDeparting } from '#tests/support/departing.ts'
import { guardCode, permit } from '#tests/support/guarding.ts'
import { lettersWhere } from '#tests/support/letters.ts'
import { scope } from '#tests/support/world.ts'

let office: Debiting
let stories: DebitStories
let going: SomethingDeparting
let accounting: Client

beforeAll(async () => {
  office = await debiting('2027-05-05')
  stories = debitStories(office)
  going = departing(office.world)
  accounting = office.accounting
}, 60_000)
beforeEach(() => scope(office.world.owner, office.world.organisations[0]))
afterAll(() => office.close())

let sequence = 0
async function somebody() {
  const email = `payer${++sequence}@invited.example`
  const { id } = await newCustomer(office.user, { email })
  return { id, email }
}
const invite = (id: number, options: object = {}) => ({
  action: 'mandate_invite',
  ids: [id],
  options,
})
const invitationsOf = async (customer_id: number) =>
  (
    await office.world.owner.query<{
      email: string
      invitation_status: string
      invited_by: string
    }>(
      `select email, invitation_status, invited_by from ddinvitations where customer_id = $1
       order by id`,
      [customer_id],
    )
  ).rows
const lettersTo = (email: string) => lettersWhere(office.world.owner, 'mail_to = $1', [email])

test('an invitation is read first, held, taken back without a trace, and leaves as it was shown', async () => {
  const { id, email } = await somebody()
  const seen = await accounting.post('/departure/preview', invite(id))
  expect(seen.body.data, seen.text).toMatchObject([{ id, recipients: [email], obstacle: null }])
  const look = await going.look(accounting, invite(id))
  expect(look).toMatchObject({ problem: null, messages: [{ to: email, withheld: null }] })
  expect(look.messages[0].text).not.toMatch(/#[\w-]{43}/)
  expect(await invitationsOf(id)).toEqual([])
  const held = await going.hold(accounting, invite(id), look.seen)
  expect(held).toMatchObject({ seconds_left: 10, counts: { held: 1 } })
  await going.takeBack(accounting, held.id)
  await going.pass()
  expect(await invitationsOf(id)).toEqual([])
  const told = await office.user.get('/history', { object_class: 'customer', object_id: id })
  expect(told.body.data[0]).toMatchObject({
    action: 'takeback',
    reason: 'Invitation to pay by direct debit',
  })
  await going.letGo(accounting, invite(id))
  await going.pass()
  expect(await invitationsOf(id)).toEqual([
    { email, invitation_status: 'open', invited_by: 'accounting Test' },
  ])
  const [letter, ...more] = await lettersTo(email)
  expect(more).toEqual([])
  expect(letter?.text_plain).toMatch(/\/directdebit\/#[\w-]{43}/)
  expect(letter?.text_plain.replace(/#[\w-]{43}/, '#…').trim()).toBe(look.messages[0].text.trim())
})

test('the link that was sent before goes on opening until the new one leaves', async () => {
  const { id } = await somebody()
  await going.letGo(accounting, invite(id))
  await going.pass()
  const held = await going.letGo(accounting, invite(id))
  expect(await invitationsOf(id)).toMatchObject([{ invitation_status: 'open' }])
  await going.takeBack(accounting, held.id)
  await going.pass()
  expect(await invitationsOf(id)).toMatchObject([{ invitation_status: 'open' }])
  await going.letGo(accounting, invite(id))
  await going.pass()
  expect(await invitationsOf(id)).toMatchObject([
    { invitation_status: 'withdrawn' },
    { invitation_status: 'open' },
  ])
})

test('leaves although the customer was changed meanwhile, but not to who moved or was invited', async () => {
  const [changed, moved, invited] = [await somebody(), await somebody(), await somebody()]
  const held: number[] = []
  for (const { id } of [changed, moved, invited])
    held.push((await going.letGo(accounting, invite(id))).id)
  const change = async (id: number, given: object) => {
    const { version } = await stories.customer(id)
    const reply = await office.user.post('/customer', { id, version, ...given })
    expect(reply.status, reply.text).toBe(261)
  }
  await change(changed.id, { in_hardship: true })
  await change(moved.id, { email: 'moved@invited.example' })
  const other = { customer_id: invited.id, source: 'online' }
  expect((await accounting.put('/mandate', other)).status).toBe(201)
  await going.pass()
  const [one, two, three] = await Promise.all(held.map((id) => going.outcome(accounting, id)))
  expect(one).toEqual([['left', null]])
  expect(two).toEqual([['refused', expect.stringContaining('it goes to somebody else by now')]])
  expect(three).toEqual([['refused', expect.stringContaining('it was sent meanwhile')]])
  expect(await lettersTo(invited.email)).toHaveLength(1)
})

test('what there is already is told, and replaced by who may see its details, after the guard code', async () => {
  const { id, email } = await somebody()
  await office.authorise(id)
  expect((await going.look(accounting, invite(id))).problem).toContain('Choose to replace it')
  const { manager, world } = office
  await permit(world, 'manager', { view: true, set: true })
  const set = await manager.put('/guardcode', { customer_id: id, code: guardCode })
  expect(set.status, set.text).toBe(201)
  const replacing = invite(id, { replace: true })
  const guarded = await accounting.post('/departure/look', replacing)
  expect(guarded.body.info, 'the screen asks for it').toMatchObject({
    guard_code: true,
    customer_id: id,
  })
  expect((await going.holding(accounting, replacing)).body.info).toMatchObject({ guard_code: true })
  const typed = { customer_id: id, code: guardCode }
  expect((await accounting.post('/guardcode/verify', typed)).status).toBe(200)
  const held = await going.letGo(accounting, replacing)
  await going.pass()
  // It leaves in the name of who typed the code.
  expect(await going.outcome(accounting, held.id)).toEqual([['left', null]])
  expect((await lettersTo(email)).length).toBeGreaterThan(0)
  expect(await invitationsOf(id)).toMatchObject([{ invitation_status: 'open' }])
})

test('is accounting’s, never a program’s that is made for customers alone, and nobody’s in another name', async () => {
  const { id } = await somebody()
  expect((await office.user.post('/departure/look', invite(id))).status).toBe(403)
  expect((await going.holding(office.user, invite(id))).status).toBe(403)
  await going.isUnknownToOthers('mandate_invite', id)
  const program = async (...modules: string[]) => {
    const made = await office.admin.put('/apikey', { modules })
    const client = office.world.guest()
    client.authorization = `Key ${made.body.data.api_key}`
    return client
  }
  const half = await program('messages', 'customers')
  expect((await going.holding(half, invite(id))).status).toBe(403)
  const whole = await program('messages', 'customers', 'payments')
  const held = await going.hold(whole, invite(id))
  await going.takeBack(whole, held.id)
  const padmin = await office.world.as('padmin')
  const wish = { id: office.world.userIds.admin, username_confirm: 'admin', reason: 'They asked' }
  const began = await padmin.post('/user/impersonate', wish)
  expect(began.status, began.text).toBe(200)
  padmin.authorization = `JWT ${began.body.token}`
  const named = await going.holding(padmin, invite(id))
  expect([named.status, named.body.message]).toEqual([
    403,
    expect.stringContaining('while working as somebody else'),
  ])
  expect(await invitationsOf(id)).toEqual([])
})

test('where nobody has an address it says so, and of who has died nothing is held', async () => {
  const { id: nowhere } = await newCustomer(office.user, { email: null })
  const look = await going.look(accounting, invite(nowhere))
  expect(look.problem).toBe('The customer has no email address. Add one.')
  expect((await going.holding(accounting, invite(nowhere))).status).toBe(400)
  const { id } = await somebody()
  await office.world.owner.query('update customers set debits_frozen_reason = $2 where id = $1', [
    id,
    DECEASED,
  ])
  const refused = await going.holding(accounting, invite(id))
  expect(refused.status, refused.text).toBe(476)
  expect(refused.body.message).toContain('has died')
})
