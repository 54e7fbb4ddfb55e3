import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveJob } from '#server/departure-offices.ts'
import { booksHold, newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { contractOffice, rateOf } from '#tests/support/contracts.ts'
import { falls, waiting } from '#tests/support/falling-database.ts'
import { setUp } from '#tests/support/gateways.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { lettersWhere } from '#tests/support/letters.ts'
import { manyContracts } from '#tests/support/many-contracts.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { everyWarning } from '#tests/support/supplied.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client
let manager: Client

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  await scope(world.owner, world.organisations[0])
})
afterAll(() => world.close())

interface Customer {
  id: number
  email: string
}

/** A draft of $103.50 for somebody of their own; approved where that is wanted. */
async function draft(isApproved = false, given: Record<string, unknown> = {}) {
  const customer = (await newCustomer(manager, given)) as unknown as Customer
  const made = await accounting.put('/invoice', {
    customer_id: customer.id,
    lines: [{ name: 'Energy', quantity: '1', rate: '100.00', unit: 'each' }],
    discount_percent: '10',
  })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data
  if (isApproved) {
    const approved = await accounting.post('/invoice/approve', { id, acknowledge: everyWarning })
    expect(approved.status, approved.text).toBe(200)
  }
  return { id: id as number, customer }
}

const statusOf = async (id: number) =>
  (await accounting.get('/invoice', { id })).body.data.invoice_status
const rowsOf = (...ids: number[]) => ids.map((id) => ({ id }))
const lettersTo = (email: string) => lettersWhere(world.owner, 'mail_to = $1', [email])
const pass = () => runQueue(world, { clock: world.clock })

async function hold(body: object, client = accounting) {
  const held = await client.put('/departure', body)
  expect(held.status, held.text).toBe(201)
  return held.body.data
}

const stateOf = async (id: number): Promise<Record<string, string>> => {
  const { items } = (await accounting.get('/departure', { id })).body.data
  return Object.fromEntries(
    items.map((one: { record_id: number; state: string }) => [one.record_id, one.state]),
  )
}

