import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#domain/contracts/contract.ts'
import { makeIcp } from '#domain/kit/icp.ts'
import { meter } from '#domain/meters/meter.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { booksHold, runJob } from '#tests/support/billing.ts'
import { openBrowser, visit, visitAs } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { letLeave } from '#tests/support/run-queue.ts'
import { makeSentInvoices, type SentInvoices, type Supplied } from '#tests/support/sent-invoices.ts'
import { everyWarning } from '#tests/support/supplied.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'
import { act, addressIs, button, go, heading, idIn, says, typeLabelled } from './steps.ts'

// Months of a customer's life as the staff play them on screen and as the customer sees them on the
// public page. The customer pays what the page asks; what was paid in time stays paid.

let world: World
let invoices: SentInvoices
let browser: Browser
let url: string
let page: Page
let admin: Client
let one: Supplied
let cycles: Supplied

beforeAll(async () => {
  world = await makeWorld()
  ;[invoices, browser] = await Promise.all([makeSentInvoices(world), openBrowser()])
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const address = world.app.server.address()
  url = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
  one = await invoices.supplied({ name: 'Mānuka Bakery' })
  cycles = await invoices.supplied({ name: 'Kōwhai Cycles' })
  await comeIn()
})
afterAll(async () => {
  await browser.close()
  await world.close()
})

const DAY_MS = 86_400_000

/** Sessions do not last for weeks: everybody signs in anew. */
async function comeIn(): Promise<void> {
  await page?.context().close()
  const look = { width: 1400, password, at: world.clock.now() }
  page = (await visitAs(browser, url, 'manager', look)).page
  admin = await world.as('admin')
}

async function daysPass(days: number): Promise<void> {
  world.clock.advance(days * DAY_MS)
  await runJob(world, settleDiscounts)
  await comeIn()
}

/** A contract of $2.00 a day, 5 % off in time and no fee of ours: $65.55 of 30 days, else $69.00. */
async function plainContract(customer_id: number): Promise<number> {
  const retailer = await makeRow(admin, supplier)
  const icp_number = makeIcp(7_700_001, 'UN')
  const connections = [icp_number]
  const given = { customer_id, supplier_id: retailer.id, connections, date_start: '2026-01-01' }
  const terms = { discount_percent: '5', service_fee_percent: '0' }
  const { id } = await makeRow(admin, contract, { ...given, ...terms })
  const daily = { rate_name: 'Daily', rate_type: 'fixed', rate_unit: 'day', rate_amount: '2' }
  const rate = { contract_id: id, valid_from_date: '2026-01-01', ...daily }
  expect((await admin.put('/rate', rate)).status).toBe(201)
  const box = await makeRow(admin, meter, { customer_id, icp_number })
  for (const reading_date of ['2026-03-31', '2026-04-30', '2026-05-31']) {
    const reading = { reading_date, reading_latest: '70', reading_latest_type: 'actual' }
    expect((await admin.put('/meterreading', { meter_id: box.id, ...reading })).status).toBe(201)
  }
  const activated = { id, reason: 'Agreed elsewhere' }
  expect((await admin.post('/contract/activate', activated)).status).toBe(200)
  return id
}

async function sent(who: Supplied, period_start: string, period_end: string): Promise<number> {
  const made = await admin.put('/invoice', { ...who, period_start, period_end })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data
  const reply = await admin.post('/invoice/approve', { id, send: true, acknowledge: everyWarning })
  expect(reply.status, reply.text).toBe(200)
  return id
}

/** What the customer reads on the page of this invoice, on a phone. */
async function asked(id: number): Promise<string> {
  const look = { width: 390, touch: true, at: world.clock.now() }
  const phone = await visit(browser, url, look)
  await phone.page.goto(`/invoice/#${await invoices.tokenOf(id)}`)
  const card = phone.page.getByRole('region', { name: /to pay$/i }).first()
  const words = (await card.textContent()) ?? ''
  await phone.context.close()
  return /^Nothing to pay/.test(words) ? '0.00' : (/\$([\d.,]+)by /.exec(words)?.[1] ?? words)
}

/** Recorded on screen, as money of today that names this invoice. */
async function pay(customer_id: number, invoice_id: number, amount: string): Promise<void> {
  await go(page, `/app/invoicepayment?customer_id=${customer_id}&invoice_id=${invoice_id}`)
  await heading(page, 'Record a payment')
  await typeLabelled(page, { Amount: amount })
  await page.getByRole('button', { name: 'Record payment', exact: true }).click()
  await heading(page, `Payment of $${amount}`)
}

