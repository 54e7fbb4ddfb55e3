import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'

let site: Site
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

test('a file is kept with its contract, and comes back as it was', async () => {
  const { page, context, troubles } = await visitAs(browser, site.url, 'manager')
  await page.goto('/app/contract?id=1&tab=documents')
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

test('a file of suppliers’ bills says what is open about each bill before it is brought in', async () => {
  const { page, context, troubles } = await visitAs(browser, site.url, 'manager')
  await page.goto('/app/bills/import')
  const heads = 'statement_number,account_number,issued,due,period_from,period_to,charge,quantity'
  await page
    .getByRole('textbox', { name: 'Rows' })
    .fill(
      `${heads},unit,rate,amount\nS-1,nobody,2/05/2026,20/05/2026,1/04/2026,30/04/2026,Energy,600,kWh,0.18,108.00`,
    )
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByText('No contract has this account number or connection.').waitFor()
  await page.getByRole('button', { name: 'Import 1 bill' }).click()
  await page.getByText('1 bill imported').waitFor()
  expect(troubles).toEqual([])
  await context.close()
})
