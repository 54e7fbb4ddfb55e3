import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visit, visitAs } from '#tests/support/browser.ts'
import { lettersWhere } from '#tests/support/letters.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import {
  act,
  actAndLeave,
  addressIs,
  button,
  go,
  heading,
  newCustomer,
  says,
  typeLabelled,
} from './steps.ts'

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
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const dialog = () => page.getByRole('dialog')
const amounts = () => page.getByRole('complementary', { name: 'Amounts' })

/** A draft of one line, 100 dollars without GST and 10 % discount until the given day. */
async function draft(until: string): Promise<string> {
  await go(page, `/app/invoice/new?customer_id=${customer}`)
  await button(page, 'Write lines').click()
  await typeLabelled(page, {
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

async function pay(amount: string, day?: string): Promise<void> {
  await page.getByRole('link', { name: 'Record payment' }).first().click()
  await heading(page, 'Record a payment')
  await typeLabelled(page, { Amount: amount, ...(day && { 'Payment date': day }) })
  await button(page, 'Record payment').click()
  // Whoever came from an invoice is back there.
  await addressIs(page, /^\/app\/invoice\/edit\?id=\d+/)
}

async function chip(text: string | RegExp): Promise<void> {
  await page.getByRole('main').locator('.mantine-Badge-root').getByText(text).first().waitFor()
}

/** The customer opens the link of the mail on a phone, as nobody we know. */
async function readAsCustomer(): Promise<void> {
  const address = 'accounts@kauricoast.example'
  const letter = (await lettersWhere(site.owner, 'mail_to = $1', [address])).at(-1)
  const [, token = ''] = /\/invoice\/#([\w-]{43})\s/.exec(letter?.text_plain ?? '') ?? []
  const look = { width: 390, height: 844, touch: true }
  const { page: phone, context, troubles } = await visit(browser, site.url, look)
  // Opened counts after a look of two seconds, not after a mere request.
  const noted = phone.waitForResponse((answer) => answer.url().endsWith('/public/invoice/opened'))
  await phone.goto(`/invoice/#${token}`)
  await phone.getByRole('heading', { name: 'What to pay' }).waitFor()
  const words = (await phone.getByRole('main').textContent()) ?? ''
  for (const amount of ['103.50', '115.00']) expect(words).toContain(amount)
  expect(await axeFindings(phone)).toEqual([])
  expect(troubles).toEqual([])
  await noted
  await context.close()
}

test('draft, explained, approved, sent, read by the customer, paid in part, reminded, paid late, discount lost, granted, cleared', async () => {
  const address = await draft('20/10/2026')
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

  await act(page, 'Approve', 'Approve')
  await chip('approved')
  await actAndLeave(site, page, 'Send')
  await chip('invoiced')
  await readAsCustomer()
  await page.goto(address)
  await says(page, /, opened \d/)
  await pay('50.00', '10/10/2026')
  await go(page, address)
  await chip('Partly paid')
  await chip('Overdue')
  await actAndLeave(site, page, 'Remind')
  await says(page, '1 reminder sent.')
  expect(await axeFindings(page, 'main')).toEqual([])

  // Too late for the discount: what was saved is owed after all.
  await pay('53.50')
  await go(page, address)
  await amounts().getByText('11.50').first().waitFor()
  await chip('Discount lost')
  await act(page, 'Grant discount', 'Grant discount', { Reason: 'The bank was closed' })
  await chip('Discount granted')
  await chip(/^(cleared|paid)$/i)
})

test('an invoice is cancelled with its reason, and its money is credit', async () => {
  await draft('20/12/2026')
  const address = page.url()
  await actAndLeave(site, page, 'Approve and Send')
  await chip('invoiced')
  await pay('103.50')
  await go(page, address)
  await chip('Discount earned')
  await act(page, 'Cancel invoice', 'Cancel invoice', { Reason: 'Wrong site' })
  await chip('cancelled')
  await go(page, `/app/customer/details?id=${customer}&tab=billing`)
  await page.getByRole('main').getByText('103.50').first().waitFor()
})

test('an invoice made anew takes its money along', async () => {
  await draft('20/12/2026')
  await actAndLeave(site, page, 'Approve and Send')
  await chip(/^(cleared|paid|invoiced)$/i)
  const old = page.url()
  await act(page, 'Redo', 'Redo', { Reason: 'Wrong reading' })
  await expect.poll(() => page.url()).not.toBe(old)
  await says(page, /Made in place of/)
  await button(page, 'Edit').click()
  await typeLabelled(page, { 'Rate of line 1': '0.2' })
  await expect.poll(() => button(page, 'Save').isEnabled()).toBe(true)
  await button(page, 'Save').click()
  await button(page, 'Approve and Send').waitFor()
  await actAndLeave(site, page, 'Approve and Send')
  await chip(/^(cleared|paid)$/i)
  await says(page, 'Money on this invoice')
})

test('a draft nobody wants is deleted, and comes back at once', async () => {
  await draft('20/12/2026')
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await heading(page, 'Invoices')
  await button(page, 'Undo').click()
  await says(page, 'Invoice is a draft again.')
})

// Shows: E12
test('the customer’s page stands beside the draft and follows what is typed', async () => {
  await draft('20/12/2026')
  const sheet = page.getByRole('region', { name: 'As the customer gets it' })
  await button(page, 'Show the customer’s page').click()
  await sheet.getByText('103.50', { exact: true }).first().waitFor()
  await sheet.getByText('Kauri Coast Dairy').waitFor()
  await button(page, 'Edit').click()
  await button(page, 'Show the customer’s page').click()
  await typeLabelled(page, { 'Quantity of line 1': '800' })
  await sheet.getByText('207.00', { exact: true }).first().waitFor()
})
