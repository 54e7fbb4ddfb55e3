import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gstreturnMachine } from '#domain/reports/gstreturn-machine.ts'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { digestOf } from '#server/kit/print/render-pdf.ts'
import { warnReturns } from '#server/reports/gst/warn-returns-job.ts'
import { newCustomer, runJob, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { askedOf, gridOf, gridRoles, keptFor } from '#tests/support/grid.ts'
import { paidTo } from '#tests/support/owed-to-suppliers.ts'
import { agreeingPartner, partnerMail, readByPartner } from '#tests/support/partner-paper.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import {
  readReport,
  received,
  type WorkedExample,
  workedExample,
} from '#tests/support/reporting.ts'
import { settingIs } from '#tests/support/supplied.ts'
import { makeWorld, type Person, scope, type World } from '#tests/support/world.ts'

// Every period is a month here, so that a discount is easily taken in the one after.
let world: World
let admin: Client
let accounting: Client

const at = async (day: string) => {
  world.clock.stopAt(new Date(`${day}T00:00:00Z`))
  await runJob(world, settleDiscounts)
  admin = await world.as('admin')
  accounting = await world.as('accounting')
}
const dates = (invoice_date: string, due_date: string) => ({
  ...{ invoice_date, due_date, discounted_date: due_date },
})

beforeAll(async () => {
  world = await makeWorld()
  await settingIs(world, 'gst_period', '1')
  await settingIs(world, 'gst_period_end', 3)
})
afterAll(() => world.close())

const prepare = (period_end: string) => accounting.put('/gstreturn', { period_end })
const filing = (id: number, filed_date: string) => ({ id, filed_date, reference: 'IR-4711' })
const by = async (person: Person, id: number, filed_date: string) =>
  (await world.as(person)).post('/gstreturn/file', filing(id, filed_date))
const query = async (text: string, values: unknown[] = []) => {
  await scope(world.owner, world.organisations[0])
  return (await world.owner.query(text, values)).rows
}

