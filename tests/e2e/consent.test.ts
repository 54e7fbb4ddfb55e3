import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { button, go, newCustomer, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'user')).page
  const id = await newCustomer(page, { name: 'Rewa Glassworks', email: 'rewa@example.co.nz' })
  await go(page, `/app/customer/details?id=${id}&tab=messages`)
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.close()
})

test('who agrees is noted with how they did, and can take it back', async () => {
  const panel = page.getByRole('region', { name: 'Consent', exact: true })
  const dialog = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Note consent' }).first().click()
  await dialog.getByLabel(/^How was consent given/).fill('On the phone, asked by Aroha')
  await dialog.getByRole('button', { name: 'Note consent' }).click()
  await panel.getByText('Agreed', { exact: true }).waitFor()
  await panel.getByText('On the phone, asked by Aroha').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Withdraw').click()
  await dialog.getByLabel(/^How was it withdrawn/).fill('Wrote to us')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await panel.getByText('Wrote to us').waitFor()
  expect(await panel.getByText('Agreed', { exact: true }).count()).toBe(0)
})

// Shows: E13
test('without a mobile number the page says so instead of a box', async () => {
  await says(page, 'The customer has no mobile number.')
})
