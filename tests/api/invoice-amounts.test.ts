import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvRecords } from '#domain/kit/csv-reader.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { makeSentInvoices, months, type SentInvoices } from '#tests/support/sent-invoices.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// The same invoice wherever it is shown: every amount is the same, to the cent.

let world: World
let invoices: SentInvoices
let row: Record<string, string> & { id: number; lines: unknown }

/** Where each amount stands on the page: the label of its row, then in time, then later. */
const printed: [string, string, string][] = [
  ['Charges, GST included', 'discounted_charges', 'charges_total'],
  ['Other charges, GST included', 'othercharges_total', 'othercharges_total'],
  ['Service fee, GST included', 'discounted_service_fee', 'undiscounted_service_fee'],
  ['Late payment fees, GST included', 'late_payment_fee_total', 'late_payment_fee_total'],
  ['This period, GST included', 'discounted_total_this_period', 'undiscounted_total_this_period'],
  ['GST in this period', 'gst_if_discounted', 'gst_if_not'],
  ['Opening balance', 'opening_balance', 'opening_balance'],
  ['Total to pay', 'discounted_total', 'undiscounted_total'],
]
const amounts = [...new Set(printed.flatMap(([, inTime, later]) => [inTime, later]))]

beforeAll(async () => {
  world = await makeWorld()
  invoices = await makeSentInvoices(world)
  const who = await invoices.supplied()
  const overdue = await invoices.draft({ ...who, ...months.april, due_date: '2026-06-01' })
  await invoices.send(overdue.id)
  const draft = await invoices.draft({
    ...who,
    ...months.may,
    late_payment_fee_amount: '10.00',
  })
  const { id } = await invoices.send(draft.id)
  row = (await invoices.user.get('/invoice', { id })).body.data
}, 60_000)
afterAll(() => world.close())

test('the invoice has every kind of amount', () => {
  for (const name of amounts.filter((one) => one !== 'othercharges_total'))
    expect(row[name], name).not.toBe('0.00')
  expect(row.discounted_total).not.toBe(row.undiscounted_total)
})

test('the list says what the invoice says', async () => {
  const list = await invoices.user.get('/invoices', { id: row.id })
  for (const name of amounts) expect(list.body.data[0][name], name).toBe(row[name])
})

test('the CSV says what the invoice says', async () => {
  const csv = await invoices.manager.get('/invoices/csv', { id: row.id })
  const [head = [], cells = []] = [...csvRecords(csv.text, ',')].map(({ fields }) => fields)
  for (const name of amounts) expect(cells[head.indexOf(name)], name).toBe(row[name])
})

test('the PDF says what the invoice says', async () => {
  const pdf = await invoices.user.get('/invoice/document', { id: row.id })
  const words = pdfText(pdf.bytes).split('\n')
  for (const [label, inTime, later] of printed) {
    const place = words.indexOf(label)
    if (row[inTime] === '0.00') expect(place, label).toBe(-1)
    else
      expect(words.slice(place + 1, place + 3), label).toEqual([
        formatMoney(row[inTime]),
        formatMoney(row[later]),
      ])
  }
  expect(words).toContain(`$${formatMoney(row.discounted_total)}`)
  expect(words).toContain(`$${formatMoney(row.undiscounted_total)}`)
})

test('the explanation ends in what the invoice says', async () => {
  const { data } = (await invoices.user.get('/invoice/explain', { id: row.id })).body
  const explained = new Map(
    data.map((step: { key: string; amount: string }) => [step.key, step.amount]),
  )
  for (const name of amounts) expect(explained.get(name), name).toBe(row[name])
})

test('the mail says what the invoice says', async () => {
  const { text_plain } = await invoices.mailOf(row.id)
  expect(text_plain).toContain(`$${formatMoney(row.discounted_total)} by`)
  expect(text_plain).toContain(`it is $${formatMoney(row.undiscounted_total)}.`)
})

test('the customer’s page says what the invoice says, and explains the same amounts', async () => {
  const { data } = (await invoices.read(await invoices.tokenOf(row.id))).body
  for (const name of amounts.filter((one) => one in data)) expect(data[name], name).toBe(row[name])
  const explained = new Map(
    data.explanation.map((step: { key: string; amount: string }) => [step.key, step.amount]),
  )
  for (const name of amounts.filter((one) => row[one] !== '0.00'))
    expect(explained.get(name), name).toBe(row[name])
  const table = data.document.sections
    .flatMap((section: { blocks: { rows?: string[][] }[] }) => section.blocks)
    .flatMap((block: { rows?: string[][] }) => block.rows ?? [])
  expect(table).toContainEqual([
    'Total to pay',
    formatMoney(row.discounted_total),
    formatMoney(row.undiscounted_total),
  ])
})
