import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { leaveJob } from '#server/departure-offices.ts'
import { newCustomer } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import {
  departing,
  type LeavingRequest,
  type SomethingDeparting,
} from '#tests/support/departing.ts'
import { falls, waiting } from '#tests/support/falling-database.ts'
import { setUp, silentSms } from '#tests/support/gateways.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { lettersWhere } from '#tests/support/letters.ts'
import { makeOffers, type Offers } from '#tests/support/offers.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let accounting: Client
let manager: Client
let offers: Offers
let going: SomethingDeparting

beforeAll(async () => {
  world = await makeWorld()
  offers = await makeOffers(world)
  user = offers.user
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  going = departing(world)
}, 60_000)
beforeEach(() => scope(world.owner, world.organisations[0]))
afterAll(() => world.close())

const lettersTo = (email: string) => lettersWhere(world.owner, 'mail_to = $1', [email])

let sequence = 0
const newAddress = () => `reader${++sequence}@meanwhile.example`

async function somebody() {
  const email = newAddress()
  const { id } = await newCustomer(user, { email })
  return { id, email }
}
const statementOf = (id: number): LeavingRequest => ({ action: 'customer_statement', ids: [id] })
const offerOf = (id: number, to: string): LeavingRequest => ({
  action: 'contract_offer',
  ids: [id],
  options: { to: [to] },
})
async function payment() {
  const who = await somebody()
  const paid = await accounting.put('/invoicepayment', {
    ...{ customer_id: who.id, amount_incl_gst: '20.00', reference: 'Thanks' },
    payment_date: '2026-01-05',
  })
  expect(paid.status, paid.text).toBe(201)
  return { ...who, payment_id: paid.body.data.id as number }
}
const receiptOf = (id: number): LeavingRequest => ({ action: 'payment_receipt', ids: [id] })
const optOut = async (contact: string) =>
  expect((await user.put('/messageblacklist', { contact, type: 'email' })).status).toBe(201)

/** Of the clock on the wall of the office. */
function hoursAroundNow(): string {
  const now = Temporal.Instant.fromEpochMilliseconds(world.clock.now().getTime())
  const hour = now.toZonedDateTimeISO('Pacific/Auckland')
  const at = (hours: number) => `${hour.add({ hours }).toPlainTime().toString().slice(0, 2)}:00`
  return `${at(-2)}-${at(2)}`
}