describe('the golden April, booked through the API', () => {
  let example: WorkedExample
  let later: WorkedExample
  let april: Record<string, string> & { id: number }
  let statement: Record<string, string> & { id: number }

  test('sent and its discount taken in one period', async () => {
    await at('2026-04-05')
    const issued = { period_end: '2026-04-04', date_issued: '2026-04-05' }
    const bill = { supplier_due_date: '2026-05-20', ...issued }
    const { id: partner_id } = await agreeingPartner(admin)
    const of = { bill, dates: dates('2026-04-05', '2026-04-20'), partner_id }
    example = await workedExample(admin, of)
    await received(admin, example, '640.53', '2026-04-05')
    await at('2026-04-06')
    const sent = await admin.post('/partner/commission/send', { id: partner_id })
    expect(sent.status, sent.text).toBe(202)
    statement = sent.body.data
    await at('2026-05-04')
    const reply = await prepare('2026-04-30')
    expect(reply.status, reply.text).toBe(201)
    april = reply.body.data
    expect(april).toMatchObject({
      ...{ period_start: '2026-04-01', due_date: '2026-05-28', return_status: 'prepared' },
      ...{ box_5: '640.53', box_6: '0.00', box_8: '83.55', sales_gst: '83.55' },
      ...{ box_11: '590.77', box_12: '77.06', purchases_gst: '77.06', box_15: '6.49' },
    })
  })

  test('its statement is the partner’s tax invoice, on paper and on their page, to the cent', async () => {
    expect(statement).toMatchObject({
      ...{ statement_status: 'sent', gst_mode: 'buyer_created', gst_percent: '15' },
      ...{ sum: '2.60', gst: '0.39', total: '2.99', to_pay: '0.00', line_count: 1 },
    })
    const printed = [
      ...['Buyer-created taxable supply information', 'GST number of the supplier 35-901-981'],
      ...['GST number of the recipient 49-091-850', example.invoice_number, '26.04'],
      ...['Earned, without GST $2.60', 'GST (15 %) $0.39', 'Total $2.99'],
    ]
    const read = await readByPartner(world, accounting, statement.id, partnerMail)
    for (const text of printed) expect(read.words).toContain(text.replaceAll(/\s/g, ''))
    expect(read).toMatchObject({ wrong: [], isSamePaper: true })
    expect(read.proof).toMatchObject({
      ...{ number: statement.statement_number, sum: '2.60', gst: '0.39', total: '2.99' },
      lines: [{ base: '26.04', rate: '10 %', amount: '2.60', invoice: example.invoice_number }],
    })
  })

  test('its boxes are the sums of its documents, and the books say the same', async () => {
    const { body } = await accounting.get('/gstreturn/documents', { id: april.id })
    const sum = (box: number) =>
      body.data
        .filter((one: { box: number }) => one.box === box)
        .reduce((total: number, one: { amount: string }) => total + Number(one.amount), 0)
        .toFixed(2)
    expect([sum(5), sum(11)]).toEqual(['640.53', '590.77'])
    const to = `/app/commissionstatement?id=${statement.id}`
    const stated = {
      amount: '2.99',
      name: statement.statement_number,
      detail: 'Tawa Referrals',
      to,
    }
    expect(body.data).toMatchObject([{ box: 5 }, { amount: '587.78' }, stated])
    expect(body.info.rounding).toMatchObject([
      { box: 8, difference: '0.00', is_rounding: true },
      { box: 12, difference: '0.00', is_rounding: true },
    ])
    const asked = { name: 'gst', period: 'gst', day: '2026-04-10' }
    const { info } = await readReport(accounting, asked)
    const [naive] = await query(`select (-sum(amount))::text as gst from accounttransactions
      where account in (2300, 2310) and transaction_date between '2026-04-01' and '2026-04-30'`)
    expect(info.agrees).toMatchObject({ books: naive.gst, difference: '0.00' })
    // As at the day before the last of them, that one was not there yet.
    const [before] = await query(`select (last - 1)::text as day, coalesce(-(select sum(amount)
        from accounttransactions where account in (2300, 2310)
          and transaction_date between '2026-04-01' and last - 1), 0)::numeric(14,2)::text as gst
      from (select max(transaction_date) as last from accounttransactions
        where account in (2300, 2310) and transaction_date <= '2026-04-30') x`)
    const then = await readReport(accounting, { ...asked, as_at: before.day })
    expect(then.info.agrees).toMatchObject({ books: before.gst, difference: '0.00' })
    expect(before.gst).not.toBe(naive.gst)
  })

  test('another look tells what changed', async () => {
    await at('2026-04-30')
    const { id: customer_id } = await newCustomer(admin)
    await sentInvoice(admin, customer_id, { discount_percent: '0' })
    await at('2026-05-04')
    const file = await admin.post('/gstreturn/file', filing(april.id, '2026-05-04'))
    expect(file.status).toBe(476)
    expect(file.body.message).toContain('the books have changed')
    const fresh = await accounting.post('/gstreturn/refresh', { id: april.id })
    expect(fresh.body.data, fresh.text).toMatchObject({ box_5: '755.53', box_15: '21.49' })
    const { changes } = (await accounting.get('/gstreturn/documents', { id: april.id })).body.info
    expect(changes).toMatchObject([{ change: 'added', amount: '115.00', gst: '15.00' }])
  })

  test('amounts by hand have a reason and go into boxes 9 and 13', async () => {
    const written = { box: 13, amount: '5.00', reason: 'Private use of a car, April' }
    const adjustments_by_hand = [written]
    const reply = await accounting.post('/gstreturn/refresh', { id: april.id, adjustments_by_hand })
    expect(reply.body.data, reply.text).toMatchObject({ box_13: '5.00', box_15: '16.49' })
    const strange = { ...written, file_id: 999_999 }
    const lines = { id: april.id, adjustments_by_hand: [written, strange] }
    const unknown = await accounting.post('/gstreturn/refresh', lines)
    expect([unknown.status, unknown.body.errors?.[0]?.field]).toEqual([
      400,
      'adjustments_by_hand.1.file_id',
    ])
    const nameless = { ...written, reason: '' }
    const refused = { id: april.id, adjustments_by_hand: [nameless] }
    expect((await accounting.post('/gstreturn/refresh', refused)).status).toBe(400)
  })

  test('filing keeps the paper, locks the period and is final', async () => {
    expect((await by('accounting', april.id, '2026-05-04')).status).toBe(403)
    const early = await admin.post('/gstreturn/file', filing(april.id, '2026-04-30'))
    expect(early.body.errors).toMatchObject([{ field: 'filed_date' }])
    const filed = await by('manager', april.id, '2026-05-04')
    expect(filed.status, filed.text).toBe(200)
    expect(filed.body.data).toMatchObject({ return_status: 'filed', reference: 'IR-4711' })
    const pdf = await accounting.get('/gstreturn/pdf', { id: april.id })
    expect(digestOf(pdf.bytes).toString('hex')).toBe(filed.body.data.sha256)
    expect(pdfText(pdf.bytes)).toContain(example.invoice_number)
    const csv = await accounting.get('/gstreturn/csv', { id: april.id })
    expect(csv.text).toContain(`"${example.invoice_number}"`)
    const again = await admin.post('/gstreturn/file', filing(april.id, '2026-05-04'))
    expect(again.status).toBe(476)
    expect((await accounting.post('/gstreturn/refresh', { id: april.id })).status).toBe(476)
    const [locked] = await query('select locked_to from book_locks order by id desc limit 1')
    expect(locked.locked_to).toBe('2026-04-30')
    await expect(
      query('update gstreturns set box_5 = 0 where id = $1', [april.id]),
    ).rejects.toThrow('final')
  })

  test('what happens to a filed period later falls into the first open day', async () => {
    const { id } = await newCustomer(admin)
    const back = { customer_id: id, amount_incl_gst: '10.00', payment_date: '2026-04-20' }
    const reply = await admin.put('/invoicepayment', { ...back, payment_type: 'bank_transfer' })
    expect(reply.status, reply.text).toBe(201)
    const [entry] = await query(
      `select transaction_date from transactions where event = 'money_received' order by id desc limit 1`,
    )
    expect(entry.transaction_date).toBe('2026-05-01')
    const cancelled = { id: example.invoice_id, reason: 'Wrong customer' }
    expect((await admin.post('/invoice/cancel', cancelled)).status).toBe(200)
    const may = (await readReport(accounting, { name: 'gst', period: 'gst', day: '2026-05-10' }))
      .rows
    // It lowers a supply of an earlier period: that is claimed, not taken off this one's sales.
    expect(may.map(({ name, values }) => [name, values.amount])).toEqual([['Box 11', '640.53']])
  })

  test('a discount that is taken a period later is claimed there', async () => {
    const bill = {
      supplier_due_date: '2026-07-20',
      period_end: '2026-05-04',
      date_issued: '2026-05-05',
    }
    await at('2026-05-20')
    later = await workedExample(admin, { bill, dates: dates('2026-05-20', '2026-06-10') })
    await at('2026-06-03')
    await received(admin, later, '640.53', '2026-06-03')
    const of = async (day: string, box: string) => {
      const asked = { name: 'gst', period: 'gst', day, group: 'document', of: `box:${box}` }
      const { rows } = await readReport(accounting, asked)
      return rows.find(({ name }) => name === later.invoice_number)?.values
    }
    expect(await of('2026-05-10', '05')).toMatchObject({ amount: '709.75', gst: '92.58' })
    expect(await of('2026-06-10', '11')).toMatchObject({ amount: '69.22', gst: '9.03' })
    const june = await readReport(accounting, { name: 'gst', period: 'gst', day: '2026-06-10' })
    expect(june.info.agrees.difference).toBe('0.00')
  })

  test('periods are filed in their order, once they have ended', async () => {
    await at('2026-07-02')
    const june = (await prepare('2026-06-30')).body.data
    const gap = await by('manager', june.id, '2026-07-02')
    expect(gap.status, gap.text).toBe(476)
    const may = (await prepare('2026-05-31')).body.data
    expect((await by('manager', june.id, '2026-07-02')).body.message).toContain('comes first')
    expect((await by('manager', may.id, '2026-07-02')).status).toBe(200)
    expect((await by('manager', june.id, '2026-07-02')).status).toBe(200)
    const july = (await prepare('2026-07-31')).body.data
    expect((await by('manager', july.id, '2026-07-02')).body.message).toContain('has not ended')
    expect((await prepare('2026-07-31')).status).toBe(476)
    for (const day of ['2026-07-30', '2026-08-31', '2018-12-31'])
      expect((await prepare(day)).body.errors, day).toMatchObject([{ field: 'period_end' }])
    const other = await world.as('other')
    expect((await other.get('/gstreturn', { id: july.id })).status).toBe(404)
  })
})

