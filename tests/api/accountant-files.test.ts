import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { centsIn, recordsOf, tableOf, unzipped } from '#tests/support/exported.ts'
import { received, workedExample } from '#tests/support/reporting.ts'
import { settingIs } from '#tests/support/supplied.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// Files are read anew by a reader of their own, and their sums are held against plain SQL.
const period = { period_start: '2026-04-01', period_end: '2026-04-30' }
const HOSTILE = '=HYPERLINK("http://x") Ōtaki'
let world: World
let accounting: Client

beforeAll(async () => {
  world = await makeWorld()
  world.clock.stopAt(new Date('2026-04-05T00:00:00Z'))
  const admin = await world.as('admin')
  accounting = await world.as('accounting')
  const due = { invoice_date: '2026-04-05', due_date: '2026-04-20', discounted_date: '2026-04-20' }
  const bill = { period_end: '2026-04-04', date_issued: '2026-04-05' }
  const example = await workedExample(admin, {
    bill: { ...bill, supplier_due_date: '2026-05-20' },
    dates: due,
  })
  // Paid in time: the discount that is taken is a credit note of its own.
  await received(admin, example, '640.53', '2026-04-05')
  const { id } = await newCustomer(admin, { name: HOSTILE })
  await sentInvoice(admin, id, due)
  await sentInvoice(admin, (await newCustomer(admin)).id, due)
  const credit = { customer_id: id, kind: 'goodwill', side: 'credit', amount: '23.00' }
  const given = await admin.put('/adjustment', { ...credit, reason: 'For the trouble' })
  expect(given.status, given.text).toBe(201)
})
afterAll(() => world.close())

const query = async (text: string, values: unknown[] = []) => {
  await scope(world.owner, world.organisations[0])
  return (await world.owner.query(text, values)).rows
}

/** What some accounts were booked in the period, in cents. */
const booked = async (accounts: readonly number[], of: 'customer_id' | 'supplier_id') => {
  const [row] = await query(
    `select coalesce(sum(amount), 0)::text as sum from accounttransactions
     where account = any($1) and ${of} is not null and transaction_date between $2 and $3`,
    [accounts, period.period_start, period.period_end],
  )
  return centsIn([row.sum])
}

async function made(body: object) {
  const reply = await accounting.put('/accountantfile', { ...period, ...body })
  expect(reply.status, reply.text).toBe(201)
  const row = reply.body.data
  expect(row, 'the books agree').toMatchObject({ difference: '0.00' })
  const fetched = await accounting.post('/accountantfile/download', { id: row.id })
  expect(fetched.status).toBe(200)
  return { row, text: fetched.text, fetched }
}

const income = [4000, 4010, 4020, 4030, 4040, 6000, 2500]
const costs = [5000, 5900, 5910]
const again = { is_again: true }

// Shows: T09
test('sales invoices for Xero add up to the books, with GST and without', async () => {
  const { row, text } = await made({ target: 'xero_sales' })
  const lines = recordsOf(text)
  const [head = []] = tableOf(text)
  expect(head).toHaveLength(27)
  expect(head.slice(10, 20).join()).toBe(
    '*InvoiceNumber,Reference,*InvoiceDate,*DueDate,InventoryItemCode,*Description,*Quantity,' +
      '*UnitAmount,Discount,*AccountCode',
  )
  const gross = centsIn(lines.map((line) => line['*UnitAmount']))
  expect(gross).toBe(-(await booked([...income, 2300], 'customer_id')))
  expect(gross).toBe(centsIn([row.total]))
  expect(row).toMatchObject({ books_total: row.total, before_total: '0.00', files: 1 })
  expect(new Set(lines.map((line) => line['*InvoiceNumber'])).size).toBe(row.documents)
  expect(row.documents).toBe(5)
  for (const line of lines) expect(line['*InvoiceDate']).toMatch(/^\d\d\/04\/2026$/)
  const taken = lines.filter((line) => line['*Description']?.includes('Discount taken'))
  expect(centsIn(taken.map((line) => line['*UnitAmount']))).toBe(-6922)
  const names = lines.map((line) => line['*ContactName'])
  expect(names).toContain(`'${HOSTILE}`)
  const taxes = lines.map((line) => `${line['*AccountCode']} ${line['*TaxType']}`)
  expect(taxes).toContain('4000 15% GST on Income')
  // What is given for the trouble was booked without GST.
  expect(taxes).toContain('6000 No GST')

  const beside = await made({ target: 'xero_sales', amounts: 'exclusive', ...again })
  const plain = recordsOf(beside.text)
  for (const account of income) {
    const own = plain.filter((line) => line['*AccountCode'] === String(account))
    expect(centsIn(own.map((line) => line['*UnitAmount'])), `${account}`).toBe(
      0 - (await booked([account], 'customer_id')),
    )
  }
})

