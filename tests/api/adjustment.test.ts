import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { adjustedBy, because, debt, goodwill, paidBy } from '#tests/support/adjusting.ts'
import {
  booksHold,
  newCustomer,
  passWorkingDays,
  runJob,
  sentInvoice,
} from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { dayIn } from '#tests/support/days.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let accounting: Client
let manager: Client
let customer_id: number

beforeAll(async () => {
  world = await makeWorld()
  await signIn()
})
afterAll(() => world.close())
beforeEach(async () => {
  await scope(world.owner, world.organisations[0])
  customer_id = (await newCustomer(user)).id
})

async function signIn() {
  user = await world.as('user')
  accounting = await world.as('accounting')
  manager = await world.as('manager')
}

/** Sessions end while the days pass. */
async function daysPass(count: number) {
  passWorkingDays(world, count)
  await signIn()
}

const adjusted = (given: object, client = manager) => adjustedBy(client, customer_id, given)

const adjustment = async (id: number) => (await user.get('/adjustment', { id })).body.data
const invoice = async (id: number) => (await user.get('/invoice', { id })).body.data
const customer = async () => (await user.get('/customer', { id: customer_id })).body.data

const paid = (amount: string, more: object = {}) =>
  paidBy({ client: accounting, world }, customer_id, amount, more)

/** The lines an adjustment has booked, by account. */
async function booked(adjustment_id: number): Promise<Record<string, string>> {
  const { rows } = await world.owner.query(
    `select a.account, sum(a.amount)::text as amount from accounttransactions a
     where a.adjustment_id = $1 group by a.account having sum(a.amount) <> 0`,
    [adjustment_id],
  )
  return Object.fromEntries(rows.map((row) => [row.account, row.amount]))
}

const golden: [string, object, Record<string, string>][] = [
  ['a debt from before', debt, { 1100: '50.00', 3000: '-50.00' }],
  ['a debt from before with GST', { ...debt, with_gst: true }, { 1100: '50.00', 3000: '-50.00' }],
  ['credit from before', { ...debt, side: 'credit' }, { 2100: '-50.00', 3000: '50.00' }],
  ['goodwill', goodwill, { 2100: '-50.00', 6000: '50.00' }],
  [
    'goodwill with GST',
    { ...goodwill, with_gst: true },
    { 2100: '-50.00', 2300: '6.52', 6000: '43.48' },
  ],
  [
    'a correction to pay',
    { ...debt, kind: 'correction', with_gst: true },
    { 1100: '50.00', 2300: '-6.52', 4010: '-43.48' },
  ],
  [
    'a correction in the customer’s favour',
    { ...debt, kind: 'correction', side: 'credit' },
    { 2100: '-50.00', 4010: '50.00' },
  ],
]

test.each(golden)('%s is booked as the books have it', async (_, given, lines) => {
  const made = await adjusted(given)
  expect(made.adjustment_number).toMatch(/^ADJ-\d+$/)
  expect(await booked(made.id)).toEqual(lines)
  const isDebt = lines[1100] !== undefined
  expect(made).toMatchObject({
    adjustment_status: isDebt ? 'invoiced' : 'paid',
    balance: isDebt ? '50.00' : '0.00',
    credit_left: isDebt ? '0.00' : '50.00',
    adjustment_date: todayOf(world),
    due_date: isDebt ? todayOf(world) : null,
  })
  expect((await customer()).balance_total).toBe(isDebt ? '50.00' : '-50.00')
  await booksHold(world, customer_id)
})

test('goodwill is used up by the next invoice, and the rest by the one after it', async () => {
  const given = await adjusted({ ...goodwill, amount: '150.00' })
  const first = await sentInvoice(accounting, customer_id)
  expect(first).toMatchObject({
    opening_balance: '-150.00',
    invoice_status: 'paid',
    balance: '0.00',
  })
  expect((await adjustment(given.id)).credit_left).toBe('46.50')
  const second = await sentInvoice(accounting, customer_id)
  expect(second).toMatchObject({ discounted_total: '57.00', balance: '57.00' })
  expect((await adjustment(given.id)).credit_left).toBe('0.00')
  const used = (await user.get('/allocations', { credit_adjustment_id: given.id })).body.data
  expect(
    used.map((one: { invoice_id: number; amount: string }) => [one.invoice_id, one.amount]),
  ).toEqual([
    [first.id, '103.50'],
    [second.id, '46.50'],
  ])
  await paid('57.00')
  expect((await customer()).balance_total).toBe('0.00')
  await booksHold(world, customer_id)
})

