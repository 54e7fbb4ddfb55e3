import { afterAll, beforeAll, expect, test } from 'vitest'
import { todayOf } from '#server/kit/http/context.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { makeSentInvoices, months, type SentInvoices } from '#tests/support/sent-invoices.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let invoices: SentInvoices

beforeAll(async () => {
  world = await makeWorld()
  invoices = await makeSentInvoices(world)
}, 60_000)
afterAll(() => world.close())

const today = () => todayOf(world)

async function partlyPaid() {
  const who = await invoices.supplied({ name: 'Tāne Hohepa' })
  const invoice = await invoices.send((await invoices.draft({ ...who, ...months.april })).id)
  const paid = await invoices.accounting.put('/invoicepayment', {
    customer_id: who.customer_id,
    amount_incl_gst: '50.00',
    payment_date: today(),
    reference: 'Thanks 1',
  })
  expect(paid.status, paid.text).toBe(201)
  return { ...who, invoice }
}

test('a statement tells what was asked for, what was paid and what is owed', async () => {
  const { customer_id: id, invoice } = await partlyPaid()
  const reply = await invoices.user.get('/customer/statement', { id })
  expect(reply.status, reply.text).toBe(200)
  const words = pdfText(reply.bytes)
  const { balance_total } = (await invoices.user.get('/customer', { id })).body.data
  for (const text of [
    'Statement of account',
    `Invoice ${invoice.invoice_number}`,
    'Payment, thank you Thanks 1',
    '50.00',
    balance_total,
    'Tāne Hohepa',
  ])
    expect(words).toContain(text)
})

test('a payment is for the invoice whose whole number its reference names', async () => {
  const who = await invoices.supplied({ name: 'Marama Te Kani' })
  const invoice = await invoices.send((await invoices.draft({ ...who, ...months.april })).id)
  const meant = async (reference: string) => {
    const given = { customer_id: who.customer_id, amount_incl_gst: '1.00', payment_date: today() }
    return (await invoices.accounting.put('/invoicepayment', { ...given, reference })).body.data
      .invoice_id
  }
  const number = invoice.invoice_number ?? ''
  expect(await meant(`paid ${number.toLowerCase().replaceAll('-', ' ')} thanks`)).toBe(invoice.id)
  expect(await meant(`${number}1`)).toBeNull()
})

test('an earlier statement ends before what came later', async () => {
  const { customer_id: id } = await partlyPaid()
  const days = { from: '2026-01-01', to: '2026-02-01' }
  const words = pdfText((await invoices.user.get('/customer/statement', { id, ...days })).bytes)
  expect(words).not.toContain('Payment, thank you')
  const turned = { id, from: '2026-02-01', to: '2026-01-01' }
  expect((await invoices.user.get('/customer/statement', turned)).status).toBe(400)
})

test('days nobody can mean are refused by name', async () => {
  const { customer_id: id } = await partlyPaid()
  for (const from of ['0000-01-01', '0001-01-01', '9999-12-31', '2026-02-30']) {
    const reply = await invoices.user.get('/customer/statement', { id, from })
    expect(reply.status, from).toBe(400)
    expect(reply.body.errors, from).toMatchObject([{ field: 'from' }])
  }
})

test('a statement goes out by mail with its PDF, unless there is nowhere to send it', async () => {
  const { customer_id: id } = await partlyPaid()
  const sent = await invoices.user.post('/customer/statement/send', { id })
  expect(sent.body.data, sent.text).toMatchObject({ sent: 1 })
  const { rows } = await world.owner.query(
    'select text_plain, attachment_name, attachment from letters where unique_key like $1',
    [`statement ${id} %`],
  )
  expect(rows[0].attachment_name).toMatch(/^Statement-.*\.pdf$/)
  expect(pdfText(rows[0].attachment)).toContain('Statement of account')
  const nowhere = await invoices.supplied({ email: null })
  const refused = await invoices.user.post('/customer/statement/send', { id: nowhere.customer_id })
  expect(refused.status).toBe(476)
})

