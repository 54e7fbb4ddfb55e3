import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { type Akahu, akahu, token } from '#tests/support/akahu.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { demoPassword } from '#tests/support/demo-database.ts'
import { signInOver } from '#tests/support/http-client.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { button, go, heading, says } from './steps.ts'

let provider: Akahu
let site: Site
let browser: Browser
let page: Page
let there: string

beforeAll(async () => {
  provider = await akahu()
  ;[site, browser] = await Promise.all([startSite({ akahu: provider.settings }), openBrowser()])
  page = (await visitAs(browser, site.url, 'admin')).page
  const office = await signInOver(site.url, 'admin', demoPassword)
  const accounts = (await office.get('/bankaccounts')).body.data
  const savings = accounts.find(({ name }: { name: string }) => name === 'Savings')
  there = await provider.account(savings.bank_account_number, 'Rainy days')
  const url = `${site.url}/api/v1/webhooks/akahu/${provider.settings.webhookKey}`
  await provider.control('webhooks', { url })
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.close()
  await provider.close()
})

async function work() {
  await provider.control('quiet')
  await runQueue(site, { config: site.config })
}

test('an admin connects an account, and a line that the bank settles comes in', async () => {
  await go(page, '/app/bankaccounts')
  await page.getByRole('link', { name: 'Savings', exact: true }).click()
  await heading(page, 'Savings')
  await button(page, 'Connect a feed').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('User token').fill('none of theirs')
  await dialog.getByRole('button', { name: 'Show its accounts' }).click()
  await dialog.getByText('The provider does not know this token.').waitFor()
  await dialog.getByLabel('User token').fill(token)
  await dialog.getByRole('button', { name: 'Show its accounts' }).click()
  expect(await dialog.getByRole('radio', { name: /Rainy days/ }).isChecked()).toBe(true)
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await says(page, 'Connected. The first lines are on their way.')
  await provider.tell(there, [
    { date: new Date().toISOString(), amount: '321.09', description: 'PIWAKAWAKA TRUST' },
  ])
  await work()
  const panel = page.getByRole('region', { name: 'Feed' })
  await panel.getByText('working').waitFor()
  await panel.getByText(/Last fetched/).waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(await page.content()).not.toContain(token)
  await page.getByRole('link', { name: 'Look at its lines' }).click()
  await page.getByText('PIWAKAWAKA TRUST').first().waitFor()
})

test('consent that has ended is said where the account is, and how it is mended', async () => {
  await provider.control('revoke', { token })
  await work()
  await go(page, '/app/bankaccounts')
  await page.getByRole('link', { name: 'Savings', exact: true }).click()
  await page.getByText('No lines come in').waitFor()
  await page.getByText('Connect it again with a new token.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await go(page, '/app/banktransactions')
  await page.getByText('Feed broken').waitFor()
  await go(page, '/app/home')
  await page.getByText('The feed of Savings is broken').first().waitFor()
})

test('disconnected, the account says again how a feed is connected', async () => {
  await go(page, '/app/bankaccounts')
  await page.getByRole('link', { name: 'Savings', exact: true }).click()
  await button(page, 'Disconnect').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await says(page, 'Disconnected. Lines that came in stay.')
  await button(page, 'Connect a feed').waitFor()
})