test('a debt that is overdue is carried by the next page and paid with it', async () => {
  const owed = await adjusted({ ...debt, amount: '72.05', due_date: '2026-10-01' })
  expect(await customer()).toMatchObject({ balance_overdue: '72.05', balance_total: '72.05' })
  const page = await sentInvoice(accounting, customer_id)
  expect(page).toMatchObject({ opening_balance: '72.05', discounted_total: '175.55' })
  expect(page.page_items).toEqual([
    {
      invoice_id: null,
      adjustment_id: owed.id,
      invoice_number: owed.adjustment_number,
      due_date: '2026-10-01',
      balance: '72.05',
    },
  ])
  // What one page asks for, another sent before it is due does not.
  expect((await sentInvoice(accounting, customer_id)).opening_balance).toBe('0.00')
  await paid('175.55', { reference: page.invoice_number })
  expect(await adjustment(owed.id)).toMatchObject({ adjustment_status: 'cleared', balance: '0.00' })
  expect(await invoice(page.id)).toMatchObject({ balance: '0.00', ppd_state: 'earned' })
  await booksHold(world, customer_id)
})

test('a debt that is not due yet is on no page, and becomes overdue in its night', async () => {
  const due_date = Temporal.PlainDate.from(todayOf(world)).add({ days: 2 }).toString()
  await adjusted({ ...debt, due_date })
  expect((await sentInvoice(accounting, customer_id)).opening_balance).toBe('0.00')
  expect((await customer()).balance_overdue).toBe('0.00')
  await daysPass(3)
  await runJob(world, settleDiscounts)
  expect((await customer()).balance_overdue).toBe('50.00')
  const { data } = (await accounting.get('/report', { name: 'receivables', limit: 500 })).body
  expect(data.find((one: { key: string }) => one.key === String(customer_id)).values).toMatchObject(
    {
      days_1_30: '50.00',
      current: '103.50',
      total: '153.50',
    },
  )
  await booksHold(world, customer_id)
})

test('money that names an adjustment pays it before what is older', async () => {
  const older = await adjusted({ ...debt, due_date: '2026-09-01' })
  const named = await adjusted({ ...debt, amount: '30.00', due_date: '2026-10-01' })
  const money = await paid('30.00', { reference: `Paying ${named.adjustment_number}` })
  expect(money).toMatchObject({ adjustment_id: named.id, invoice_id: null })
  expect((await adjustment(named.id)).balance).toBe('0.00')
  expect((await adjustment(older.id)).balance).toBe('50.00')
  await booksHold(world, customer_id)
})

test('money is put on an adjustment by hand, taken off it and paid back out of it', async () => {
  const page = await sentInvoice(accounting, customer_id)
  const owed = await adjusted({ ...debt, due_date: dayIn(57) })
  const { id } = await paid('50.00')
  expect((await invoice(page.id)).balance).toBe('53.50')
  const to = { id, adjustment_id: owed.id }
  const put = await accounting.post('/invoicepayment/allocate', { ...to, amount: '50.00' })
  expect(put.status, put.text).toBe(200)
  expect(await adjustment(owed.id)).toMatchObject({ adjustment_status: 'cleared', balance: '0.00' })
  expect((await invoice(page.id)).balance).toBe('103.50')
  await booksHold(world, customer_id)
  const back = await accounting.post('/invoicepayment/refund', {
    ...to,
    amount: '20.00',
    ...because,
  })
  expect(back.status, back.text).toBe(200)
  expect((await adjustment(owed.id)).balance).toBe('20.00')
  expect((await accounting.post('/invoicepayment/unallocate', to)).status).toBe(200)
  expect((await adjustment(owed.id)).balance).toBe('50.00')
  await booksHold(world, customer_id)
})

test('what is paid back out of an invoice is owed on it again, and no more', async () => {
  const page = await sentInvoice(accounting, customer_id)
  const { id } = await paid('103.50')
  const back = { id, invoice_id: page.id, amount: '20.00', ...because }
  expect((await accounting.post('/invoicepayment/refund', back)).status).toBe(200)
  expect(await invoice(page.id)).toMatchObject({ balance: '20.00', ppd_state: 'earned' })
  await booksHold(world, customer_id)
})

test('an adjustment is reversed while nothing lies on it, and not any more afterwards', async () => {
  const owed = await adjusted(debt)
  const given = await adjusted(goodwill)
  // The one settles the other.
  expect(await adjustment(owed.id)).toMatchObject({ balance: '0.00', adjustment_status: 'paid' })
  for (const { id } of [owed, given])
    expect((await manager.post('/adjustment/reverse', { id, ...because })).status).toBe(476)
  const another = await adjusted({ ...goodwill, with_gst: true })
  const reply = await manager.post('/adjustment/reverse', { id: another.id, ...because })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.data).toMatchObject({ adjustment_status: 'cancelled', credit_left: '0.00' })
  expect(await booked(another.id)).toEqual({})
  expect((await customer()).balance_total).toBe('0.00')
  await booksHold(world, customer_id)
})

