import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { businessToday, formatDay, formatDayLong } from '#domain/kit/calendar.ts'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { button, field, heading, newCustomer, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page
let customer: number
/** What was sent to record a payment. */
const sent: string[] = []

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'manager')).page
  customer = await newCustomer(page, { name: 'Kōwhai Nursery' })
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/invoicepayment'))
      sent.push(request.postData() ?? '')
  })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const paymentDate = () => page.getByLabel(/^Payment date( \*)?$/)
const today = () => Temporal.PlainDate.from(businessToday(Temporal.Now.instant()))

async function openPayment(): Promise<void> {
  await page.goto(`/app/invoicepayment?customer_id=${customer}`)
  await page.getByLabel(/^Amount( \*)?$/).fill('80.00')
}

async function paymentsStored(): Promise<number> {
  // The owner of the tables is under row-level security too.
  await site.owner.query("select set_config('app.organisation_id', '1', false)")
  const sql = 'select 1 from invoicepayments where customer_id = $1'
  return (await site.owner.query(sql, [customer])).rows.length
}

/** Key by key, as a person does: every half of the text passes through the field. */
async function typeDay(text: string): Promise<void> {
  await paymentDate().click()
  await paymentDate().press('ControlOrMeta+a')
  await paymentDate().pressSequentially(text)
}

test.each([
  ['31/11/2026', 'Payment date: there is no 31 November 2026.'],
  ['29/2/2027', 'Payment date: there is no 29 February 2027.'],
  ['1/1/2015', "Payment date can't be before 1 January 2019."],
  ['2015-01-01', "Payment date can't be before 1 January 2019."],
  ['31/1/2026?', /“31\/1\/2026\?” is not a date/],
])('a payment on %s is refused and not stored on another day', async (text, reason) => {
  await openPayment()
  sent.length = 0
  await typeDay(text)
  await button(page, 'Record payment').click()
  await says(page, reason)
  expect(await paymentDate().getAttribute('aria-invalid')).toBe('true')
  expect(await axeFindings(page)).toEqual([])
  await paymentDate().press('Enter')
  await says(page, reason)
  expect(sent).toEqual([])
  // The key for saving asks no form; what was typed is refused for what it is.
  await paymentDate().press('ControlOrMeta+s')
  await says(page, reason)
  await page.getByRole('alert').first().waitFor()
  expect(sent.join()).not.toMatch(/"\d{4}-\d\d-\d\d"/)
  expect(await paymentsStored()).toBe(0)
})

// Shows: E24
test('a field that is left shows the day it understood', async () => {
  await openPayment()
  const day = today()
  for (const [text, meant] of [
    ['eom', day.with({ day: day.daysInMonth })],
    ['+2w', day.add({ weeks: 2 })],
    ['yesterday', day.subtract({ days: 1 })],
    [formatDay(day), day],
  ] as const) {
    await typeDay(text)
    await page.getByLabel('Reference', { exact: true }).focus()
    await expect.poll(() => paymentDate().inputValue()).toBe(formatDayLong(meant))
  }
  expect(await axeFindings(page)).toEqual([])
})

test('Escape takes back what was typed, arrows step a day, the calendar picks one', async () => {
  await openPayment()
  const day = today()
  await typeDay('31/11/2026')
  await paymentDate().press('Escape')
  expect(await paymentDate().inputValue()).toBe(formatDayLong(day))
  await paymentDate().press('ArrowUp')
  await paymentDate().press('ArrowUp')
  await paymentDate().press('ArrowDown')
  expect(await paymentDate().inputValue()).toBe(formatDayLong(day.add({ days: 1 })))
  await typeDay('15/6/2026')
  await paymentDate().click()
  await button(page, '16 June 2026').click()
  expect(await paymentDate().inputValue()).toBe('Tue 16 Jun 2026')
  // A day on which the banks are closed is marked, and named below the month.
  await paymentDate().click()
  await says(page, '1: King’s Birthday')
  expect(await button(page, '1 Jun 2026, King’s Birthday').getAttribute('title')).toBe(
    'King’s Birthday',
  )
  expect(await axeFindings(page)).toEqual([])
})

test('Escape in a dialog takes back the day and leaves the dialog open', async () => {
  await openPayment()
  await typeDay('yesterday')
  await paymentDate().press('Enter')
  await heading(page, 'Payment of $80.00')
  expect(sent.at(-1)).toContain(`"payment_date":"${today().subtract({ days: 1 })}"`)
  expect(await paymentsStored()).toBe(1)
  await button(page, 'Refund').click()
  const refundDate = page.getByRole('dialog').getByLabel('Refund date', { exact: true })
  await refundDate.fill('31/4/2027')
  await page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click()
  await says(page, 'Refund date: there is no 31 April 2027.')
  await refundDate.press('Escape')
  expect(await refundDate.inputValue()).toBe(formatDayLong(today()))
  await refundDate.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

// Shows: E24
test('a record with a day that is none is not saved', async () => {
  await page.goto(`/app/contract?customer_id=${customer}`)
  await field(page, 'date_start').fill('31/9/2026')
  await button(page, 'Save').click()
  await page.getByRole('link', { name: 'Starts: there is no 31 September 2026.' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
})

test('a list is not filtered by a day that is none', async () => {
  await page.goto('/app/invoicepayments')
  await button(page, 'Add filter').click()
  await page.getByRole('option', { name: 'Payment date', exact: true }).click()
  const form = page.getByRole('form', { name: 'Filter by Payment date' })
  await form.getByLabel('From', { exact: true }).fill('30/2/2026')
  await form.getByRole('button', { name: 'Apply' }).click()
  await form.getByText('From: there is no 30 February 2026.').waitFor()
  expect(page.url()).not.toContain('where=')
  await form.getByLabel('From', { exact: true }).fill('1/2/2026')
  await form.getByRole('button', { name: 'Apply' }).click()
  await button(page, 'Payment date: at least 01/02/2026').waitFor()
})