/** With every warning looked at. */
async function approveAndSend(): Promise<void> {
  await button(page, 'Approve and Send').click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Approve and Send', exact: true })
  await send.waitFor()
  for (const box of await dialog
    .getByRole('group', { name: 'Warnings' })
    .getByRole('checkbox')
    .all())
    await box.check()
  await send.click()
  await dialog.waitFor({ state: 'detached' })
  await letLeave(world, { clock: world.clock })
}

const stored = async (id: number) => (await admin.get('/invoice', { id })).body.data

async function nothingLeft(customer_id: number, ids: number[]): Promise<void> {
  for (const id of ids) expect(await asked(id), `page of ${id}`).toBe('0.00')
  const account = (await admin.get('/customer', { id: customer_id })).body.data
  expect([account.balance_total, account.account_credit]).toEqual(['0.00', '0.00'])
  await scope(world.owner, world.organisations[0])
  await booksHold(world, customer_id)
}

test('two contracts over three months, with a refund, a redo and a changed setting between', async () => {
  const { customer_id } = one
  const two = { customer_id, contract_id: await plainContract(customer_id) }
  const first = await sent(one, '2026-04-01', '2026-04-30')
  const second = await sent(two, '2026-04-01', '2026-04-30')
  expect(await asked(second)).toBe('65.55')

  await pay(customer_id, first, await asked(first))
  expect([await asked(first), await asked(second)]).toEqual(['0.00', '65.55'])

  await daysPass(31)
  // The second was not paid in time; the next page carries it without its discount.
  expect(await asked(second)).toBe('69.00')
  const setting = { name: 'ppd_grace_working_days', value: 5 }
  expect((await admin.put('/organisationconfig', setting)).status).toBe(201)
  const third = await sent(one, '2026-05-01', '2026-05-31')
  const whole = await stored(third)
  expect(whole.opening_balance).toBe('69.00')
  await pay(customer_id, third, await asked(third))
  const fourth = await sent(two, '2026-05-01', '2026-05-31')
  // More is paid than was asked, and what was too much is paid back.
  await pay(customer_id, fourth, (Number(await asked(fourth)) + 50).toFixed(2))
  await act(page, 'Refund', 'Refund', { 'Amount to pay back': '50.00', Reason: 'Paid twice' })
  await page.getByRole('row', { name: /Paid back.*50\.00/ }).waitFor()
  expect(await asked(second)).toBe('0.00')

  // Made anew after it was paid: its money follows it, and nothing more is asked.
  await go(page, `/app/invoice/edit?id=${fourth}`)
  await act(page, 'Redo', 'Redo', { Reason: 'Their address was wrong' })
  await expect.poll(() => idIn(page)).not.toBe(fourth)
  await addressIs(page, /invoice\/edit\?id=\d+/)
  const anew = idIn(page)
  await approveAndSend()
  await says(page, /^(Cleared|Paid)$/)

  await daysPass(31)
  const { id, version } = (await admin.get('/organisationconfigs')).body.data.find(
    (row: { name: string }) => row.name === setting.name,
  )
  await admin.post('/organisationconfig', { id, version, value: 0 })
  await daysPass(1)
  // The discount that stood goes over to the one made anew.
  const outcomes = [first, second, third, anew].map(async (each) => (await stored(each)).ppd_state)
  expect(await Promise.all(outcomes)).toEqual(['earned', 'lost', 'earned', 'granted'])
  await nothingLeft(customer_id, [first, second, third, anew])
}, 240_000)

test('a bad debt is given up, and paid after all', async () => {
  const who = cycles
  const id = await sent(who, '2026-04-01', '2026-04-30')
  const { undiscounted_total } = await stored(id)
  await daysPass(40)
  expect(await asked(id)).toBe(undiscounted_total)
  await go(page, `/app/invoice/edit?id=${id}`)
  await act(page, 'Write off', 'Write off', { Reason: 'They are gone' })
  await says(page, 'Written off')
  expect((await stored(id)).invoice_status).toBe('cleared')
  await daysPass(20)
  await pay(who.customer_id, id, undiscounted_total)
  await go(page, `/app/invoice/edit?id=${id}`)
  await expect.poll(async () => (await stored(id)).written_off).toBe('0.00')
  await nothingLeft(who.customer_id, [id])
  expect(todayOf(world) > (await stored(id)).due_date).toBe(true)
}, 120_000)