describe('bad debts, credits and what is zero-rated', () => {
  test('what is given up is claimed in box 13, and what comes after all is paid in box 9', async () => {
    await at('2026-08-03')
    const { id: customer_id } = await newCustomer(admin)
    const invoice = await sentInvoice(admin, customer_id, { discount_percent: '0' })
    const given = { id: invoice.id, reason: 'Gone away' }
    expect((await admin.post('/invoice/writeoff', given)).status).toBe(200)
    const august = await readReport(accounting, { name: 'gst', period: 'gst', day: '2026-08-10' })
    expect(august.rows.map(({ name, values }) => [name, values.amount, values.gst])).toEqual([
      ['Box 5', '115.00', '15.00'],
      ['Box 13', '115.00', '15.00'],
    ])
    await at('2026-09-03')
    await received(admin, { customer_id, invoice_id: invoice.id }, '23.00', '2026-09-03')
    const september = await readReport(accounting, {
      name: 'gst',
      period: 'gst',
      day: '2026-09-10',
    })
    expect(september.rows.map(({ name, values }) => [name, values.gst])).toEqual([
      ['Box 9', '3.00'],
    ])
    for (const { info } of [august, september]) expect(info.agrees.difference).toBe('0.00')
  })

  test('credits are claimed, what is zero-rated is told, tax that is paid is no supply', async () => {
    await at('2026-10-05')
    const { id: customer_id } = await newCustomer(admin)
    await sentInvoice(admin, customer_id, { discount_percent: '0', gst_percent: '0' })
    const kind = { customer_id, kind: 'goodwill', side: 'credit', reason: 'For the trouble' }
    const credit = await admin.put('/adjustment', { ...kind, amount: '23.00', with_gst: true })
    expect(credit.status, credit.text).toBe(201)
    const debit = { customer_id, kind: 'correction', side: 'debit', reason: 'Forgotten fee' }
    expect(
      (await admin.put('/adjustment', { ...debit, amount: '46.00', with_gst: true })).status,
    ).toBe(201)
    expect((await admin.put('/adjustment', { ...debit, amount: '7.00' })).status).toBe(201)
    const paid = [
      { account: 2300, amount: '50.00' },
      { account: 3000, amount: '-50.00' },
    ]
    expect((await admin.put('/transaction', { reason: 'Paid to IR', lines: paid })).status).toBe(
      201,
    )
    const { body } = await prepare('2026-10-31')
    expect(body.data).toMatchObject({
      ...{ box_5: '146.00', box_6: '100.00', box_7: '46.00', box_8: '6.00' },
      ...{ box_11: '23.00', box_12: '3.00', box_15: '3.00' },
    })
    const { info } = await readReport(accounting, { name: 'gst', period: 'gst', day: '2026-10-10' })
    expect(info.agrees.difference).toBe('0.00')
  })
})

