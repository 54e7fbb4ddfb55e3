import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '#server/jobs.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { type RunningWorker, startWorker } from '#server/kit/jobs/worker-loop.ts'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, type Visit, visitAs } from '#tests/support/browser.ts'
import { testConfig } from '#tests/support/config.ts'
import { METERS_SQL, metersValues, readingCsv, serialOf } from '#tests/support/reading-file.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { scope } from '#tests/support/world.ts'
import { addressIs, button, go, heading, says } from './steps.ts'

let site: Site
let worker: RunningWorker
let browser: Browser
let office: Visit

beforeAll(async () => {
  site = await startSite()
  const { rows } = await site.owner.query<{ id: string }>(
    "select id from organisations where name = 'Harbour Energy Brokers'",
  )
  const organisation_id = Number(rows[0]?.id)
  await scope(site.owner, organisation_id)
  await site.owner.query(METERS_SQL, metersValues(organisation_id, 100))
  worker = startWorker({
    url: site.appUrl,
    database: site.database,
    config: testConfig({ demo: true }),
    clock: systemClock,
    jobs,
    schedules: [],
    log: () => undefined,
  })
  await worker.ready
  browser = await openBrowser()
  office = await visitAs(browser, site.url, 'manager', { width: 1400 })
})
afterAll(async () => {
  await browser?.close()
  await worker?.stop()
  await site?.close()
})

async function choose(page: Page, name: string, content: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  })
  await heading(page, 'Import readings')
}

const cell = (page: Page, name: string, row: number) =>
  page.getByLabel(`${name}, row ${row}`, { exact: true })

/** Types into a cell as people do; leaving it with Enter saves it. */
async function mend(page: Page, name: string, row: number, value: string): Promise<void> {
  await cell(page, name, row).fill(value)
  await cell(page, name, row).press('Enter')
  await page.locator(`[data-row="${row}"]`).getByText('Ready', { exact: true }).waitFor()
}

// Shows: E10
test('5,000 readings with 20 bad rows are imported, mended in place and accepted', async () => {
  const { page } = office
  const content = readingCsv(100, 50, { unknownMeter: 5, lower: 5, noNumber: 5, inTheFuture: 5 })
  await go(page, '/app/meterreadings/import')
  await choose(page, 'october.csv', content)
  await says(page, 'Read as CSV')
  await button(page, 'Check the readings').click()
  await addressIs(page, /^\/app\/meterreadings\/import\?id=\d+$/)
  await heading(page, 'october.csv')

  // It is found again after the page was left.
  await page.reload()
  await button(page, /^Accept all without errors \(4,980\)$/).waitFor()
  const tabs = page.getByRole('navigation', { name: 'Rows by what we found' })
  await tabs.getByRole('link', { name: 'Errors 20' }).waitFor()
  expect(await axeFindings(page)).toEqual([])

  const rowOf = (meter: number) => meter * 50 + 1
  for (let meter = 1; meter <= 5; meter++)
    await mend(page, 'Meter number', rowOf(meter), serialOf(meter))
  for (let meter = 6; meter <= 15; meter++) await mend(page, 'Reading', rowOf(meter), '15700')
  for (let meter = 16; meter <= 19; meter++) await mend(page, 'Date', rowOf(meter), '1/9/26')
  await tabs.getByRole('link', { name: 'Errors 1', exact: true }).waitFor()

  await button(page, /^Accept all without errors \(4,999\)$/).click()
  await tabs.getByRole('link', { name: 'Accepted 4,999' }).waitFor()
  await tabs.getByRole('link', { name: 'Errors 1', exact: true }).click()
  await button(page, `Leave out row ${rowOf(20)}`).click()
  await says(page, '4,999 readings accepted, 1 row left out.')
  expect(office.troubles).toEqual([])
})

test('the same file is refused, and an import is taken back as one', async () => {
  const { page } = office
  const content = readingCsv(100, 50, { unknownMeter: 5, lower: 5, noNumber: 5, inTheFuture: 5 })
  await page.goto('/app/meterreadings/import')
  await page.getByRole('link', { name: 'october.csv' }).waitFor()
  await choose(page, 'again.csv', content)
  await button(page, 'Check the readings').click()
  await says(page, /This file was imported on .* as “october.csv”/)
  await page.getByRole('link', { name: 'Open that import' }).click()
  await button(page, 'Undo this import').click()
  await button(page, 'Undo the import').click()
  await page.getByText('4,999 readings taken back.').waitFor()
})

// Shows: E10
test('columns with names of their own are told once and remembered', async () => {
  const { page } = office
  const content = `zähler;am;stand\n${serialOf(1)};1/3/2026;100`
  await page.goto('/app/meterreadings/import')
  await choose(page, 'own.csv', content)
  await says(page, 'Say which column holds the meter number or the ICP.')
  await page.getByLabel('Meter number', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Reading date', { exact: true }).selectOption({ index: 2 })
  await page.getByLabel('Reading', { exact: true }).selectOption({ index: 3 })
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Check the readings').click()
  await button(page, /^Accept all without errors \(1\)$/).waitFor()
  await page.goto('/app/meterreadings/import')
  await choose(page, 'next.csv', `${content}\n${serialOf(2)};1/3/2026;100`)
  await says(page, 'with the columns chosen last time')
  expect(office.troubles).toEqual([])
})

test('a phone shows each row as a card that is mended there', async () => {
  const phone = await visitAs(browser, site.url, 'user', { width: 390, height: 844 })
  const { page } = phone
  await go(page, '/app/meterreadings/import')
  await choose(page, 'phone.csv', `Meter number,Date,Reading\nNOBODY,1/4/2026,100`)
  await button(page, 'Check the readings').click()
  await button(page, /^Accept all without errors \(0\)$/).waitFor()
  await mend(page, 'Meter number', 2, serialOf(3))
  expect(await axeFindings(page)).toEqual([])
  const width = await page.evaluate('document.documentElement.scrollWidth')
  expect(width).toBeLessThanOrEqual(390)
  expect(phone.troubles).toEqual([])
})
