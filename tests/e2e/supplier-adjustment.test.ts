import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { addressIs, button, go, heading } from './steps.ts'

let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'manager')).page
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.close()
})

const dialog = () => page.getByRole('dialog')

async function chip(text: string): Promise<void> {
  await page.getByRole('main').locator('.mantine-Badge-root').getByText(text).first().waitFor()
}

async function act(name: string): Promise<void> {
  await button(page, name).click()
  await dialog().getByRole('button', { name, exact: true }).click()
  await dialog().waitFor({ state: 'detached' })
}

async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: new RegExp(`^${label}`) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('what we owe a supplier without a bill is booked on its page, paid and seen there', async () => {
  await go(page, '/app/suppliers')
  await page.getByRole('link', { name: 'Waitematā Water', exact: true }).first().click()
  await page.getByRole('link', { name: 'New adjustment' }).click()
  await heading(page, 'New adjustment')
  await choose('Kind', 'Opening balance')
  await page.getByLabel(/^Amount/).fill('214.90')
  await page.getByLabel(/^Account with the supplier/).fill('WW-88')
  await page.getByLabel(/^Reason/).fill('Owed when we came')
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Book it').click()
  await heading(page, 'Opening balance of $214.90')
  await page.getByRole('link', { name: 'Waitematā Water' }).first().click()
  await addressIs(page, /\/app\/supplier\/details\?id=\d+/)
  const row = page.getByRole('row', { name: /^ADJ-\d+ .* WW-88$/ })
  await row.waitFor()
  expect(await row.textContent()).toContain('214.90')
  expect(await axeFindings(page)).toEqual([])
  await row.getByRole('link').click()
  const address = page.url()
  await page.getByRole('link', { name: 'Plan payment' }).click()
  await heading(page, 'Plan a payment')
  await expect.poll(() => page.getByLabel(/^Amount/).inputValue()).toBe('214.90')
  await button(page, 'Plan payment').click()
  await heading(page, 'Payment of $214.90 to Waitematā Water')
  await act('Approve')
  await act('Mark as paid')
  await page.getByRole('row', { name: /^ADJ-\d+ 214\.90$/ }).waitFor()
  await page.goto(address)
  await chip('Cleared')
  await page.getByRole('row', { name: /214\.90$/ }).waitFor()
}, 120_000)

test('the list tells customers’ and suppliers’ apart, and the report what we owe by age', async () => {
  await go(page, '/app/adjustments')
  const views = page.getByRole('navigation', { name: 'Views' })
  await views.getByRole('link', { name: /^With suppliers/ }).click()
  await expect.poll(() => page.url()).toContain('customer_id.null')
  await page.getByRole('link', { name: /^ADJ-/ }).first().waitFor()
  await go(page, '/app/reports')
  await page.getByRole('link', { name: 'Aged payables' }).click()
  await page.getByRole('table', { name: 'Aged payables', exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
}, 120_000)