test('bills for Xero carry the GST of every line', async () => {
  const { row, text } = await made({ target: 'xero_bills', amounts: 'exclusive' })
  const lines = recordsOf(text)
  expect(Object.keys(lines[0] ?? {})).toHaveLength(26)
  const net = centsIn(lines.map((line) => line['*UnitAmount']))
  const gst = centsIn(lines.map((line) => line.TaxAmount))
  expect(net).toBe(await booked(costs, 'supplier_id'))
  expect(gst).toBe(await booked([2310], 'supplier_id'))
  expect(gst).toBeGreaterThan(0)
  const totals = new Map(lines.map((line) => [line['*InvoiceNumber'], line.Total]))
  expect(centsIn(totals.values())).toBe(net + gst)
  expect(row.documents).toBe(totals.size)
})

test('sales for MYOB are text with tabs and an empty line between two invoices', async () => {
  await settingIs(world, 'account_codes', '4000=4-1000, 2500=2-2000')
  const { row, text } = await made({ target: 'myob_sales' })
  const [head = '', ...blocks] = text.replace(/^\ufeff/, '').split('\r\n\r\n')
  expect(head.split('\t')).toHaveLength(11)
  expect(blocks).toHaveLength(row.documents)
  const lines = recordsOf(
    [head, ...blocks].join('\n').replaceAll('\r', '').replace(/\n*$/, '\n'),
    '\t',
  )
  expect(centsIn(lines.map((line) => line['Inc-Tax Amount']))).toBe(centsIn([row.total]))
  expect(centsIn(lines.map((line) => line.Amount))).toBe(-(await booked(income, 'customer_id')))
  const codes = new Set(lines.map((line) => line['Account No.']))
  expect(codes.has('4-1000')).toBe(true)
  expect(codes.has('4000')).toBe(false)
  expect(lines.map((line) => line['Co./Last Name'])).toContain(`'=HYPERLINK( http://x ) Ōtaki`)
  await settingIs(world, 'account_codes', '')
})

test('purchases for MYOB have what the supplier calls them, with the GST of every line', async () => {
  const { row, text } = await made({ target: 'myob_purchases' })
  const [head = '', ...blocks] = text.replace(/^\ufeff/, '').split('\r\n\r\n')
  expect(blocks).toHaveLength(row.documents)
  const lines = recordsOf(
    [head, ...blocks].join('\n').replaceAll('\r', '').replace(/\n*$/, '\n'),
    '\t',
  )
  expect(centsIn(lines.map((line) => line.Amount))).toBe(await booked(costs, 'supplier_id'))
  const gst = centsIn(lines.map((line) => line['GST Amount']))
  expect(gst).toBe(await booked([2310], 'supplier_id'))
  expect(gst).toBeGreaterThan(0)
  expect(centsIn(lines.map((line) => line['Inc-Tax Amount']))).toBe(centsIn([row.total]))
  const [bill] = await query('select supplier_statement_number as number from bills')
  expect(lines[0]).toMatchObject({
    'Supplier Invoice No.': bill.number,
    'GST Code': 'S15',
    'Purchase Status': 'B',
  })
})

