import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { demoPassword } from '#tests/support/demo-database.ts'
import { signInOver } from '#tests/support/http-client.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { button, go, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'admin')).page
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

test('a page that somebody holds is freed for a reason, which the security log keeps', async () => {
  const holder = await signInOver(site.url, 'user', demoPassword)
  await holder.send('PUT', '/datalock', { object_path: '/app/customer/edit?id=1' })
  await go(page, '/app/datalocks')
  await says(page, '1 page held')
  await button(page, 'Release: Edit Customer 1').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Release' }).click()
  await dialog.getByText('A reason is needed.').first().waitFor()
  await dialog.getByLabel('Reason').fill('Gone home')
  await dialog.getByRole('button', { name: 'Release' }).click()
  await says(page, 'Nobody holds a page.')
  await go(page, '/app/securitylog?only=lock_released')
  await page.getByText('Gone home · /app/customer/edit?id=1').waitFor()
})

test('the security log is narrowed by what happened and by words', async () => {
  await go(page, '/app/securitylog')
  await page.getByRole('rowheader', { name: 'Signed in' }).first().waitFor()
  await page.getByLabel('Show').selectOption('access_ended')
  await says(page, 'Nothing to show.')
  await page.getByLabel('Show').selectOption('')
  await page.getByLabel('Search').fill('no such person')
  await says(page, 'Nothing to show.')
})

test('the request log shows the calls of the day by their patterns', async () => {
  await go(page, '/app/requestlog')
  await page.getByRole('rowheader', { name: 'GET /organisationconfigs' }).first().waitFor()
})
