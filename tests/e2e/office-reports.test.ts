import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { meter } from '#domain/meters/meter.ts'
import { axeFindings } from '#tests/support/accessibility.ts'
import { newCustomer } from '#tests/support/billing.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { contractOffice, rateOf } from '#tests/support/contracts.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { reading } from '#tests/support/metered.ts'
import { makeWorld, password, type World } from '#tests/support/world.ts'
import { go } from './steps.ts'

let world: World
let browser: Browser
let url: string
let contract_number: string

const today = Temporal.Now.plainDateISO('Pacific/Auckland')
const ago = (days: number) => today.subtract({ days }).toString()

// A home that used 10 kWh a day and was then guessed at 6 for 75 days.
beforeAll(async () => {
  world = await makeWorld()
  const office = await contractOffice(world)
  const { id: customer_id } = await newCustomer(office.user, { name: 'Rewi Family' })
  const icp_number = office.nextIcp()
  const dates = { date_start: ago(480), date_end: today.add({ days: 40 }).toString() }
  const deal = await office.draft({ customer_id, ...dates })
  contract_number = String(deal.contract_number)
  await office.user.put('/rate', rateOf(deal.id, { valid_from_date: ago(480) }))
  await office.accounting.post('/contract/activate', { id: deal.id, reason: 'Migrated' })
  const box = await makeRow(office.user, meter, { customer_id, icp_number, meter_number: '4711-R' })
  await reading(office.user, box.id, ago(470), '900')
  await reading(office.user, box.id, ago(95), '4650')
  await reading(office.user, box.id, ago(60), '4860', 'estimate')
  await reading(office.user, box.id, ago(20), '5100', 'estimate')
  browser = await openBrowser()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const address = world.app.server.address()
  url = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(async () => {
  await browser.close()
  await world.close()
})

const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true })

test('use leads by the keyboard to its readings, and a true-up to a mail that offers instalments', async () => {
  const look = { width: 1400, password }
  const { page, context, troubles } = await visitAs(browser, url, 'manager', look)
  await go(page, '/app/reports')
  await page.getByRole('link', { name: 'Use', exact: true }).click()
  await page.getByRole('figure', { name: 'kWh' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV', exact: true }).click()
  expect((await file).suggestedFilename()).toMatch(/^use-.*\.csv$/)
  await page.getByLabel('Group by').selectOption('customer')
  await table(page, 'Use').getByRole('link', { name: 'Rewi Family' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**group=reading**')
  const estimate = table(page, 'Use').getByRole('row', { name: /estimated/ })
  await estimate.first().getByRole('link').click()
  await page.waitForURL('**/app/meterreading/edit?id=*')
  await page.goBack()
  const row = table(page, 'True-up').getByRole('row', { name: /4711-R/ })
  // 75 days at 10, less 450 that were guessed.
  expect(await row.textContent()).toMatch(/75.*450\.0.*750\.0.*300\.0.*69\.30/)
  await row.getByRole('link', { name: 'Offer instalments' }).click()
  const mail = page.getByRole('textbox', { name: 'Your email' })
  expect(await mail.inputValue()).toContain('3 monthly instalments of about $26.57')
  expect(await page.getByLabel('Subject').inputValue()).toContain('instalments')
  expect(await axeFindings(page)).toEqual([])
  expect(troubles).toEqual([])
  await context.close()
})

// Shows: E34
test('the pipeline opens the contracts that it counts, by stage on a phone at night', async () => {
  const look = { width: 390, dark: true, password }
  const { page, context, troubles } = await visitAs(browser, url, 'user', look)
  await go(page, '/app/reports?name=pipeline')
  await page.getByRole('figure', { name: 'Contracts' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByLabel('Group by').selectOption('stage')
  await table(page, 'Contract pipeline').getByRole('link', { name: 'Nothing done' }).click()
  await page.getByRole('link', { name: contract_number }).click()
  await page.waitForURL('**/app/contract?id=*')
  expect(troubles).toEqual([])
  await context.close()
})

for (const look of [{ width: 1400 }, { width: 390, dark: true }])
  test(`a rule of data quality opens just the records it counts at ${look.width}`, async () => {
    const seen = await visitAs(browser, url, 'user', { ...look, password })
    const { page, context, troubles } = seen
    await go(page, '/app/reports?name=quality')
    await page.getByRole('region', { name: 'Score' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await page.getByRole('button', { name: 'Download CSV' }).count()).toBe(0)
    await page.getByRole('link', { name: /not found on the map/ }).click()
    await page.waitForURL('**/app/customers?figure=not_located')
    await page.getByText('1 customer', { exact: true }).waitFor()
    await page.getByText('Rewi Family').first().waitFor()
    expect(troubles).toEqual([])
    await context.close()
  })
