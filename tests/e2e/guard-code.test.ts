import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { button, go, idIn, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page
let id: number

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'manager')).page
  await go(page, '/app/customers?q=Bledisloe')
  await page.getByRole('link', { name: 'Bledisloe Cool Stores' }).first().click()
  await page.waitForURL(/customer\/details/)
  id = idIn(page)
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.close()
})

const dialog = () => page.getByRole('dialog')
const card = () => page.getByRole('region', { name: 'Guard code' })
const focused = () => page.evaluate<string>('document.activeElement?.getAttribute("aria-label")')

test('the bank account is shown once the guard code is typed, by keyboard alone', async () => {
  await go(page, `/app/customer/details?id=${id}&tab=direct-debit`)
  await button(page, 'Show Bank account number').focus()
  await page.keyboard.press('Enter')
  await dialog().getByLabel('Guard code or one-time code').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await expect.poll(focused).toBe('Show Bank account number')
  await page.keyboard.press('Enter')
  await dialog().waitFor()
  await page.keyboard.type('frost-481')
  await page.keyboard.press('Enter')
  await dialog().getByRole('alert').getByText("That code isn't right. 4 tries left.").waitFor()
  await dialog().getByRole('button', { name: 'Send me a one-time code' }).click()
  await dialog()
    .getByRole('status')
    .getByText(/^We've sent a code to a•••@/)
    .waitFor()
  await page.keyboard.type('frost-480')
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  await expect.poll(focused).toBe('Hide Bank account number')
  await card()
    .getByText(/^Open to you until/)
    .waitFor()
  // The next look is not asked about again.
  await button(page, 'Hide Bank account number').click()
  await button(page, 'Show Bank account number').click()
  await button(page, 'Hide Bank account number').waitFor()
})

test('another code closes it again, also in the form; removed with a reason, it opens', async () => {
  await card().getByRole('button', { name: 'Change guard code' }).click()
  await dialog().getByLabel('New guard code').fill('1234')
  await page.keyboard.press('Enter')
  await dialog().getByText('That code is too easy to guess. Please pick another.').waitFor()
  await dialog().getByLabel('New guard code').fill('thaw-480')
  await page.keyboard.press('Enter')
  await says(page, 'Guard code changed.')
  await go(page, `/app/customer/edit?id=${id}`)
  await button(page, 'Show Bank account number').click()
  await dialog().getByLabel('Guard code or one-time code').fill('thaw-480')
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  await expect.poll(() => page.getByLabel('Bank account number').inputValue()).toMatch(/^\d\d/)
  await go(page, `/app/customer/details?id=${id}&tab=direct-debit`)
  await card().getByRole('button', { name: 'Remove' }).click()
  await dialog().getByLabel('Reason').fill('No longer wanted')
  await dialog().getByRole('button', { name: 'Remove' }).click()
  await says(page, 'Guard code removed.')
  await card().getByText('Not set').waitFor()
  await button(page, 'Show Bank account number').click()
  await button(page, 'Hide Bank account number').waitFor()
})
