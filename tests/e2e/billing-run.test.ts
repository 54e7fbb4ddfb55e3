import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { axeFindings } from '#tests/support/accessibility.ts'
import { runJob } from '#tests/support/billing.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { demoPassword } from '#tests/support/demo-database.ts'
import { signInOver } from '#tests/support/http-client.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { button, go, heading, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'manager')).page
  const admin = await signInOver(site.url, 'admin', demoPassword)
  const many = { name: 'count_typed_above', value: 5 }
  expect((await admin.send('PUT', '/organisationconfig', many)).status).toBe(201)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** Above the limit of the setting, whoever goes on types how many leave. */
async function typeCount(dialog: Locator): Promise<void> {
  const label = dialog.getByText(/^Type \d+ to go on$/)
  const [, count = ''] = /(\d+)/.exec((await label.textContent()) ?? '') ?? []
  await dialog.getByRole('textbox', { name: /^Type / }).fill(count)
}

test('the demonstration organisation is billed in one go: looked at, made, approved, sent', async () => {
  await go(page, '/app/invoices')
  await page.getByRole('main').getByRole('link', { name: 'Billing run' }).click()
  await heading(page, 'Billing run')
  await button(page, 'Dry run').click()
  await says(page, 'What it comes to')
  // Accounts that lack a bill stay behind, each with its reason.
  await says(page, 'The supplier’s bill is not here yet.')
  expect(await axeFindings(page, 'main')).toEqual([])

  await button(page, /^Make \d+ drafts?$/).click()
  await heading(page, /^Billing run: Up to/)
  await runQueue(site)
  const approve = button(page, /^Approve \d+ drafts?$/)
  await approve.waitFor()
  await approve.click()
  const dialog = page.getByRole('dialog')
  const warnings = dialog.getByRole('group', { name: 'Warnings you have looked at' })
  await warnings.waitFor()
  for (const box of await warnings.getByRole('checkbox').all()) await box.check()
  // One stays behind, and says why.
  await dialog
    .getByRole('checkbox', { name: /^Include / })
    .first()
    .uncheck()
  await dialog.getByLabel(/stays behind$/).fill('The reading looks wrong')
  expect(await axeFindings(page, '[role="dialog"]')).toEqual([])
  await typeCount(dialog)
  await dialog.getByRole('button', { name: /^Approve \d+$/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await runQueue(site)
  await says(page, 'Left out: The reading looks wrong')
  const send = button(page, /^Send \d+ invoices?$/)
  await send.waitFor()
  await send.click()
  await typeCount(dialog)
  await dialog.getByRole('button', { name: /^Send \d+$/ }).click()
  await says(page, /^\d+ invoices leave in \d+ s\.$/)
  await runQueue(site)
  await expect
    .poll(async () => page.getByRole('link', { name: /^INV-\d+$/ }).count())
    .toBeGreaterThan(0)
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await page
    .getByRole('dialog', { name: 'History' })
    .getByText(/^Sen[td] by /)
    .first()
    .waitFor()
  // Invoices fell overdue since the demonstration was filled, and no night has passed over it here.
  await runJob({ database: site.database, clock: systemClock }, settleDiscounts)
  await page.goto('/app/invoices/run')
  await says(page, 'Recent runs')
  await button(page, 'Check the books').click()
  await says(page, /^The books add up/)
})
