import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { addressIs, button, heading, newCustomer, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page
let customer: number

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'manager')).page
  customer = await newCustomer(page, {
    name: 'Kauri Coast Dairy',
    email: 'accounts@kauricoast.example',
  })
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.close()
})

const dialog = () => page.getByRole('dialog')
const amounts = () => page.getByRole('complementary', { name: 'Amounts' })

/** Types into fields by their labels; the star of a needed one is part of its label. */
async function type(within: Page | Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await within.getByLabel(new RegExp(`^${label}( \\*)?$`)).fill(value)
}

/** Presses a button of the page, then the one that confirms it in the dialog. */
async function act(name: string, confirm: string, values: Record<string, string> = {}) {
  const shown = button(page, name)
  if ((await shown.count()) === 0) {
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  } else await shown.click()
  await type(dialog(), values)
  await dialog().getByRole('button', { name: confirm, exact: true }).click()
  await dialog().waitFor({ state: 'detached' })
}

/** A draft of one line, 100 dollars without GST and 10 % discount until the given day. */
async function draft(until: string): Promise<string> {
  await page.goto(`/app/invoice/new?customer_id=${customer}`)
  await button(page, 'Write lines').click()
  await type(page, {
    'Charge of line 1': 'Energy',
    'Quantity of line 1': '400',
    'Unit of line 1': 'kWh',
    'Rate of line 1': '0.25',
    Discount: '10',
    'Due date': until,
    'Discount until': until,
  })
  await page.getByLabel('Notes', { exact: true }).click()
  await amounts()
    .getByRole('button', { name: /^103\.50, This period, paid in time/ })
    .waitFor()
  await expect.poll(() => button(page, 'Save').isEnabled()).toBe(true)
  await button(page, 'Save').click()
  await addressIs(page, /invoice\/edit\?id=\d+/)
  await says(page, 'Draft')
  return page.url()
}

async function pay(amount: string): Promise<void> {
  await page.getByRole('link', { name: 'Record payment' }).first().click()
  await heading(page, 'Record a payment')
  await type(page, { Amount: amount })
  await button(page, 'Record payment').click()
  await heading(page, /^Payment of/)
  await says(page, 'Where the money went')
}

async function chip(text: string | RegExp): Promise<void> {
  await page.getByRole('main').locator('.mantine-Badge-root').getByText(text).first().waitFor()
}

test('a draft is explained to its lines, and verified', async () => {
  await draft('20/10/2026')
  await amounts()
    .getByRole('button', { name: /^103\.50, To pay, paid in time/ })
    .click()
  const panel = page.getByRole('region', { name: 'Where the amount comes from' })
  await panel.getByText('Where 103.50 comes from').waitFor()
  await page.getByRole('button', { name: /^100\.00, Energy/ }).click()
  await panel.getByText('400 kWh × 0.25 =').waitFor()
  await panel.getByRole('button', { name: 'Verify' }).click()
  await panel.getByText('Recomputed just now: identical').waitFor()
  expect(await axeFindings(page, 'main')).toEqual([])
}, 60_000)

test('it is approved, sent, paid in part and reminded of', async () => {
  const [address] = page.url().split('&')
  await act('Approve', 'Approve')
  await chip('approved')
  await act('Send', 'Send')
  await chip('invoiced')
  await chip('Overdue')
  await chip('Discount lost')
  await pay('50.00')
  await page.goto(address ?? '')
  await chip('Partly paid')
  await act('Remind', 'Remind')
  await says(page, 'Reminder sent.')
  expect(await axeFindings(page, 'main')).toEqual([])
}, 60_000)

test('paying the rest late leaves the discount owed, until it is granted', async () => {
  const address = page.url()
  await pay('53.50')
  await page.goto(address)
  await amounts().getByText('11.50').first().waitFor()
  await chip('Discount lost')
  await act('Grant discount', 'Grant discount', { Reason: 'The bank was closed' })
  await chip('Discount granted')
  await chip(/^(cleared|paid)$/i)
}, 60_000)

test('an invoice is cancelled with its reason, and its money is credit', async () => {
  await draft('20/12/2026')
  const address = page.url()
  await act('Approve and Send', 'Approve and Send')
  await chip('invoiced')
  await pay('103.50')
  await page.goto(address)
  await chip('Discount earned')
  await act('Cancel invoice', 'Cancel invoice', { Reason: 'Wrong site' })
  await chip('cancelled')
  await page.goto(`/app/customer/details?id=${customer}&tab=billing`)
  await page.getByRole('main').getByText('103.50').first().waitFor()
}, 60_000)

test('an invoice made anew takes its money along', async () => {
  await draft('20/12/2026')
  await act('Approve and Send', 'Approve and Send')
  await chip(/^(cleared|paid|invoiced)$/i)
  const old = page.url()
  await act('Redo', 'Redo', { Reason: 'Wrong reading' })
  await expect.poll(() => page.url()).not.toBe(old)
  await says(page, /Made in place of/)
  await button(page, 'Edit').click()
  await type(page, { 'Rate of line 1': '0.2' })
  await expect.poll(() => button(page, 'Save').isEnabled()).toBe(true)
  await button(page, 'Save').click()
  await button(page, 'Approve and Send').waitFor()
  await act('Approve and Send', 'Approve and Send')
  await chip(/^(cleared|paid)$/i)
  await says(page, 'Money on this invoice')
}, 60_000)

test('a draft nobody wants is deleted, and comes back at once', async () => {
  await draft('20/12/2026')
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await heading(page, 'Invoices')
  await button(page, 'Undo').click()
  await says(page, 'Invoice is a draft again.')
}, 60_000)