describe('what happens while something is held', () => {
  test('another message to the same customer is no part of it', async () => {
    const { id, email } = await somebody()
    const { id: departure_id } = await going.letGo(user, statementOf(id))
    const payload = { organisation_id: world.organisations[0], departure_id }
    // It is stopped between writing its mail and reading it.
    await world.owner.query('begin; lock table history in exclusive mode')
    const leaving = leaveJob.run(jobContext(world), payload)
    await expect.poll(() => waiting(world), { interval: 5 }).toBe(1)
    await world.owner.query(
      `insert into messages (organisation_id, type, direction, kind, status, sender, recipient,
         subject, text_plain, customer_id, unique_key)
       values ($1, 'email', 'out', 'mail', 'accepted', 'office@first.co.nz', 'else@meanwhile.example',
         'Kia ora', 'Thank you for calling.', $2, 'meanwhile')`,
      [world.organisations[0], id],
    )
    await world.owner.query('commit')
    await leaving
    await going.pass()
    expect(await going.outcome(user, departure_id)).toEqual([['left', null]])
    expect(await lettersTo(email)).toHaveLength(1)
  })

  test('whoever may not send it any more sends nothing', async () => {
    const [one, two] = [await payment(), await payment()]
    const held = await going.letGo(accounting, receiptOf(one.payment_id))
    await world.owner.query('update users set is_disabled = true where id = $1', [
      world.userIds.accounting,
    ])
    await going.pass()
    await world.owner.query('update users set is_disabled = false where id = $1', [
      world.userIds.accounting,
    ])
    expect(await going.outcome(manager, held.id)).toEqual([
      ['refused', 'accounting Test may not send this any more.'],
    ])
    expect(await lettersTo(one.email)).toEqual([])
    // A lower role may be enough for one thing and not for another.
    const role = async (role_name: string) =>
      world.owner.query('update memberships set role_name = $2 where user_id = $1', [
        world.userIds.accounting,
        role_name,
      ])
    const again = await world.as('accounting')
    const receipt = await going.letGo(again, receiptOf(two.payment_id))
    await role('user')
    await going.pass()
    await role('accounting')
    expect(await going.outcome(manager, receipt.id)).toEqual([['left', null]])
    expect(await lettersTo(two.email)).toHaveLength(1)
  })

  test('what is in the bin or cancelled by then does not leave; an account follows whoever left', async () => {
    const [told, paid] = [await somebody(), await payment()]
    const to = newAddress()
    const offer = await offers.draft()
    const held: number[] = []
    for (const asked of [statementOf(told.id), offerOf(offer, to), receiptOf(paid.payment_id)])
      held.push((await going.letGo(user, asked)).id)
    expect((await manager.delete('/customer', { id: told.id })).status).toBe(262)
    expect((await manager.delete('/contract', { id: offer })).status).toBe(262)
    const cancel = { id: paid.payment_id, reason: 'Not theirs' }
    expect((await accounting.post('/invoicepayment/cancel', cancel)).status).toBe(200)
    await going.pass()
    const [statement, offered, receipt] = await Promise.all(
      held.map((id) => going.outcome(manager, id)),
    )
    expect(statement).toEqual([['left', null]])
    expect(offered).toEqual([['refused', expect.stringContaining('archived')]])
    expect(receipt).toEqual([['refused', expect.stringContaining('cancelled')]])
    expect(await lettersTo(told.email)).toHaveLength(1)
    expect(await lettersTo(to)).toEqual([])
    expect(await lettersTo(paid.email)).toEqual([])
  })

  test('consent that is withdrawn by then keeps it back, and says so', async () => {
    const [told, paid] = [await somebody(), await payment()]
    const [own, named] = [newAddress(), newAddress()]
    const customer = await newCustomer(user, { email: own })
    const plain = await offers.draft({ customer_id: customer.id })
    const elsewhere = await offers.draft()
    const held = [
      await going.letGo(user, statementOf(told.id)),
      await going.letGo(user, receiptOf(paid.payment_id)),
      await going.letGo(user, { action: 'contract_offer', ids: [plain] }),
      await going.letGo(user, offerOf(elsewhere, named)),
    ]
    for (const address of [told.email, paid.email, own, named]) await optOut(address)
    await going.pass()
    const states = []
    for (const { id } of held) states.push(...(await going.outcome(user, id)))
    expect(states.map(([state]) => state)).toEqual(['refused', 'refused', 'refused', 'refused'])
    expect(await offers.statusOf(plain)).toBe('draft')
    expect(await offers.statusOf(elsewhere)).toBe('draft')
    for (const address of [told.email, paid.email, own, named])
      expect(await lettersTo(address)).toEqual([])
  })

  test('quiet hours hold a text message up, and keep nothing back', async () => {
    const [organisation_id] = world.organisations
    world.config.channels = { organisations: [{ organisation_id, sms: silentSms }] }
    const quiet = (sms_quiet_hours: string) =>
      world.as('admin').then((one) => setUp(one, { sms_sender_service: '4321', sms_quiet_hours }))
    await quiet('none')
    const { rows } = await world.owner.query<{ id: number }>(
      `insert into messages (organisation_id, type, direction, kind, status, sender, recipient,
         text_plain, unique_key)
       values ($1, 'sms', 'out', 'sms', 'accepted', '4321', '+64211234567',
         'Your meter is read on Monday.', 'by day') returning id::int`,
      [organisation_id],
    )
    const id = rows[0]?.id ?? 0
    const held = await going.letGo(user, { action: 'message_resend', ids: [id] })
    await quiet(hoursAroundNow())
    await going.pass()
    expect(await going.outcome(user, held.id)).toEqual([['left', null]])
    const again = { action: 'message_resend', ids: [id], options: { phone: '+64211234568' } }
    expect((await going.look(user, again)).messages).toMatchObject([
      { to: '+64211234568', withheld: 'It waits until the quiet hours are over.' },
    ])
  })

  test('the same thing in a second tab is refused there, and pressed twice is held once', async () => {
    const { id, email } = await somebody()
    const asked = statementOf(id)
    const { seen } = await going.look(user, asked)
    const body = { action: asked.action, rows: [{ id, seen }] }
    const key = { 'idempotency-key': 'pressed-twice-in-a-hurry' }
    const twice = await Promise.all([
      user.put('/departure', body, key),
      user.put('/departure', body, key),
    ])
    const held = twice.find(({ status }) => status === 201)
    expect(held, twice.map(({ text }) => text).join()).toBeDefined()
    const tab = await world.as('user')
    const second = await going.holding(tab, asked, seen)
    expect(second.status, second.text).toBe(476)
    expect(second.body.message).toContain('is sending Statement of account already')
    await going.pass()
    expect(await lettersTo(email)).toHaveLength(1)
  })

  test('the last tenth of a second is enough to take it back', async () => {
    const { id, email } = await somebody()
    const held = await going.letGo(user, statementOf(id))
    world.clock.advance(9900)
    expect((await user.get('/departure', { id: held.id })).body.data.seconds_left).toBe(1)
    await going.takeBack(user, held.id)
    world.clock.advance(200)
    await going.pass()
    expect(await going.outcome(user, held.id)).toEqual([['taken_back', null]])
    expect(await lettersTo(email)).toEqual([])
  })

  test('a server that is killed sends each of them once', async () => {
    for (const side of ['before', 'after'] as const) {
      const to = newAddress()
      const contract_id = await offers.draft()
      const { id: departure_id } = await going.letGo(user, offerOf(contract_id, to))
      const payload = { organisation_id: world.organisations[0], departure_id }
      const falling = jobContext(world, { database: falls(world.database, 1, side) })
      await expect(leaveJob.run(falling, payload)).rejects.toThrow('terminated')
      await leaveJob.run(jobContext(world), payload)
      await going.pass()
      expect(await going.outcome(user, departure_id)).toEqual([['left', null]])
      expect(await lettersTo(to)).toHaveLength(1)
      const versions = (await user.get('/contract/documents', { id: contract_id })).body.data
      expect(versions).toHaveLength(1)
    }
  })
})