test('a held debt is asked for by nobody, and gets its days back when it is released', async () => {
  const due_date = Temporal.PlainDate.from(todayOf(world)).add({ days: 4 }).toString()
  const { id } = await adjusted({ ...debt, due_date })
  expect((await accounting.post('/adjustment/hold', { id, ...because })).status).toBe(200)
  await daysPass(10)
  await paid('20.00')
  expect((await adjustment(id)).balance).toBe('50.00')
  expect((await sentInvoice(accounting, customer_id)).page_items).toEqual([])
  const released = await accounting.post('/adjustment/release', { id })
  expect(released.status, released.text).toBe(200)
  expect(released.body.data.due_date > todayOf(world)).toBe(true)
  await booksHold(world, customer_id)
})

test('a debt is written off with its GST, and paid after all undoes that first', async () => {
  const owed = await adjusted({ ...debt, kind: 'correction', with_gst: true, amount: '115.00' })
  const given = await manager.post('/adjustment/writeoff', { id: owed.id, ...because })
  expect(given.body.data, given.text).toMatchObject({
    adjustment_status: 'cleared',
    balance: '0.00',
    written_off: '115.00',
  })
  expect(await booked(owed.id)).toEqual({ 4010: '-100.00', 6000: '100.00' })
  await paid('46.00', { adjustment_id: owed.id })
  expect((await adjustment(owed.id)).written_off).toBe('69.00')
  expect(await booked(owed.id)).toMatchObject({ 4010: '-100.00', 6000: '60.00', 2300: '-6.00' })
  await booksHold(world, customer_id)
})

// Shows: T14, V2.3.2
test('accounting gives goodwill up to the limit of refunds; the rest is a manager’s', async () => {
  await adjusted({ ...goodwill, amount: '1000.00' }, accounting)
  const refused = [
    await accounting.put('/adjustment', { customer_id, ...goodwill, amount: '1000.01' }),
    await accounting.put('/adjustment', { customer_id, ...debt, amount: '1.00' }),
    await user.put('/adjustment', { customer_id, ...goodwill, amount: '1.00' }),
  ]
  expect(refused.map((reply) => reply.status)).toEqual([403, 403, 403])
  // One person is enough, however much it is.
  await adjusted({ ...goodwill, amount: '20000.00' })
})

test('what makes no adjustment is refused by its field', async () => {
  const errors = async (given: object) => {
    const reply = await manager.put('/adjustment', {
      customer_id,
      ...goodwill,
      amount: '5.00',
      ...given,
    })
    expect(reply.status, reply.text).toBe(400)
    return reply.body.errors.map((error: { field: string }) => error.field)
  }
  expect(await errors({ kind: 'returned_refund' })).toEqual(['kind'])
  expect(await errors({ side: 'debit' })).toEqual(['side'])
  expect(await errors({ amount: '0.00' })).toEqual(['amount'])
  expect(await errors({ amount: '-5.00' })).toEqual(['amount'])
  expect(await errors({ due_date: '2026-12-01' })).toEqual(['due_date'])
  expect(await errors({ adjustment_number: 'ADJ-1' })).toEqual(['adjustment_number'])
})

test.each([1000, 1010, 1100, 1190, 1210, 2000, 2100, 2400])(
  'nobody books on account %i by hand: an adjustment does',
  async (account) => {
    const reply = await manager.put('/transaction', {
      customer_id,
      lines: [
        { account, amount: '72.05' },
        { account: 4010, amount: '-72.05' },
      ],
      reason: 'Owed from before',
    })
    expect(reply.status, reply.text).toBe(476)
    expect(reply.body.message).toContain('Use an adjustment instead.')
  },
)

test('a statement names adjustments by their numbers, and tells what is open on them', async () => {
  const owed = await adjusted({ ...debt, amount: '72.05', due_date: '2026-10-01' })
  const words = pdfText((await user.get('/customer/statement', { id: customer_id })).bytes)
  expect(words.replace(/\s+/g, ' ')).toContain(`Balance from before ${owed.adjustment_number}`)
  expect(words).toContain('72.05')
})

test('a credit with GST is told as a supply correction, and so is taking it back', async () => {
  const mails = async () => {
    const { rows } = await world.owner.query<{ subject: string; text_plain: string }>(
      `select m.subject, m.text_plain from letters m join customers c on lower(c.email) = m.mail_to
       where c.id = $1 and m.unique_key like 'adjustment %' order by m.id`,
      [customer_id],
    )
    return rows
  }
  await adjusted(goodwill)
  await adjusted({ ...debt, side: 'credit', with_gst: true })
  expect(await mails()).toEqual([])
  const given = await adjusted({ ...goodwill, amount: '23.00', with_gst: true })
  const [told] = await mails()
  expect(told?.subject).toContain(`Supply correction information ${given.adjustment_number}`)
  expect(told?.text_plain).toContain('goes down by $20.00, and its GST by $3.00.')
  expect(told?.text_plain).toContain('GST number 49-091-850')
  await manager.post('/adjustment/reverse', { id: given.id, ...because })
  expect((await mails())[1]?.text_plain).toContain('goes up again by $20.00')
})
