import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { todayOf } from '#server/kit/http/context.ts'
import type { Client } from '#tests/support/client.ts'
import { draftWithBill, suppliedAccount } from '#tests/support/supplied.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let accounting: Client
let admin: Client
let sequence = 100

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  accounting = await world.as('accounting')
  admin = await world.as('admin')
  await world.owner.query('update organisations set bank_account_number = $2 where id = $1', [
    world.organisations[0],
    makeBankAccount('02', '0012'),
  ])
})
afterAll(() => world.close())

const today = () => todayOf(world)

/** An approved payment of an approved bill of $115.00. */
async function payment(given: Record<string, unknown> = {}, approve = true) {
  sequence += 1
  const bank_account_number = makeBankAccount('01', '0902', sequence)
  const account = await suppliedAccount(admin, {
    supplier: { name: `Retailer ${sequence}`, bank_account_number, ...given },
  })
  const lines = [{ name: 'Energy', quantity: '1', rate: '100.00' }]
  const number = { supplier_statement_number: `STATEMENT-${sequence}` }
  const bill = { ...number, ppd_percent: '0', lines }
  const { bill_id } = await draftWithBill(accounting, account, bill, { lines })
  expect((await accounting.post('/bill/approve', { id: bill_id })).status).toBe(200)
  const made = await accounting.put('/billpayment', {
    bill_id,
    amount_incl_gst: '115.00',
    payment_date: today(),
  })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data
  if (approve) expect((await accounting.post('/billpayment/approve', { id })).status).toBe(200)
  return { id: Number(id), bill_id, bank_account_number }
}

const write = (ids: number[], layout = 'bnz', who = accounting) =>
  who.post('/billpayments/file', { ids, layout, payment_date: today() })

test('approved payments leave in one file and are paid from then on', async () => {
  const [one, two] = [await payment(), await payment()]
  const reply = await write([one.id, two.id])
  expect(reply.status, reply.text).toBe(200)
  expect(reply.headers['content-disposition']).toContain('.afi')
  const lines = reply.text.split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[1]).toContain(`2,${one.bank_account_number},50,11500,`)
  expect(lines[3]).toMatch(/^3,23000,2,\d{11}$/)
  const rows = await Promise.all(
    [one, two].map(async ({ id }) => (await user.get('/billpayment', { id })).body.data),
  )
  expect(rows[0]).toMatchObject({ payment_status: 'paid' })
  expect(rows[0].batch).toBe(rows[1].batch)
  expect((await user.get('/bill', { id: one.bill_id })).body.data.bill_status).toBe('paid')
  const again = await accounting.get('/billpayments/file', {
    batch: rows[0].batch,
    layout: 'bnz',
  })
  expect(again.text).toBe(reply.text)
  // The same payments in another file would be paid twice.
  expect((await write([one.id])).status).toBe(476)
})

const fetchAgain = (batch: string) => accounting.get('/billpayments/file', { batch, layout: 'bnz' })
const batchOf = async (id: number): Promise<string> =>
  (await user.get('/billpayment', { id })).body.data.batch

test('a file fetched again says what it said, wherever the supplier’s account is by now', async () => {
  const { id, bill_id, bank_account_number } = await payment()
  const written = await write([id])
  const batch = await batchOf(id)
  const { supplier_id } = (await user.get('/bill', { id: bill_id })).body.data
  const known = (await admin.get('/supplier', { id: supplier_id })).body.data
  const change = { id: supplier_id, version: known.version, name: 'Renamed' }
  const moved = await admin.post('/supplier', {
    ...change,
    bank_account_number: makeBankAccount('03', '0123', 77),
  })
  expect(moved.status, moved.text).toBe(261)
  const again = await fetchAgain(batch)
  expect(again.text).toBe(written.text)
  expect(again.text).toContain(bank_account_number)
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query(
    `select actor_name, reason from history where object_class = 'billpayment'
     and object_id = $1 and action = 'download'`,
    [id],
  )
  expect(rows).toEqual([{ actor_name: 'accounting Test', reason: batch }])
})

test('a file is not fetched again once a payment of it is undone', async () => {
  const [one, two] = [await payment(), await payment()]
  await write([one.id, two.id])
  const batch = await batchOf(one.id)
  const returned = { id: one.id, reason: 'The account is closed' }
  expect((await accounting.post('/billpayment/returned', returned)).status).toBe(200)
  const refused = await fetchAgain(batch)
  expect(refused.status, refused.text).toBe(476)
  expect(refused.body.message).toMatch(/the payment to Retailer \d+ is approved by now/)
  // Paid anew on the same day it stands in a file of another name.
  expect((await write([one.id])).status).toBe(200)
  expect(await batchOf(one.id)).not.toBe(batch)
  expect((await fetchAgain(batch)).status).toBe(476)
  expect((await fetchAgain(await batchOf(one.id))).status).toBe(200)
})

test('each layout writes its own file', async () => {
  for (const layout of ['anz', 'asb', 'westpac']) {
    const { id } = await payment()
    const reply = await write([id], layout)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.text).toContain('115')
  }
})

test('a batch with one payment that must not go out pays none of them', async () => {
  const good = await payment()
  const disputed = await payment()
  await scope(world.owner, world.organisations[0])
  await world.owner.query('update bills set is_withheld = true where id = $1', [disputed.bill_id])
  const draft = await payment({}, false)
  const homeless = await payment({ bank_account_number: null })
  const reply = await write([good.id, disputed.id, draft.id, homeless.id])
  expect(reply.status).toBe(476)
  expect(reply.body.info.refused.map((one: { id: number }) => one.id).sort()).toEqual(
    [disputed.id, draft.id, homeless.id].sort(),
  )
  expect(reply.body.message).toContain('disputed')
  expect((await user.get('/billpayment', { id: good.id })).body.data.payment_status).toBe(
    'approved',
  )
})

test('only accounting writes files, and never another organisation’s payments', async () => {
  const { id } = await payment()
  expect((await write([id], 'bnz', user)).status).toBe(403)
  const foreign = await write([id], 'bnz', await world.as('other'))
  expect(foreign.status).toBe(476)
  expect(foreign.text).not.toContain('Retailer')
})

test('each supplier of a batch is told by mail what it is paid for', async () => {
  const one = await payment({ email: 'ledger@retailer.example.co.nz' })
  const other = await payment({ email: null })
  expect((await write([one.id, other.id])).status).toBe(200)
  const { batch } = (await user.get('/billpayment', { id: one.id })).body.data
  const { rows } = await world.owner.query<{ mail_to: string; subject: string; text: string }>(
    'select mail_to, subject, text_plain as text from letters where unique_key like $1',
    [`remittance ${batch} %`],
  )
  expect(rows).toMatchObject([{ mail_to: 'ledger@retailer.example.co.nz' }])
  expect(rows[0]?.subject).toContain(batch)
  expect(rows[0]?.text).toContain(': $115.00')
})