test('another organisation’s customer has no statement', async () => {
  const { customer_id: id } = await partlyPaid()
  const other = await world.as('other')
  expect((await other.get('/customer/statement', { id })).status).toBe(404)
  expect((await other.post('/customer/statement/send', { id })).status).toBe(404)
})

test('what is owed is told by how long it has been due, and adds up to the balances', async () => {
  const { customer_id } = await partlyPaid()
  const who = await invoices.supplied()
  const old = await invoices.draft({ ...who, ...months.april, due_date: '2026-06-01' })
  await invoices.send(old.id)
  const reply = await invoices.accounting.get('/report', { name: 'receivables', limit: 500 })
  expect(reply.status, reply.text).toBe(200)
  const rowOf = (id: number) =>
    reply.body.data.find((row: { key: string }) => row.key === String(id)).values
  for (const id of [customer_id, who.customer_id]) {
    const { balance_total } = (await invoices.user.get('/customer', { id })).body.data
    expect(rowOf(id).total).toBe(balance_total)
  }
  expect(rowOf(customer_id)).toMatchObject({ days_over_90: '0.00', credit: '0.00' })
  expect(rowOf(who.customer_id)).toMatchObject({ current: '0.00' })
  expect(rowOf(who.customer_id).days_over_90).toBe(rowOf(who.customer_id).total)
  const cents = (text: string) => Math.round(Number(text) * 100)
  const sum = reply.body.data.reduce(
    (total: number, row: { values: { total: string } }) => total + cents(row.values.total),
    0,
  )
  expect(cents(reply.body.info.totals.total)).toBe(sum)
  const csv = await invoices.manager.get('/report/csv', { name: 'receivables' })
  expect(csv.text).toContain(rowOf(customer_id).total)
  expect(csv.headers['content-disposition']).toContain('receivables-')
})

test('entries about invoices are everybody’s to read, the whole books are not', async () => {
  const { invoice } = await partlyPaid()
  const reply = await invoices.user.get('/invoicetransactions', { invoice_id: invoice.id })
  expect(reply.status, reply.text).toBe(200)
  const events = reply.body.data.map((row: { event: string }) => row.event)
  expect(events).toContain('invoice_sent')
  expect(JSON.stringify(reply.body.info.titles)).toContain(invoice.invoice_number)
  expect((await invoices.user.get('/transactions')).status).toBe(403)
})

test('a bill counts for whoever captured it', async () => {
  const who = await invoices.supplied()
  const someone = await world.as('accounting')
  const captured = await someone.put('/invoice', {
    ...who,
    ...months.april,
    bill: {
      supplier_statement_number: 'S-77',
      lines: [{ name: 'Energy', quantity: '600', rate: '0.2', unit: 'kWh' }],
    },
  })
  expect(captured.status, captured.text).toBe(201)
  const reply = await someone.get('/activityuserbills')
  expect(reply.body.data, reply.text).toMatchObject([{ name: 'accounting Test', count: 1 }])
})

test('activities count what people captured and customers were sent, and can be mailed', async () => {
  const { customer_id } = await partlyPaid()
  const sent = await invoices.user.get('/activitycustomerinvoices/recent')
  expect(sent.body.data).toContainEqual(expect.objectContaining({ customer_id, count: 1 }))
  world.clock.advance(8 * 86_400_000)
  const later = await world.as('manager')
  const recent = await later.get('/activitycustomerinvoices/recent')
  expect(recent.status).toBe(260)
  expect((await later.get('/activitycustomerinvoices')).status).toBe(200)
  for (const name of ['activityuserbills', 'activitycustomerinvoices']) {
    const reply = await later.post(`/${name}/send`)
    expect(reply.body.data, reply.text).toMatchObject({ sent: 1 })
    expect((await (await world.as('user')).post(`/${name}/send`)).status).toBe(403)
  }
})