test('on the payments basis money counts on its day, on both sides, and bad debts do not', async () => {
  await at('2026-11-09')
  await settingIs(world, 'gst_basis', 'payments')
  const bill = {
    supplier_due_date: '2026-12-20',
    period_end: '2026-06-04',
    date_issued: '2026-11-05',
  }
  const example = await workedExample(admin, { bill, dates: dates('2026-11-09', '2026-11-27') })
  const asked = { name: 'gst', period: 'gst', day: '2026-11-10', group: 'document' }
  const before = await readReport(accounting, asked)
  expect(before.rows).toEqual([])
  await received(admin, example, '300.00', '2026-11-09')
  await paidTo(admin, { bill_id: example.bill_id }, '587.78', { payment_date: '2026-11-09' })
  const { rows } = await readReport(accounting, asked)
  expect(rows.map(({ name, values }) => [name, values.amount])).toEqual([
    [expect.stringContaining('Statement'), '587.78'],
    [example.invoice_number, '300.00'],
  ])
  const { body } = await prepare('2026-11-30')
  expect(body.data).toMatchObject({ gst_basis: 'payments', box_5: '300.00', box_8: '39.13' })
  await settingIs(world, 'gst_basis', 'invoice')
})

test('whoever keeps the books is warned ten and three working days before a return is due', async () => {
  const warnings = async () =>
    (
      await query(
        `select cause from tasks where cause like 'gst return 2026-10-31%' order by cause`,
      )
    ).map(({ cause }) => cause)
  // Home tells it as well, in red from the second warning on.
  const notices = async () =>
    (await accounting.get('/dashboard', { set: 'work' })).body.data.notices
  const notice = { text: 'The GST return to 31 Oct 2026 is due on 30 Nov 2026' }
  await at('2026-11-12')
  await runJob(world, warnReturns)
  expect(await warnings()).toEqual([])
  expect(await notices()).toEqual([])
  // Due on Saturday the 28th, and so on Monday the 30th.
  await at('2026-11-16')
  await runJob(world, warnReturns)
  await runJob(world, warnReturns)
  expect(await warnings()).toEqual(['gst return 2026-10-31 10'])
  expect(await notices()).toEqual([{ ...notice, to: '/app/reports?name=gst', tone: 'amber' }])
  await at('2026-11-25')
  await runJob(world, warnReturns)
  expect(await warnings()).toHaveLength(2)
  expect(await notices()).toMatchObject([{ ...notice, tone: 'red' }])
  // Whoever files every two months is still told of it when its day has passed.
  await settingIs(world, 'gst_period', '2')
  await settingIs(world, 'gst_period_end', 10)
  await at('2026-12-01')
  expect(await notices()).toMatchObject([{ text: notice.text.replace('is due', 'was due') }])
})

