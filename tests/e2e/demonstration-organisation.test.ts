import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { button, go, type } from './steps.ts'

let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'padmin')).page
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const work = () => runQueue(site, { config: site.config })
const mark = () => page.getByRole('banner').getByText('Demonstration', { exact: true })
const shown = () => page.getByRole('table', { name: 'Demonstrations' })

// Shows: E37
test('a platform admin makes a demonstration, looks around in it and removes it', async () => {
  await go(page, '/app/organisations/admin')
  await button(page, 'New demonstration organisation').click()
  const asking = page.getByRole('dialog', { name: 'New demonstration organisation' })
  await asking.getByRole('radio', { name: /A small office/ }).check()
  await asking.getByRole('button', { name: 'Make it' }).click()
  await shown().getByText('Waiting').waitFor()
  expect(await mark().count()).toBe(0)
  await work()
  await button(page, 'Work in Demonstration 1').click()
  await mark().waitFor()
  await go(page, '/app/customers')
  await mark().waitFor()
  await go(page, '/app/organisations/admin')
  await button(page, 'Remove Demonstration 1').click()
  const removing = page.getByRole('dialog', { name: 'Remove Demonstration 1?' })
  await type(removing, { Name: 'Demonstration' })
  await removing.getByRole('button', { name: 'Remove' }).click()
  await removing.getByText(/That name doesn’t match/).waitFor()
  await type(removing, { Name: 'Demonstration 1' })
  await removing.getByRole('button', { name: 'Remove' }).click()
  await removing.waitFor({ state: 'detached' })
  await work()
  await page.goto(`${site.url}/app/organisations/admin`)
  await page.getByRole('link', { name: 'Harbour Energy Brokers' }).first().waitFor()
  expect(await shown().count()).toBe(0)
})
