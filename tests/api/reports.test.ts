import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReportDefinition } from '#domain/reports/report.ts'
import { reports } from '#domain/reports/report-list.ts'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { newCustomer, runJob, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { paidTo } from '#tests/support/owed-to-suppliers.ts'
import {
  readReport,
  received,
  type WorkedExample,
  workedExample,
} from '#tests/support/reporting.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

const DAY_MS = 86_400_000
const dates = { invoice_date: '2026-05-05', due_date: '2026-05-20', discounted_date: '2026-05-20' }
const bill = { supplier_due_date: '2026-05-20' }
const may = { from: '2026-05-01', to: '2026-05-31' }
const cents = (text: unknown) => Math.round(Number(text ?? 0) * 100)

let world: World
let admin: Client
let accounting: Client
let inTime: WorkedExample
let late: WorkedExample

// Two worked examples in May: one customer pays in time, the other does not; we pay both bills in time.
beforeAll(async () => {
  world = await makeWorld()
  world.clock.stopAt(new Date('2026-05-05T00:00:00Z'))
  admin = await world.as('admin')
  inTime = await workedExample(admin, { bill, dates })
  late = await workedExample(admin, { bill, dates })
  await received(admin, inTime, '640.53', '2026-05-05')
  for (const { bill_id } of [inTime, late])
    await paidTo(admin, { bill_id }, '587.78', { payment_date: '2026-05-05' })
  world.clock.advance(20 * DAY_MS)
  await runJob(world, settleDiscounts)
  admin = await world.as('admin')
  accounting = await world.as('accounting')
})
afterAll(() => world.close())

const query = async (text: string, values: unknown[] = []) => {
  await scope(world.owner, world.organisations[0])
  return (await world.owner.query(text, values)).rows
}

describe('aged receivables', () => {
  test('each customer owes what their items come to, less their credit', async () => {
    const { rows, info } = await readReport(accounting, { name: 'receivables' })
    const naive = await query(`select c.id, (coalesce((select sum(balance) from invoices i
        where i.customer_id = c.id and i.invoice_status = 'invoiced'), 0)
      + coalesce((select sum(balance) from adjustments d where d.customer_id = c.id
        and d.adjustment_status = 'invoiced'), 0) - coalesce(c.account_credit, 0))::text as owed
      from customers c`)
    for (const { id, owed } of naive.filter((row) => cents(row.owed) !== 0))
      expect(rows.find(({ key }) => key === String(id))?.values.total).toBe(owed)
    expect(cents(info.totals.total)).toBe(naive.reduce((sum, { owed }) => sum + cents(owed), 0))
    expect(rows.find(({ key }) => key === String(late.customer_id))?.values).toMatchObject({
      days_1_30: '709.75',
      current: '0.00',
    })
    expect(info.agrees.difference).toBe('0.00')
  })

  test('a row opens what it adds up, down to the invoice', async () => {
    const { rows } = await readReport(accounting, { name: 'receivables' })
    const row = rows.find(({ key }) => key === String(late.customer_id))
    const asked = Object.fromEntries(new URL(row?.to ?? '', 'http://x').searchParams)
    const opened = await readReport(accounting, asked)
    expect(opened.info.totals).toEqual(row?.values)
    expect(opened.rows).toMatchObject([
      { name: late.invoice_number, to: `/app/invoice/edit?id=${late.invoice_id}` },
    ])
  })

  test('the books alone give today’s report, and that of an earlier day', async () => {
    const now = await readReport(accounting, { name: 'receivables' })
    const { as_at, known_at } = now.info
    const then = await readReport(accounting, { name: 'receivables', as_at, known_at })
    expect(then.rows.map(({ to: _, ...row }) => row)).toEqual(
      now.rows.map(({ to: _, ...row }) => row),
    )
    const sent = await readReport(accounting, { name: 'receivables', as_at: '2026-05-06' })
    expect(sent.info.totals).toMatchObject({ current: '640.53', total: '640.53' })
    expect(sent.info.agrees.difference).toBe('0.00')
    const before = await readReport(accounting, { name: 'receivables', as_at: '2026-05-04' })
    expect(before.rows).toEqual([])
  })
})

test('a past day has the due dates and the holds of that day, also where it is compared with', async () => {
  const { id: customer_id } = await newCustomer(admin)
  const dueOn = (day: string) => ({ discount_percent: '0', due_date: day, discounted_date: day })
  const late = await sentInvoice(admin, customer_id, dueOn('2026-05-27'))
  const later = await sentInvoice(admin, customer_id, dueOn('2026-06-03'))
  const now = world.clock.now()
  const happened = async (action: 'hold' | 'release', day: string) => {
    world.clock.stopAt(new Date(`${day}T00:00:00Z`))
    const client = await world.as('admin')
    for (const { id } of [late, later]) {
      const reply = await client.post(`/invoice/${action}`, { id, reason: 'A question' })
      expect(reply.status, reply.text).toBe(200)
    }
    await query('alter table history disable trigger user')
    await query(
      `update history set created_at = $1 where object_class = 'invoice' and action = $2
         and object_id = any($3)`,
      [`${day}T00:00:00Z`, action, [late.id, later.id]],
    )
    await query('alter table history enable trigger user')
  }
  const asked = { name: 'receivables', of: `customer:${customer_id}`, group: 'item' }
  const on = async (as_at: string, more: object = {}) =>
    readReport(await world.as('accounting'), { ...asked, as_at, ...more })
  const endOfMay = { days_1_30: '115.00', current: '115.00', held: '0.00' }
  await happened('hold', '2026-06-01')
  expect((await on('2026-05-31')).info.totals).toMatchObject(endOfMay)
  await happened('release', '2026-06-15')
  const before = await on('2026-05-31')
  expect(before.info.totals).toMatchObject(endOfMay)
  expect(before.rows.map(({ detail }) => detail).join(' ')).toContain(', due 03 Jun 2026')
  expect((await on('2026-06-10')).info.totals).toMatchObject({ held: '230.00', days_1_30: '0.00' })
  const june = await on('2026-06-30', { compare: 'before' })
  expect(june.info.totals).toMatchObject({ held: '0.00' })
  expect(june.info.totals_before).toMatchObject(endOfMay)
  world.clock.stopAt(now)
  admin = await world.as('admin')
  accounting = await world.as('accounting')
  for (const { id } of [late, later]) {
    const taken = await admin.post('/invoice/cancel', { id, reason: 'Sent by mistake' })
    expect(taken.status, taken.text).toBe(200)
  }
})

describe('aged payables', () => {
  test('what we owe is what stands on 2000 and 1210', async () => {
    const then = await readReport(accounting, { name: 'payables', as_at: '2026-05-05' })
    const paid = await readReport(accounting, { name: 'payables' })
    expect(paid.info.totals.total).toBe('0.00')
    for (const { info } of [then, paid]) expect(info.agrees.difference).toBe('0.00')
  })
})

describe('margin', () => {
  test('is 35.87 when both sides pay in time, and 96.06 when the customer is late', async () => {
    const { rows, info } = await readReport(admin, { name: 'margin', ...may, group: 'document' })
    const of = ({ invoice_id }: WorkedExample) =>
      rows.find(({ key }) => key === `i${invoice_id}`)?.values
    expect(of(inTime)).toMatchObject({ income: '546.98', cost: '511.11', margin: '35.87' })
    expect(of(late)).toMatchObject({ income: '607.17', cost: '511.11', margin: '96.06' })
    expect(info.totals).toMatchObject({ margin: '131.93', not_costed: '0.00', invoices: 2 })
    expect(info.agrees).toMatchObject({ report: '131.93', difference: '0.00' })
  })

  test('is the same by every group, and each of its groups opens the documents', async () => {
    const whole = await readReport(admin, { name: 'margin', ...may })
    for (const group of Object.keys(reports.margin.groups)) {
      const { rows, info } = await readReport(admin, { name: 'margin', ...may, group })
      expect(info.totals).toEqual(whole.info.totals)
      const sum = rows.reduce((total, { values }) => total + cents(values.margin), 0)
      expect(sum).toBe(cents(info.totals.margin))
    }
  })

  test('an invoice without a bill is not costed, and a bill without an invoice not billed', async () => {
    const { id } = await newCustomer(admin)
    await sentInvoice(admin, id, dates)
    const { info } = await readReport(admin, { name: 'margin', ...may })
    expect(info.totals).toMatchObject({ not_costed: '100.00', margin: '131.93' })
    expect(info.agrees.difference).toBe('0.00')
    expect(await listed()).toEqual({ margin: '131.93', not_costed: '100.00' })
  })

  /** What the list of margins comes to in May, which is what its card shows. */
  async function listed() {
    const days = { 'invoiced_date.gte': may.from, 'invoiced_date.lte': may.to }
    const asked = { ...days, limit: 1, sum: 'margin,not_costed' }
    const { body, text } = await admin.get('/invoicemargins', asked)
    expect(body.info.sums, text).toBeDefined()
    return body.info.sums
  }
})

describe('discounts', () => {
  test('each one that was offered was taken, granted, lost or is open', async () => {
    const { rows, info } = await readReport(accounting, { name: 'discounts', ...may })
    const naive = await query(`select
        sum(undiscounted_total_this_period - discounted_total_this_period)::text as offered,
        sum(undiscounted_total_this_period - discounted_total_this_period)
          filter (where ppd_state = 'earned')::text as taken,
        sum(undiscounted_total_this_period - discounted_total_this_period)
          filter (where ppd_state = 'lost')::text as lost
      from invoices where invoice_status in ('invoiced', 'cleared', 'paid')
        and invoiced_date between '2026-05-01' and '2026-05-31'`)
    expect(info.totals).toMatchObject(naive[0])
    const all = ['taken', 'granted', 'lost', 'open'].map((name) => cents(info.totals[name]))
    expect(all.reduce((sum, one) => sum + one, 0)).toBe(cents(info.totals.offered))
    expect(info.totals).toMatchObject({
      taken: '69.22',
      supplier_offered: '124.22',
      supplier_kept: '124.22',
      net: '55.00',
    })
    expect(rows.map(({ key }) => key)).toEqual(['2026-05'])
    expect(info.agrees.difference).toBe('0.00')
  })

  test('with so much money, the bills with the most discount per dollar are paid first', async () => {
    const open = { supplier_due_date: '2026-06-10' }
    const cheap = await workedExample(admin, { bill: { ...open, ppd_percent: '20' } })
    const dear = await workedExample(admin, { bill: open })
    const asked = { name: 'discounts', cash: '600.00' }
    const { info } = await readReport(accounting, asked)
    const [calendar, first] = info.tables
    expect(first.rows.map(({ key }: { key: string }) => key)).toEqual([`b${cheap.bill_id}`])
    const days = calendar.rows.map(({ key }: { key: string }) => key)
    expect(days).toContain(`2026-06-10 b${dear.bill_id}`)
    expect(days.some((key: string) => key.endsWith(` i${dear.invoice_id}`))).toBe(true)
  })
})

test('no number of a series is missing, and those that were cancelled are told', async () => {
  const { id } = await newCustomer(admin)
  const gone = await sentInvoice(admin, id)
  const because = { id: gone.id, reason: 'Sent to the wrong one' }
  expect((await admin.post('/invoice/cancel', because)).status).toBe(200)
  const { info } = await readReport(accounting, { name: 'numbers' })
  const [naive] = await query(`select count(*)::int as given,
    count(*) filter (where invoice_status = 'cancelled')::int as cancelled
    from invoices where invoice_number is not null`)
  expect(info.totals).toEqual({ ...naive, gaps: 0 })
  const opened = await readReport(accounting, { name: 'numbers', group: 'number' })
  expect(opened.rows.map(({ name }) => name)).toContain(gone.invoice_number)
})

test('days that no invoice bills are worth what the last one came to', async () => {
  const { rows } = await readReport(accounting, { name: 'unbilled', group: 'customer' })
  const { values } = rows.find(({ key }) => key === String(late.customer_id)) ?? {}
  // Of the contract since January 2025 April 2026 is billed: 573.26 and our fee of 28.91 for 30 days.
  const days = Temporal.PlainDate.from('2025-01-01').until('2026-05-26', {
    largestUnit: 'days',
  }).days
  expect(values?.days).toBe(days - 30)
  expect(values?.worth).toBe((Math.round((60217 * (days - 30)) / 30) / 100).toFixed(2))
})

test('a contract that was cancelled has its days up to its end to bill, as runs have it', async () => {
  const { customer_id, contract_id: id } = inTime
  const body = { id, date_end: '2026-05-10', reason: 'Moved away', waive_fee: true }
  const reply = await admin.post('/contract/cancel', body)
  expect(reply.status, reply.text).toBe(200)
  const { rows } = await readReport(accounting, { name: 'unbilled', group: 'customer' })
  const { values } = rows.find(({ key }) => key === String(customer_id)) ?? {}
  // All of 2025, January to March of 2026 and ten days of May.
  expect(values).toMatchObject({ contracts: 1, days: 365 + 90 + 10 })
})

describe('what is asked', () => {
  test('a past day as it was known then stays the same, whatever is booked later', async () => {
    const [{ now, today }] = (await query(`select clock_timestamp() as now,
      (clock_timestamp() at time zone 'Pacific/Auckland')::date::text as today`)) as [
      { now: string; today: string },
    ]
    const booked = { from: '2026-04-01', to: '2026-05-31', as_at: '2026-05-25' }
    // What people did and what was stopped is told by the day it happened, which is today’s.
    const happened = { from: today, to: '2027-12-31', as_at: today }
    const asked = Object.values<ReportDefinition>(reports)
      .filter(({ isOfNow }) => !isOfNow)
      .map(({ name, agreesWith }) => ({ name, ...(agreesWith ? booked : happened) }))
    expect(asked.map(({ name }) => name)).toEqual([
      'receivables',
      'payables',
      'gst',
      'margin',
      'discounts',
      'partners',
      'activity',
      'care',
    ])
    const read = async () =>
      Promise.all(
        asked.map(async (one) => (await readReport(admin, { ...one, known_at: now })).text),
      )
    const entries = async () =>
      Number((await query('select count(*) as count from transactions'))[0]?.count)
    const [before, had] = [await read(), await entries()]
    const wanted = process.env.HEAVY ? 1000 : 24
    while ((await entries()) < had + wanted) {
      const { id } = await newCustomer(admin)
      const invoice = await sentInvoice(admin, id, dates)
      await received(admin, { customer_id: id, invoice_id: invoice.id }, '103.50', '2026-05-21')
      await admin.post('/invoice/hold', { id: late.invoice_id, reason: 'A question' })
      await admin.post('/invoice/release', { id: late.invoice_id, reason: 'Answered' })
    }
    await received(admin, late, '709.75', '2026-05-25')
    const strip = (text: string) => text.replace(/"reference":"[^"]*"/g, '')
    expect((await read()).map(strip)).toEqual(before.map(strip))
    const yesterday = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString()
    const sent = async (as_at: string) =>
      (await readReport(admin, { name: 'activity', from: yesterday, to: today, as_at })).info.totals
    expect(Number((await sent(today)).sends)).toBeGreaterThan(0)
    expect(Number((await sent(yesterday)).sends ?? 0)).toBe(0)
  })

  test.each(Object.values<ReportDefinition>(reports).filter(({ isOfNow }) => isOfNow))(
    '$title is of now, and knows no earlier day or moment',
    async ({ name }) => {
      for (const [field, value] of [
        ['as_at', '2026-05-01'],
        ['known_at', '2026-05-01T00:00:00Z'],
      ] as const) {
        const reply = await admin.get('/report', { name, [field]: value })
        expect([reply.status, reply.body.errors[0].field]).toEqual([400, field])
      }
    },
  )

  test.each([
    [{ name: 'nothing' }, 'name'],
    [{ name: 'margin', group: 'colour' }, 'group'],
    [{ name: 'margin', of: 'colour:1' }, 'of'],
    [{ name: 'margin', from: '2026-05-02', to: '2026-05-01' }, 'to'],
    [{ name: 'margin', from: '2018-12-31', to: '2019-05-01' }, 'from'],
    [{ name: 'margin', from: '2019-01-01', to: '2029-01-01' }, 'to'],
    [{ name: 'margin', from: '2026-02-30' }, 'from'],
    [{ name: 'receivables', as_at: '2018-01-01' }, 'as_at'],
    [{ name: 'receivables', known_at: '2099-01-01T00:00:00Z' }, 'known_at'],
    [{ name: 'discounts', cash: 'much' }, 'cash'],
    [{ name: 'margin', period: 'week' }, 'period'],
  ])('%o is refused by its field', async (asked, field) => {
    const reply = await admin.get('/report', asked)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ field }])
  })

  test('nobody reads or takes away what is above their role', async () => {
    const user = await world.as('user')
    const own = (await user.get('/reports')).body.data.map(({ name }: { name: string }) => name)
    const forAll = Object.values(reports).filter(({ role }) => role === 'user')
    expect(own).toEqual(forAll.map(({ name }) => name))
    expect((await user.get('/report', { name: 'receivables' })).status).toBe(403)
    expect((await accounting.get('/report', { name: 'margin' })).status).toBe(403)
    expect((await accounting.get('/report/csv', { name: 'receivables' })).status).toBe(403)
    const listed = (await accounting.get('/reports')).body.data
    expect(listed.map(({ name }: { name: string }) => name)).not.toContain('margin')
    const other = await world.as('other')
    expect((await other.get('/report', { name: 'receivables' })).status).toBe(260)
  })

  test('the file has the rows and the totals of the screen', async () => {
    const asked = { name: 'receivables', group: 'item' }
    const { rows } = await readReport(admin, asked)
    const file = await admin.get('/report/csv', asked)
    const lines = file.text.trim().split('\n')
    expect(lines.length).toBe(rows.length + 1)
    expect(lines[0]).toContain('"key","name","detail","current"')
    for (const { name } of rows) expect(file.text).toContain(`"${name}"`)
  })

  test('a period is compared with the one before and with the year before', async () => {
    const asked = { name: 'discounts', period: 'month', day: '2026-05-15', group: 'month' }
    const before = await readReport(accounting, { ...asked, compare: 'before' })
    expect(before.info.compared).toEqual({ from: '2026-04-01', to: '2026-04-30' })
    expect(before.info.totals_before.offered).toBe('0.00')
    const later = { ...asked, day: '2026-06-15', compare: 'before', as_at: '2026-06-30' }
    const june = await readReport(accounting, later)
    expect(june.info.totals_before.taken).toBe('69.22')
    const year = await readReport(accounting, { ...asked, compare: 'year' })
    expect(year.info.compared).toEqual({ from: '2025-05-01', to: '2025-05-31' })
  })
})