// Shows: R16
test('every state × action × role of a return answers as the reviewed table says', async () => {
  const fresh = await makeWorld()
  fresh.clock.stopAt(new Date('2026-11-05T00:00:00Z'))
  await settingIs(fresh, 'gst_period', '1')
  const clients = new Map<string, Client>()
  for (const role of gridRoles) clients.set(role, await fresh.as(role))
  const manager = clients.get('manager')
  const now = async (id: number) => (await manager?.get('/gstreturn', { id }))?.body.data
  let month = 3
  const returnIn = async (state: string) => {
    month += 1
    const period_end = endOfMonth(2026, month)
    const { id } = (await manager?.put('/gstreturn', { period_end }))?.body.data ?? {}
    if (state === 'filed') await manager?.post('/gstreturn/file', filing(id, '2026-11-05'))
    return now(id)
  }
  const returns = keptFor(returnIn)
  const { states } = gstreturnMachine
  const table = await gridOf(states, askedOf(gstreturnMachine), async (action, state, role) => {
    const subject = await returns.take(state)
    const given = action === 'file' ? filing(subject.id, '2026-11-05') : { id: subject.id }
    const reply = await clients.get(role)?.post(`/gstreturn/${action}`, given)
    const after = await now(subject.id)
    const isDone = reply && reply.status < 400
    // The oldest goes first: one that is prepared stays the one that is asked for.
    if (after.return_status === state) returns.giveBack(state, after)
    if (isDone) return after.return_status
    expect(after.version, `${state} ${action} ${role} ${reply?.text}`).toBe(subject.version)
    return String(reply?.status)
  })
  await expect(table).toMatchFileSnapshot('./__snapshots__/gst-return-grid.txt')
  await fresh.close()
})

const endOfMonth = (year: number, month: number) =>
  new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
