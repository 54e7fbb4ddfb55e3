import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#server/kit/http/context.ts'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { recordsOf, unzipped, workOnExports } from '#tests/support/exported.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { button, go, says } from './steps.ts'

const folder = temporaryFolder()
let site: Site
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite({ dataDir: folder.path }), openBrowser()])
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.close()
  folder.remove()
})

const saved = async (page: Page, name: string | RegExp) => {
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name }).first().click()
  const found = await file
  return { name: found.suggestedFilename(), bytes: readFileSync(await found.path()) }
}

// Shows: E11
test('an admin has two lists put together, watches, looks into the archive and fetches it', async () => {
  const { page, context } = await visitAs(browser, site.url, 'admin')
  await go(page, '/app/export')
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Export').click()
  await page.getByText('Choose at least one.').waitFor()
  const lists = page.getByRole('combobox', { name: 'Lists' })
  for (const name of ['Customers', 'Invoices']) {
    await lists.fill(name)
    await page.getByRole('option', { name, exact: true }).click()
  }
  await page.getByLabel('With hidden details').waitFor()
  await button(page, 'Export').click()
  await says(page, /on to it/)
  const row = page.getByRole('row', { name: /^Customers, Invoices/ })
  await row.getByText('Waiting').waitFor()
  await workOnExports({ ...site, clock: systemClock })
  await row.getByText('done').waitFor()
  await row.getByRole('button', { name: 'Customers, Invoices', exact: true }).click()
  await page.getByRole('row', { name: /^customers\.csv/ }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  const { name, bytes } = await saved(page, 'Download: Customers, Invoices')
  expect(name).toMatch(/^export-.*\.zip$/)
  const files = unzipped(bytes)
  expect([...files.keys()]).toEqual(['manifest.json', 'customers.csv', 'invoices.csv'])
  expect(recordsOf(files.get('customers.csv')?.toString() ?? '').length).toBeGreaterThan(50)
  await button(page, 'Throw away: Customers, Invoices').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Throw away' }).click()
  await row.getByText('expired').waitFor()
  const stamp = /-\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.csv$/
  for (const [title, file] of [
    ['Customers', 'customers'],
    ['Payments from Customers', 'payments_from_customers'],
    ['Payments to Suppliers', 'payments_to_suppliers'],
    ['Proposals', 'proposals'],
    ['Meters', 'meters'],
    ['Meter readings', 'meterreadings'],
    ['Notes', 'notes'],
  ] as const) {
    const { name } = await saved(page, `Download ${title.toLowerCase()}`)
    expect(name.replace(stamp, ''), title).toBe(file)
  }
  await context.close()
})

test('accounting makes journals for the accountant, and the books agree', async () => {
  const { page, context } = await visitAs(browser, site.url, 'accounting')
  await go(page, '/app/accountantfiles')
  await page.getByRole('row', { name: /^Xero: sales invoices, .* Agree: / }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByLabel('For', { exact: true }).selectOption('Journals')
  await button(page, 'Make file').click()
  const row = page.getByRole('row', { name: /^Journals, .* Agree: / })
  await row.waitFor()
  const { name, bytes } = await saved(page, /^Download: Journals/)
  expect(name).toMatch(/^journals_.*\.csv$/)
  expect(recordsOf(bytes.toString()).length).toBeGreaterThan(20)
  await button(page, 'Make file').click()
  await page.getByText('there is nothing new in the period').waitFor()
  await context.close()
})