test('journals balance, entry by entry, and come to what each account was booked', async () => {
  const { row, text } = await made({ target: 'journals' })
  const lines = recordsOf(text)
  const entries = Map.groupBy(lines, (line) => line['*Narration'])
  expect(entries.size).toBe(row.documents)
  for (const [name, own] of entries)
    expect(centsIn(own.map((line) => line['*Amount'])), name).toBe(0)
  const accounts = await query(
    `select account::text, sum(amount)::text as sum from accounttransactions
     where transaction_date between $1 and $2 group by 1`,
    [period.period_start, period.period_end],
  )
  expect(accounts.length).toBeGreaterThan(6)
  for (const { account, sum } of accounts) {
    const own = lines.filter((line) => line['*AccountCode'] === account)
    expect(centsIn(own.map((line) => line['*Amount'])), account).toBe(centsIn([sum]))
  }
})

test('what was exported is marked: the next file has only what is new', async () => {
  const nothing = await accounting.put('/accountantfile', { ...period, target: 'xero_sales' })
  expect(nothing.status).toBe(476)
  expect(nothing.body.message).toContain('nothing new')
  const admin = await world.as('admin')
  const { id } = await newCustomer(admin)
  await sentInvoice(admin, id, { invoice_date: '2026-04-05', due_date: '2026-04-20' })
  const { row } = await made({ target: 'xero_sales' })
  expect(row.documents).toBe(1)
  expect(centsIn([row.total, row.before_total])).toBe(centsIn([row.books_total]))
  const marked = (await accounting.get('/accountantfile/documents', { id: row.id })).body.data
  expect(marked).toHaveLength(1)
  expect(marked[0]).toMatchObject({ amount: row.total, document_date: '2026-04-05' })
  expect((await made({ target: 'xero_sales', ...again })).row.documents).toBe(6)
})

test('more than five hundred invoices are several files', async () => {
  await query(
    `with entry as (
       insert into transactions (organisation_id, event, transaction_date, amount, customer_id,
         actor_name, source, request_id)
       select $1, 'invoice_sent', '2026-03-15', 1.15, (select min(id) from customers), 'Test',
         'system', 'test' from generate_series(1, 501) returning id, customer_id)
     insert into accounttransactions (organisation_id, transaction_id, account, amount,
       transaction_date, customer_id)
     select $1, id, l.account, l.amount, '2026-03-15', customer_id from entry,
       (values (1100, 1.15), (4010, -1.00), (2300, -0.15)) l (account, amount)`,
    [world.organisations[0]],
  )
  const march = { period_start: '2026-03-01', period_end: '2026-03-31' }
  const { row, fetched } = await made({ target: 'xero_sales', ...march })
  expect(row).toMatchObject({ documents: 501, files: 2, total: '576.15' })
  const files = [...unzipped(fetched.bytes).values()].map((bytes) => recordsOf(bytes.toString()))
  const numbers = files.map((lines) => new Set(lines.map((line) => line['*InvoiceNumber'])).size)
  expect(numbers).toEqual([500, 1])
})

test('files for the accountant are for accounting, and only of days that make sense', async () => {
  const user = await world.as('user')
  const asked = { ...period, target: 'journals' }
  expect((await user.put('/accountantfile', asked)).status).toBe(403)
  const [{ id }] = (await accounting.get('/accountantfiles')).body.data
  expect((await user.post('/accountantfile/download', { id })).status).toBe(403)
  const other = await world.as('other')
  expect((await other.post('/accountantfile/download', { id })).status).toBe(404)
  expect((await other.get('/accountantfile/documents', { id })).status).toBe(404)
  const turned = await accounting.put('/accountantfile', { ...asked, period_end: '2026-03-31' })
  expect([turned.status, turned.body.errors[0].field]).toEqual([400, 'period_end'])
  const told = await query(`select action from history where object_class = 'accountantfile'`)
  expect(new Set(told.map(({ action }) => action))).toEqual(new Set(['create', 'download']))
})
