import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { letLeave } from '#tests/support/run-queue.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { addressIs, button, go, heading, newCustomer, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page
let customer: number

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'manager')).page
  customer = await newCustomer(page, {
    name: 'Rewa Glassworks',
    email: 'office@rewaglass.example',
  })
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.close()
})

const dialog = () => page.getByRole('dialog')

async function type(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(new RegExp(`^${label}( \\*)?$`)).fill(value)
}

async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: new RegExp(`^${label}`) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function chip(text: string): Promise<void> {
  await page.getByRole('main').locator('.mantine-Badge-root').getByText(text).first().waitFor()
}

/** An invoice of one line over $115.00, sent at once. */
async function sentInvoice(): Promise<void> {
  await go(page, `/app/invoice/new?customer_id=${customer}`)
  await button(page, 'Write lines').click()
  await type({
    'Charge of line 1': 'Energy',
    'Quantity of line 1': '400',
    'Unit of line 1': 'kWh',
    'Rate of line 1': '0.25',
  })
  await page.getByLabel('Notes', { exact: true }).click()
  await expect.poll(() => button(page, 'Save').isEnabled()).toBe(true)
  await button(page, 'Save').click()
  await addressIs(page, /invoice\/edit\?id=\d+/)
  await button(page, 'Approve and Send').click()
  await dialog().getByRole('button', { name: 'Approve and Send', exact: true }).click()
  await dialog().waitFor({ state: 'detached' })
  await letLeave(site)
}

test('goodwill is given, used up by the next invoice, and shown where it went', async () => {
  await go(page, `/app/customer/details?id=${customer}&tab=billing`)
  await page.getByRole('link', { name: 'New adjustment' }).click()
  await heading(page, 'New adjustment')
  await type({ Amount: '40.00', Reason: 'Sorry for the long wait' })
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Book it').click()
  await heading(page, 'Goodwill of $40.00')
  await chip('Credit left')
  const address = page.url()
  await sentInvoice()
  await page.goto(address)
  await chip('Used up')
  await page.getByRole('row', { name: /^INV-\d+ 40\.00$/ }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('tab', { name: 'Messages' }).click()
  await says(page, 'Nothing was written yet.')
  await page.getByRole('tab', { name: 'Notes, tasks & files' }).click()
  await page.getByLabel('New note').getByRole('textbox').fill('They rang twice about it')
  await button(page, 'Save note').click()
  await says(page, 'Note created.')
  expect(await axeFindings(page, 'main')).toEqual([])
}, 120_000)

test('a debt from before is booked, held, released, paid by its number and seen as paid', async () => {
  await go(page, `/app/adjustment?customer_id=${customer}`)
  await choose('Kind', 'Opening balance')
  await choose('Side', 'The customer owes it')
  await type({ Amount: '72.05', Reason: 'Owed when they came' })
  await button(page, 'Book it').click()
  await heading(page, 'Opening balance of $72.05')
  const address = page.url()
  await button(page, 'Hold').click()
  await dialog()
    .getByLabel(/^Reason/)
    .fill('They are checking it')
  await dialog().getByRole('button', { name: 'Hold', exact: true }).click()
  await chip('Held')
  await button(page, 'Release').click()
  await dialog().getByRole('button', { name: 'Release', exact: true }).click()
  await dialog().waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Record payment' }).click()
  await heading(page, 'Record a payment')
  await says(page, /^For ADJ-\d+ first\.$/)
  await type({ Amount: '72.05' })
  await button(page, 'Record payment').click()
  await heading(page, 'Payment of $72.05')
  await page.getByRole('row', { name: /^ADJ-\d+ By itself 72\.05/ }).waitFor()
  await page.goto(address)
  await chip('Cleared')
}, 120_000)

test('credit that was used is not taken back, and accounting only gives goodwill', async () => {
  await go(page, `/app/adjustment?customer_id=${customer}`)
  await type({ Amount: '5.00', Reason: 'A slip' })
  await choose('Kind', 'Correction')
  await choose('Side', 'The customer is given it')
  // An invoice is open, which it pays at once.
  await button(page, 'Book it').click()
  await heading(page, 'Correction of $5.00')
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Reverse', exact: true }).click()
  await dialog()
    .getByLabel(/^Reason/)
    .fill('A slip')
  await dialog().getByRole('button', { name: 'Reverse', exact: true }).click()
  await says(page, /its credit was used/)
  await dialog().getByRole('button', { name: 'Keep it', exact: true }).click()
  const other = await visitAs(browser, site.url, 'accounting')
  await other.page.goto(`/app/adjustment?customer_id=${customer}`)
  await other.page.getByRole('combobox', { name: /^Kind/ }).click()
  expect(await other.page.getByRole('option').allTextContents()).toEqual(['Goodwill'])
  await other.context.close()
}, 120_000)

test('a statement of account is of chosen days, looked at as its PDF, and mailed', async () => {
  await go(page, `/app/customer/details?id=${customer}&tab=billing`)
  await button(page, 'Statement').click()
  await dialog().getByRole('heading', { name: 'Statement of account' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog().getByLabel('From *', { exact: true }).fill('1 Jan 2026')
  await dialog().getByLabel('To *', { exact: true }).fill('31 Jan 2026')
  const shown = page.waitForResponse(/\/customer\/statement\?/)
  const view = page.waitForEvent('popup')
  await dialog().getByRole('button', { name: 'Look at the PDF' }).click()
  const pdf = await shown
  expect(pdf.headers()['content-type']).toContain('application/pdf')
  expect(new URL(pdf.url()).searchParams.toString()).toContain('from=2026-01-01&to=2026-01-31')
  await (await view).close()
  await dialog().getByLabel('Mail it to').fill('accountant@rewaglass.example')
  // The mail and the page stand beside it, before anything leaves.
  await dialog()
    .getByText('Email to accountant@rewaglass.example, with Statement-2026-01-31.pdf')
    .waitFor()
  await dialog().getByText('Balance brought forward').waitFor()
  expect(await axeFindings(page, '[role="dialog"]')).toEqual([])
  await dialog().getByRole('button', { name: 'Send', exact: true }).click()
  await dialog().waitFor({ state: 'detached' })
  await says(page, /^1 statement leaves in \d+ s\.$/)
  await letLeave(site)
  await says(page, '1 statement sent.')
  const { rows } = await site.owner.query(
    'select attachment_name from letters where mail_to = $1',
    ['accountant@rewaglass.example'],
  )
  expect(rows).toEqual([{ attachment_name: 'Statement-2026-01-31.pdf' }])
}, 60_000)
