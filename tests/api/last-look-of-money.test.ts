import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { billingRows } from '#tests/support/billing-rows.ts'
import type { Client } from '#tests/support/client.ts'
import { commissionOffice, inTime } from '#tests/support/commissioned.ts'
import { letLeave } from '#tests/support/run-queue.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

let world: World
let office: Awaited<ReturnType<typeof commissionOffice>>
const DAY_MS = 86_400_000
const REASON = 'They ask about a line'

beforeAll(async () => {
  world = await makeWorld()
  await scope(world.owner, world.organisations[0])
  await world.owner.query("update organisations set gst_number = '49091850' where id = $1", [
    world.organisations[0],
  ])
  office = await commissionOffice(world)
})
beforeEach(() => scope(world.owner, world.organisations[0]))
afterAll(() => world.close())

const leave = () => letLeave(world, { clock: world.clock })

async function held(client: Client, body: object) {
  const reply = await client.put('/departure', body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

/** Partners who earned 2.60 on an invoice and 90.00 for bringing it, with GST 106.49 each. */
async function earners(...given: Record<string, unknown>[]): Promise<number[]> {
  const ids: number[] = []
  for (const more of given) {
    const partner_id = await office.newPartner({
      ...{ partner_rate_standard: '10', signup_commission_unit: 'fixed' },
      ...{ signup_commission_residential: '90.00', signup_commission_commercial: '90.00' },
      ...{ email: 'partner@example.co.nz', bank_account_number: makeBankAccount('01', '0902') },
      ...{ gst_registered: true, gst_number: '49-091-850', bcti_agreed_on: '2026-01-01', ...more },
    })
    const contract = await office.brought({ partner_id })
    const invoice = await office.billed(contract)
    await office.pay(contract.customer_id, invoice, inTime)
    ids.push(partner_id)
  }
  // Statements are of what was earned up to yesterday: a day passes, and people sign in anew.
  world.clock.advance(DAY_MS)
  for (const who of ['user', 'accounting', 'manager'] as const)
    await (office[who] as Client).signIn(who, password)
  return ids
}

const statementsOf = async (partner_id: number) =>
  (
    await world.owner.query<{ id: number; statement_status: string; to_pay: string }>(
      `select id::int, statement_status, to_pay::text from commissionstatements
       where partner_id = $1 and deleted_at is null order by id`,
      [partner_id],
    )
  ).rows
const mailsTo = async (partner_id: number) =>
  (
    await world.owner.query(
      `select recipient, attachment_name from messages where partner_id = $1 and kind = 'commission'`,
      [partner_id],
    )
  ).rows

describe('a commission statement', () => {
  test('is seen as the partner would read it, with its page, before there is any', async () => {
    const [id = 0] = await earners({})
    const asked = { action: 'statement_new', ids: [id] }
    const seen = await office.manager.post('/departure/preview', asked)
    expect(seen.status, seen.text).toBe(200)
    expect(seen.body.info).toMatchObject({ count: 1, amount: '106.49' })
    expect(seen.body.data).toMatchObject([
      { id, party_id: id, recipients: ['partner@example.co.nz'] },
    ])
    const [look] = (await office.manager.post('/departure/look', asked)).body.data
    expect(look).toMatchObject({ problem: null, messages: [{ to: 'partner@example.co.nz' }] })
    expect(look.messages[0].text).toContain('106.49')
    expect(look.messages[0].attachment).toMatch(/^CS-\d{6}\.pdf$/)
    expect(JSON.stringify(look.document)).toContain('13.89')
    expect(await statementsOf(id)).toEqual([])
    expect(await mailsTo(id)).toEqual([])
  })

  test('is held, taken back without a trace, and sent once its time has come', async () => {
    const [id = 0] = await earners({})
    const body = { action: 'statement_new', rows: [{ id }] }
    const first = await held(office.manager, body)
    expect(first).toMatchObject({ seconds_left: 10, counts: { held: 1 } })
    expect((await office.manager.put('/departure', body)).status).toBe(476)
    await office.manager.post('/departure/takeback', { id: first.id })
    await leave()
    expect(await statementsOf(id)).toEqual([])
    await held(office.manager, body)
    await leave()
    expect(await statementsOf(id)).toMatchObject([{ statement_status: 'sent', to_pay: '106.49' }])
    expect(await mailsTo(id)).toMatchObject([{ recipient: 'partner@example.co.nz' }])
  })

  test('of a run is left out with a reason, and one without an address keeps no other back', async () => {
    const ids = await earners({}, {}, { email: null })
    await office.accounting.post('/commissionstatements/run', {})
    const drafts = (await Promise.all(ids.map(statementsOf))).map(([draft]) => draft?.id ?? 0)
    const [sent = 0, left = 0, silent = 0] = drafts
    const rows = drafts.map((id) => ({ id }))
    const seen = await office.manager.post('/departure/preview', {
      action: 'statement',
      ids: drafts,
    })
    expect(seen.body.info).toMatchObject({ count: 2, amount: '212.98' })
    expect(seen.body.data[2]).toMatchObject({
      id: silent,
      obstacle: 'There is no address to send it to.',
    })
    const departure = await held(office.manager, {
      ...{ action: 'statement', rows },
      left_out: [{ id: left, reason: REASON }],
    })
    await leave()
    const told = (await office.manager.get('/departure', { id: departure.id })).body.data
    expect(told.counts).toMatchObject({ left: 1, left_out: 1, refused: 1 })
    expect((await statementsOf(ids[0] ?? 0))[0]).toMatchObject({
      id: sent,
      statement_status: 'sent',
    })
    expect((await statementsOf(ids[1] ?? 0))[0]?.statement_status).toBe('draft')
    const { rows: history } = await world.owner.query(
      `select reason from history where object_class = 'commissionstatement' and object_id = $1
         and action = 'leaveout'`,
      [left],
    )
    expect(history).toEqual([{ reason: REASON }])
  })

  test('that comes to something else by now is looked at again first', async () => {
    const [id = 0] = await earners({})
    const departure = await held(office.manager, { action: 'statement_new', rows: [{ id }] })
    await world.owner.query('update partners set gst_registered = false where id = $1', [id])
    await leave()
    const told = (await office.manager.get('/departure', { id: departure.id })).body.data
    expect(told.items[0].message).toContain('$92.60 is to be paid by now')
    expect(await statementsOf(id)).toEqual([])
  })

  test('is let go by managers alone', async () => {
    const [id = 0] = await earners({})
    const body = { action: 'statement_new', rows: [{ id }] }
    expect((await office.accounting.put('/departure', body)).status).toBe(403)
    const other = await world.as('other')
    expect((await other.put('/departure', body)).status).toBe(404)
  })
})

test('payments to suppliers are approved at once after a last look, without those left out', async () => {
  const admin = await world.as('admin')
  const payment = async () => Number(await billingRows.billpayment?.(admin))
  const ids = [await payment(), await payment(), await payment()]
  const [one = 0, left = 0, done = 0] = ids
  await office.accounting.post('/billpayment/approve', { id: done })
  const asked = { action: 'payment_approve', ids }
  const seen = await office.accounting.post('/departure/preview', asked)
  expect(seen.status, seen.text).toBe(200)
  expect(seen.body.info).toMatchObject({ count: 2 })
  expect(seen.body.data[2]).toMatchObject({
    id: done,
    obstacle: expect.stringContaining('approved'),
  })
  expect((await (await world.as('user')).post('/departure/preview', asked)).status).toBe(403)
  const departure = await held(office.accounting, {
    action: 'payment_approve',
    rows: ids.map((id) => ({ id })),
    left_out: [{ id: left, reason: REASON }],
  })
  expect(departure.seconds_left).toBe(0)
  await leave()
  const { rows } = await world.owner.query(
    'select payment_status from billpayments where id = any($1) order by id',
    [[one, left]],
  )
  expect(rows.map(({ payment_status }) => payment_status)).toEqual(['approved', 'draft'])
})

describe('bills of suppliers', () => {
  test('are approved at once after a last look, without those that were left out', async () => {
    const admin = await world.as('admin')
    const bill = async () => Number(await billingRows.bill?.(admin))
    const ids = [await bill(), await bill(), await bill()]
    const [one = 0, left = 0, done = 0] = ids
    await office.accounting.post('/bill/approve', { id: done })
    const asked = { action: 'bill_approve', ids }
    const seen = await office.accounting.post('/departure/preview', asked)
    expect(seen.status, seen.text).toBe(200)
    expect(seen.body.info).toMatchObject({ count: 2, amount: '184.00' })
    expect(seen.body.data[0]).toMatchObject({ amount: '92.00', recipients: [], warnings: [] })
    expect(seen.body.data[0].party).not.toBe('No supplier')
    expect(seen.body.data[2].obstacle).toContain('the bill is approved')
    const departure = await held(office.accounting, {
      action: 'bill_approve',
      rows: ids.map((id) => ({ id })),
      left_out: [{ id: left, reason: REASON }],
    })
    // Nothing leaves the house, so nothing waits.
    expect(departure.seconds_left).toBe(0)
    await leave()
    const { rows } = await world.owner.query(
      'select id::int, bill_status from bills where id = any($1) order by id',
      [[one, left]],
    )
    expect(rows.map(({ bill_status }) => bill_status)).toEqual(['approved', 'draft'])
    const { rows: history } = await world.owner.query(
      `select reason from history where object_class = 'bill' and object_id = $1
         and action = 'leaveout'`,
      [left],
    )
    expect(history).toEqual([{ reason: REASON }])
  })

  test('with a warning stay drafts until somebody has ticked it, and those with errors stay anyway', async () => {
    const admin = await world.as('admin')
    const ids = [Number(await billingRows.bill?.(admin)), Number(await billingRows.bill?.(admin))]
    const [wrong = 0, warned = 0] = ids
    const change = async (id: number, given: object) => {
      const { version } = (await admin.get('/bill', { id })).body.data
      const changed = await admin.post('/bill', { id, version, ...given })
      expect(changed.status, changed.text).toBe(261)
    }
    await change(wrong, { period_end: null })
    await change(warned, { supplier_due_date: null })
    const seen = await office.accounting.post('/departure/preview', { action: 'bill_approve', ids })
    expect(seen.body.data).toMatchObject([
      { id: warned, obstacle: null, warnings: [{ code: 'W06' }] },
      { id: wrong, obstacle: 'The bill says no period.', warnings: [] },
    ])
    expect(seen.body.info).toMatchObject({ count: 1, warnings: [{ code: 'W06', count: 1 }] })
    const rows = [{ id: warned }]
    const unseen = await office.accounting.put('/departure', { action: 'bill_approve', rows })
    expect(unseen.status, unseen.text).toBe(476)
    const options = { acknowledge: ['W06'] }
    await held(office.accounting, { action: 'bill_approve', rows, options })
    await leave()
    expect((await admin.get('/bill', { id: warned })).body.data.bill_status).toBe('approved')
    expect((await admin.get('/bill', { id: wrong })).body.data.bill_status).toBe('draft')
  })
})