test('the last look names customers, amounts, recipients and words, and leaves nothing behind', async () => {
  const { id, customer } = await draft(true)
  const posted = await draft(true, { email: null, receive_mail_invoices: true })
  const looked = await accounting.post('/departure/preview', {
    action: 'send',
    ids: [id, posted.id],
  })
  expect(looked.status, looked.text).toBe(200)
  expect(looked.body.info).toMatchObject({ count: 2, amount: '207.00', typed_above: 20 })
  expect(looked.body.data).toMatchObject([
    { id, amount: '103.50', recipients: [customer.email], obstacle: null },
    { id: posted.id, recipients: ['by post'], obstacle: null },
  ])
  const before = await world.owner.query(
    'select (select count(*) from messages) m, (select count(*) from transactions) t',
  )
  const [look] = (await accounting.post('/departure/look', { action: 'send', ids: [id] })).body.data
  expect(look.problem).toBeNull()
  expect(look.messages).toMatchObject([{ channel: 'email', to: customer.email, withheld: null }])
  expect(look.messages[0].text).toContain('103.50')
  // What opens the page is for the customer alone.
  expect(look.messages[0].text).not.toMatch(/#[\w-]{43}/)
  expect(JSON.stringify(look.document)).toContain('103.50')
  const after = await world.owner.query(
    'select (select count(*) from messages) m, (select count(*) from transactions) t',
  )
  expect(after.rows).toEqual(before.rows)
  expect(await statusOf(id)).toBe('approved')
})

test('what would be withheld says why before anything is sent', async () => {
  const { id, customer } = await draft(true)
  await manager.put('/messageblacklist', { type: 'email', contact: customer.email })
  const asked = { action: 'send', ids: [id] }
  const [look] = (await accounting.post('/departure/look', asked)).body.data
  expect(look.problem).toContain('opted out')
  const to = ['boss@example.co.nz']
  const sms = await accounting.post('/departure/look', { ...asked, options: { to } })
  expect(sms.body.data[0]).toMatchObject({ problem: null, messages: [{ to: to[0] }] })
})

test('an invoice that is held is not sent, booked or numbered anew until its time has come', async () => {
  const { id, customer } = await draft(true)
  const departure = await hold({ action: 'send', rows: rowsOf(id) })
  expect(departure).toMatchObject({ counts: { held: 1 }, seconds_left: 10 })
  expect(await statusOf(id)).toBe('approved')
  expect(await lettersTo(customer.email)).toEqual([])
  const { rows } = await world.owner.query(
    `select extract(epoch from start_after - created_on)::float8 as seconds from pgboss.job
     where name = 'leave' and (data ->> 'departure_id')::int = $1`,
    [departure.id],
  )
  expect(rows[0]?.seconds).toBeGreaterThan(9)
  await pass()
  expect(await statusOf(id)).toBe('invoiced')
  expect(await lettersTo(customer.email)).toHaveLength(1)
  expect(await stateOf(departure.id)).toEqual({ [id]: 'left' })
  const late = await accounting.post('/departure/takeback', { id: departure.id })
  expect(late.status, late.text).toBe(476)
  await booksHold(world, customer.id)
})

test('what is taken back in time never leaves, and the rest does', async () => {
  const [one, two] = [await draft(true), await draft(true)]
  const departure = await hold({ action: 'send', rows: rowsOf(one.id, two.id) })
  const back = await accounting.post('/departure/takeback', { id: departure.id, ids: [one.id] })
  expect(back.status, back.text).toBe(200)
  await pass()
  expect(await stateOf(departure.id)).toEqual({ [one.id]: 'taken_back', [two.id]: 'left' })
  expect(await statusOf(one.id)).toBe('approved')
  expect(await statusOf(two.id)).toBe('invoiced')
  expect(await lettersTo(one.customer.email)).toEqual([])
  // It can be sent again afterwards, as if nothing had been.
  await hold({ action: 'send', rows: rowsOf(one.id) })
  await pass()
  expect(await statusOf(one.id)).toBe('invoiced')
})

test('drafts are checked, one is left out with its reason, and the history tells of it', async () => {
  const [one, two] = [await draft(), await draft()]
  const reason = 'The meter was read twice'
  const options = { acknowledge: everyWarning }
  const left_out = [{ id: two.id, reason }]
  const rows = rowsOf(one.id, two.id)
  const departure = await hold({ action: 'approve_send', rows, left_out, options })
  await pass()
  expect(await stateOf(departure.id)).toEqual({ [one.id]: 'left', [two.id]: 'left_out' })
  expect(await statusOf(one.id)).toBe('invoiced')
  expect(await statusOf(two.id)).toBe('draft')
  const told = await accounting.get('/history', { object_class: 'invoice', object_id: two.id })
  expect(told.body.data[0]).toMatchObject({ action: 'leaveout', reason })
})

test('above the limit the number is typed, and it must be the one that leaves', async () => {
  const admin = await world.as('admin')
  await setUp(admin, { count_typed_above: 1 })
  const rows = rowsOf((await draft()).id, (await draft()).id)
  const body = { action: 'approve', rows, options: { acknowledge: everyWarning } }
  for (const count of [undefined, 1, 3]) {
    const refused = await accounting.put('/departure', { ...body, count })
    expect(refused.status, refused.text).toBe(400)
    expect(refused.body.errors[0].field).toBe('count')
  }
  await hold({ ...body, count: 2 })
  await setUp(admin, { count_typed_above: 20 })
  await pass()
  for (const { id } of rows) expect(await statusOf(id)).toBe('approved')
})

test('two clerks never send the same invoice, and only its sender or a manager takes it back', async () => {
  const { id, customer } = await draft(true)
  const departure = await hold({ action: 'send', rows: rowsOf(id) })
  const second = await manager.put('/departure', { action: 'send', rows: rowsOf(id) })
  expect(second.status, second.text).toBe(476)
  expect(second.body.message).toContain('is sending INV-')
  const user = await world.as('user')
  expect((await user.post('/departure/takeback', { id: departure.id })).status).toBe(403)
  const other = await world.as('other')
  expect((await other.post('/departure/takeback', { id: departure.id })).status).toBe(404)
  expect((await other.get('/departure', { id: departure.id })).status).toBe(404)
  expect((await manager.post('/departure/takeback', { id: departure.id })).status).toBe(200)
  await pass()
  expect(await lettersTo(customer.email)).toEqual([])
  // Whoever may not send is told so before anything is held.
  const refused = await user.put('/departure', { action: 'send', rows: rowsOf(id) })
  expect(refused.status, refused.text).toBe(403)
})

test('what was changed after the last look stays behind and says so', async () => {
  const { id } = await draft()
  const { version } = (await accounting.get('/invoice', { id })).body.data
  const rows = [{ id, version }]
  const departure = await hold({ action: 'approve_send', rows })
  const changed = await accounting.post('/invoice', { id, version, notes: 'Ask first' })
  expect(changed.status, changed.text).toBe(261)
  await pass()
  expect(await stateOf(departure.id)).toEqual({ [id]: 'refused' })
  expect(await statusOf(id)).toBe('draft')
})

test('whichever of leaving and taking back comes first, exactly one of them happens', async () => {
  for (const first of ['leave', 'takeback'] as const) {
    const { id, customer } = await draft(true)
    const { id: departure_id } = await hold({ action: 'send', rows: rowsOf(id) })
    const leaving = () =>
      leaveJob.run(jobContext(world), { organisation_id: world.organisations[0], departure_id })
    const takingBack = () => accounting.post('/departure/takeback', { id: departure_id })
    // The one that comes first holds the departure; the other waits for it, and finds it decided.
    await world.owner.query('begin')
    await world.owner.query('select from departures where id = $1 for update', [departure_id])
    const works = first === 'leave' ? [leaving, takingBack] : [takingBack, leaving]
    const running: Promise<unknown>[] = []
    for (const [place, work] of works.entries()) {
      running.push(work())
      await expect.poll(() => waiting(world), { interval: 5 }).toBe(place + 1)
    }
    await world.owner.query('commit')
    const done = await Promise.all(running)
    const isSent = (await statusOf(id)) === 'invoiced'
    const answer = done[first === 'leave' ? 1 : 0] as { status: number }
    expect([isSent, answer.status]).toEqual(first === 'leave' ? [true, 476] : [false, 200])
    expect(await lettersTo(customer.email)).toHaveLength(isSent ? 1 : 0)
    await booksHold(world, customer.id)
  }
  await pass()
})

test('a server that falls while rows leave sends each of them once', async () => {
  for (const side of ['before', 'after'] as const) {
    const drafts = [await draft(true), await draft(true), await draft(true)]
    const rows = rowsOf(...drafts.map(({ id }) => id))
    const { id: departure_id } = await hold({ action: 'send', rows })
    const payload = { organisation_id: world.organisations[0], departure_id }
    const falling = jobContext(world, { database: falls(world.database, 2, side) })
    await expect(leaveJob.run(falling, payload)).rejects.toThrow('terminated')
    const states = Object.values(await stateOf(departure_id))
    expect(states.filter((state) => state === 'left')).toHaveLength(side === 'before' ? 1 : 2)
    await leaveJob.run(jobContext(world), payload)
    await pass()
    for (const { id, customer } of drafts) {
      expect(await statusOf(id)).toBe('invoiced')
      expect(await lettersTo(customer.email)).toHaveLength(1)
      await booksHold(world, customer.id)
    }
  }
})

test('a mistake with one row keeps that one back, not those behind it', async () => {
  const [one, two] = [await draft(true), await draft(true)]
  const { id } = await hold({ action: 'send', rows: rowsOf(one.id, two.id) })
  const payload = { organisation_id: world.organisations[0], departure_id: id }
  const database = falls(world.database, 1, 'before', 'A line too few')
  await leaveJob.run(jobContext(world, { database }), payload)
  await pass()
  expect(await stateOf(id)).toEqual({ [one.id]: 'refused', [two.id]: 'left' })
})

test('what is held is found again, and whoever is sure need not wait', async () => {
  const { id } = await draft(true)
  const departure = await hold({ action: 'send', rows: rowsOf(id) })
  const { data: mine } = (await accounting.get('/departures')).body
  expect(mine).toMatchObject([{ id: departure.id, items: [{ record_id: id, state: 'held' }] }])
  expect((await manager.get('/departures')).status).toBe(260)
  const now = await accounting.post('/departure/now', { id: departure.id })
  expect(now.body.data, now.text).toMatchObject({ seconds_left: 0 })
  await pass()
  expect(await statusOf(id)).toBe('invoiced')
  expect((await accounting.get('/departures')).status).toBe(260)
  expect((await accounting.post('/departure/now', { id: departure.id })).status).toBe(476)
})

test('of many, those that cannot leave say why at once and the others leave', async () => {
  const [one, two] = [await draft(true), await draft()]
  const asked = { action: 'send', ids: [two.id, one.id] }
  const looked = await accounting.post('/departure/preview', asked)
  expect(looked.body.info.count).toBe(1)
  expect(looked.body.data).toMatchObject([{ id: one.id, obstacle: null }, { id: two.id }])
  expect(looked.body.data[1].obstacle).toContain('the invoice is draft')
  const departure = await hold({ action: 'send', rows: rowsOf(two.id, one.id) })
  expect(departure.counts).toMatchObject({ held: 1, refused: 1 })
  await pass()
  expect(await stateOf(departure.id)).toEqual({ [one.id]: 'left', [two.id]: 'refused' })
  const nothing = await accounting.put('/departure', { action: 'send', rows: rowsOf(two.id) })
  expect(nothing.status, nothing.text).toBe(476)
})

test('a notice of new rates is looked at, held and told once', async () => {
  const office = await contractOffice(world)
  const contract = await office.draft()
  const rate = await accounting.put('/rate', rateOf(contract.id, { rate_name: 'Day' }))
  expect(rate.status, rate.text).toBe(201)
  await accounting.post('/contract/activate', { id: contract.id, reason: 'Migrated' })
  const given = { valid_from_date: '2029-01-01', rates: [{ rate_name: 'Day', rate_amount: '0.3' }] }
  const made = await accounting.post('/contract/addrateupdates', { id: contract.id, ...given })
  expect(made.status, made.text).toBeLessThan(300)
  const { data: updates } = (await accounting.get('/rateupdates', { contract_id: contract.id }))
    .body
  const ids = updates.map((one: { id: number }) => one.id)
  const [look] = (await accounting.post('/departure/look', { action: 'notice', ids })).body.data
  expect(look).toMatchObject({ problem: null, messages: [{ channel: 'email' }] })
  expect(look.messages[0].text).toContain('0.3')
  const departure = await hold({ action: 'notice', rows: rowsOf(...ids) })
  await pass()
  expect(await stateOf(departure.id)).toEqual({ [ids[0]]: 'left' })
  const again = await accounting.put('/departure', { action: 'notice', rows: rowsOf(...ids) })
  expect(again.status, again.text).toBe(476)
  expect(again.body.message).toContain('told already')
})

test('a reminder is held too, and one that care forbids says so in the last look', async () => {
  const { id: customer_id, email } = await newCustomer(manager)
  const past = { due_date: '2026-10-01', discounted_date: '2026-10-01' }
  const { id } = await sentInvoice(accounting, customer_id, past)
  const asked = { action: 'remind', ids: [id] }
  const [look] = (await accounting.post('/departure/look', asked)).body.data
  expect(look).toMatchObject({ problem: null, messages: [{ to: email }] })
  const { data: row } = (await manager.get('/customer', { id: customer_id })).body
  const hardship = { id: customer_id, version: row.version, in_hardship: true }
  expect((await manager.post('/customer', hardship)).status).toBe(261)
  const [kept] = (await accounting.post('/departure/look', asked)).body.data
  expect(kept.problem).toContain('hardship')
  const refused = await accounting.put('/departure', { action: 'remind', rows: rowsOf(id) })
  expect(refused.status, refused.text).toBe(476)
  expect((await lettersTo(String(email))).map(({ subject }) => subject)).toHaveLength(1)
})

test('a billing run goes without the rows that were left out or taken back, and keeps why', async () => {
  const contract_ids = await manyContracts(world.owner, world.organisations[0], 4, 1)
  const made = await accounting.put('/billingrun', { contract_ids, billed_to_date: '2026-10-31' })
  const run = made.body.data.id
  await pass()
  const acknowledge = everyWarning
  const preview = { action: 'run_approve', ids: [run] }
  const drafts = (await accounting.post('/departure/preview', preview)).body.data
  expect(drafts).toHaveLength(4)
  const [first, second] = drafts as { id: number }[]
  const reason = 'The reading looks wrong'
  const left_out = [{ id: first?.id, reason }]
  await hold({ action: 'run_approve', rows: rowsOf(run), left_out, options: { acknowledge } })
  await pass()
  const itemsOf = async () =>
    (await accounting.get('/billingrun/items', { id: run })).body.data.map(
      (one: Record<string, unknown>) => [one.invoice_id, one.item_status, one.left_out],
    )
  expect(await itemsOf()).toContainEqual([first?.id, 'made', reason])
  const departure = await hold({ action: 'run_send', rows: rowsOf(run) })
  expect(departure.counts).toMatchObject({ held: 3 })
  await accounting.post('/departure/takeback', { id: departure.id, ids: [second?.id] })
  await pass()
  const items = await itemsOf()
  expect(items).toContainEqual([second?.id, 'approved', 'Taken back.'])
  expect(items.filter(([, status]: string[]) => status === 'sent')).toHaveLength(2)
  const told = await accounting.get('/history', { object_class: 'billingrun', object_id: run })
  expect(told.body.data[0].reason).toBe('1 left out: Taken back.')
  // What was left out is asked about again, and goes with the next sending.
  const next = await accounting.post('/departure/preview', { action: 'run_send', ids: [run] })
  expect(next.body.data).toMatchObject([{ id: second?.id, left_out: 'Taken back.' }])
  await hold({ action: 'run_send', rows: rowsOf(run) })
  await pass()
  expect(await statusOf(second?.id ?? 0)).toBe('invoiced')
})
