import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { button, go, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'admin')).page
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.close()
})

test('an admin sees the webhook that was switched off, and what was told to it', async () => {
  await go(page, '/app/webhooks')
  await page.getByRole('row', { name: /Old warehouse .* Switched off/i }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Log: Old warehouse').click()
  const log = page.getByRole('dialog')
  await log.getByRole('row', { name: /webhook\.test .* Failed .*ECONNREFUSED/i }).waitFor()
  await log.getByRole('row', { name: /webhook\.test .* Delivered .* 200 ok/i }).waitFor()
  await log.getByRole('button', { name: 'Close' }).click()
})

test('a new one is made, its secret is shown once, and it is removed again', async () => {
  await button(page, 'New Webhook').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Reporting')
  await dialog.getByLabel('Address').fill('https://10.0.0.1/in')
  await dialog.getByRole('group', { name: 'Invoices' }).getByLabel('Paid').check()
  await dialog.getByRole('button', { name: 'Save Webhook' }).click()
  await dialog.getByText('That address is not on the internet.').waitFor()
  await dialog.getByLabel('Address').fill('https://hooks.example.co.nz/in')
  await dialog.getByRole('button', { name: 'Save Webhook' }).click()
  await page.getByRole('row', { name: /Reporting .* 1 event On/i }).waitFor()
  expect(await page.locator('code').textContent()).toMatch(/^whsec_/)
  await button(page, 'Send a test: Reporting').click()
  await says(page, 'The test is on its way.')
  await page.reload()
  await button(page, 'Remove: Reporting').click()
  expect(await page.locator('code').count()).toBe(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await says(page, 'Webhook removed.')
})
