import { readFileSync } from 'node:fs'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvRecords } from '#domain/kit/csv-reader.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { openBrowser, visit, visitAs } from '#tests/support/browser.ts'
import { lettersWhere } from '#tests/support/letters.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { makeSentInvoices, months, type SentInvoices } from '#tests/support/sent-invoices.ts'
import { makeWorld, password, type World } from '#tests/support/world.ts'
import { exportAll, go } from './steps.ts'

// One invoice, looked at with the eyes of everybody who sees it: in the editor, the list, the PDF,
// the CSV, the mail and the customer's page. Every amount is the same everywhere, to the cent.

let world: World
let invoices: SentInvoices
let browser: Browser
let url: string
let page: Page
let row: Record<string, string> & { id: number; lines: { name: string; amount: string }[] }

beforeAll(async () => {
  world = await makeWorld()
  ;[invoices, browser] = await Promise.all([makeSentInvoices(world), openBrowser()])
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const address = world.app.server.address()
  url = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
  page = (await visitAs(browser, url, 'manager', { width: 1400, password })).page
  const who = await invoices.supplied({ name: 'Whetū Ngāta' })
  const overdue = { ...who, ...months.april, due_date: '2026-06-01' }
  await invoices.send((await invoices.draft(overdue)).id)
  const fee = { late_payment_fee_amount: '10.00' }
  const { id } = await invoices.draft({ ...who, ...months.may, ...fee })
  row = (await invoices.user.get('/invoice', { id })).body.data
})
afterAll(async () => {
  await browser.close()
  await world.close()
})

/** The rows of the editor and of the printed page: their words, the amount in time and later. */
const shown: [string, string, string, string][] = [
  ['Charges', 'Charges, GST included', 'discounted_charges', 'charges_total'],
  [
    'Service fee 5 %',
    'Service fee, GST included',
    'discounted_service_fee',
    'undiscounted_service_fee',
  ],
  [
    'Late payment fees',
    'Late payment fees, GST included',
    'late_payment_fee_total',
    'late_payment_fee_total',
  ],
  [
    'This period',
    'This period, GST included',
    'discounted_total_this_period',
    'undiscounted_total_this_period',
  ],
  ['Opening balance', 'Opening balance', 'opening_balance', 'opening_balance'],
  ['To pay', 'Total to pay', 'discounted_total', 'undiscounted_total'],
]
const amount = (name: string) => formatMoney(row[name])
const both = (inTime: string, later: string) => [amount(inTime), amount(later)]

/** The cells of the row that begins with these words. */
async function cellsOf(within: Locator, words: string): Promise<string[]> {
  const found = within.getByRole('row').filter({
    has: page.getByRole('rowheader', { name: words, exact: true }),
  })
  return found.first().getByRole('cell').allTextContents()
}

async function expectEditor(): Promise<void> {
  await go(page, `/app/invoice/edit?id=${row.id}`)
  const card = page.getByRole('complementary', { name: 'Amounts' })
  await card.getByRole('row', { name: /^To pay/ }).waitFor()
  for (const [label, , inTime, later] of shown)
    expect(await cellsOf(card, label), label).toEqual(both(inTime, later))
  const gst = `${amount('gst_if_discounted')} when paid in time, else ${amount('gst_if_not')}.`
  expect(await card.textContent()).toContain(`GST in this period: ${gst}`)
  for (const line of row.lines) {
    const words = new RegExp(`^${formatMoney(line.amount)}, ${line.name}`)
    await page.getByRole('button', { name: words }).first().waitFor()
  }
}

function expectPdf(bytes: Uint8Array): void {
  const words = pdfText(bytes).split('\n')
  const gst: (typeof shown)[number] = ['', 'GST in this period', 'gst_if_discounted', 'gst_if_not']
  for (const [, label, inTime, later] of [...shown, gst]) {
    const place = words.indexOf(label)
    expect(words.slice(place + 1, place + 3), label).toEqual(both(inTime, later))
  }
  for (const line of row.lines) expect(words, line.name).toContain(formatMoney(line.amount))
}

test('the same invoice says the same in editor, list, PDF, CSV, mail and on the customer’s page', async () => {
  for (const [, , inTime, later] of shown)
    for (const name of [inTime, later]) expect(row[name], name).not.toBe('0.00')
  expect(row.discounted_total).not.toBe(row.undiscounted_total)
  await expectEditor()
  await invoices.send(row.id)
  const before = row
  row = (await invoices.user.get('/invoice', { id: row.id })).body.data
  for (const [, , inTime, later] of shown)
    expect([row[inTime], row[later]]).toEqual([before[inTime], before[later]])
  await expectEditor()

  await go(page, '/app/invoices')
  const listed = page.getByRole('row').filter({ hasText: row.invoice_number ?? '?' })
  await listed.first().waitFor()
  const cells = await listed.first().getByRole('cell').allTextContents()
  for (const name of ['discounted_total', 'undiscounted_total', 'balance'])
    expect(cells, name).toContain(amount(name))

  const exported = await exportAll(page)
  const csv = readFileSync(await exported.path(), 'utf8')
  const [head = [], ...lines] = [...csvRecords(csv, ',')].map(({ fields }) => fields)
  const record = lines.find((cell) => cell.includes(row.invoice_number ?? '?')) ?? []
  const names = shown.flatMap(([, , inTime, later]) => [inTime, later])
  for (const name of [...names, 'gst_if_discounted', 'gst_if_not', 'balance'])
    expect(record[head.indexOf(name)], name).toBe(row[name])

  const [letter] = await lettersWhere(world.owner, 'unique_key like $1', [`invoice ${row.id} %`])
  const mail = letter?.text_plain
  expect(mail).toContain(`$${amount('discounted_total')} by`)
  expect(mail).toContain(`it is $${amount('undiscounted_total')}.`)
  const [, token = ''] = /\/invoice\/#([\w-]{43})\s/.exec(mail ?? '') ?? []

  const { page: phone } = await visit(browser, url, { width: 390, height: 844, touch: true })
  await phone.goto(`/invoice/#${token}`)
  await phone.getByRole('heading', { name: 'What to pay' }).waitFor()
  const read = (await phone.getByRole('main').allTextContents()).join(' ')
  for (const [, label, inTime, later] of shown) {
    const printed = phone.getByRole('row').filter({ hasText: label })
    const words = (await printed.first().textContent()) ?? ''
    for (const one of both(inTime, later)) expect(words, label).toContain(one)
  }
  for (const line of row.lines) expect(read, line.name).toContain(formatMoney(line.amount))
  const file = phone.waitForEvent('download')
  await phone.getByRole('button', { name: 'Download PDF' }).tap()
  expectPdf(readFileSync(await (await file).path()))
})
