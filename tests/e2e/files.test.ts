import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeArchive } from '#server/files/zip-files-job.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { type RunningWorker, startWorker } from '#server/kit/jobs/worker-loop.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'

let site: Site
let browser: Browser
let worker: RunningWorker

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  const { appUrl: url, database, config } = site
  const idle = { schedules: [], log: () => undefined }
  worker = startWorker({ url, database, config, clock: systemClock, jobs: [makeArchive], ...idle })
  await worker.ready
})
afterAll(async () => {
  await browser.close()
  await worker.stop()
  await site.close()
})

test('a file is kept with its contract, and comes back as it was', async () => {
  const { page, context, troubles } = await visitAs(browser, site.url, 'manager')
  await page.goto('/app/contract?id=1&tab=files')
  const words = 'Agreed on the phone with Mrs Hēnare.'
  await page.locator('input[type=file]').setInputFiles({
    name: 'agreement.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(words),
  })
  await page.getByRole('button', { name: 'Download agreement.txt' }).waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download agreement.txt' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await saved).createReadStream()) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString()).toBe(words)
  expect(troubles).toEqual([])
  await context.close()
})

// Shows: E11
test('all files of a contract come as one archive, followed while it is made', async () => {
  const { page, context, troubles } = await visitAs(browser, site.url, 'manager')
  await page.goto('/app/contract?id=2&tab=files')
  for (const name of ['one.txt', 'two.txt']) {
    const buffer = Buffer.from(`Words of ${name}`)
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer })
    await page.getByRole('button', { name: `Download ${name}` }).waitFor()
  }
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all' }).click()
  // Before the first file is in, the bar is there and has no length yet.
  const bar = page.getByRole('progressbar', { name: 'Files in the archive' })
  await bar.waitFor({ state: 'attached' })
  const download = await saved
  expect(download.suggestedFilename()).toBe('files.zip')
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString()).toContain('Words of two.txt')
  expect(troubles).toEqual([])
  await context.close()
})

test('a file of suppliers’ bills is mended in its cells, brought in and taken back', async () => {
  const { page, context, troubles } = await visitAs(browser, site.url, 'manager')
  await page.goto('/app/bills/import')
  const heads = 'statement_number,account_number,issued,due,period_from,period_to,charge,quantity'
  await page.getByRole('button', { name: 'Paste rows' }).click()
  await page
    .getByRole('textbox', { name: 'Rows' })
    .fill(
      `${heads},unit,rate,amount\nS-1,nobody,2/05/2026,20/05/2026,1/04/2026,30/04/2026,Energy,lots,kWh,0.18,108.00`,
    )
  await page.getByRole('button', { name: 'Use these rows' }).click()
  await page.getByRole('button', { name: 'Check the bills' }).click()
  await page.getByText('“lots” is not a number we can use.').first().waitFor()
  await page.getByLabel('Quantity, row 2', { exact: true }).fill('600')
  await page.getByLabel('Quantity, row 2', { exact: true }).press('Enter')
  await page.getByText('No contract has this account number or connection.').first().waitFor()
  await page.getByRole('button', { name: 'Accept all without errors (1)' }).click()
  await page.getByText('Bills imported').waitFor()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('The wrong month.')
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByText('The file can be imported again.').waitFor()
  expect(troubles).toEqual([])
  await context.close()
})
