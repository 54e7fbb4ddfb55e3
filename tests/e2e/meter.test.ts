import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeIcp } from '#domain/kit/icp.ts'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { button, field, fill, go, heading, idIn, says, type } from './steps.ts'

let site: Site
let browser: Browser
let page: Page
let troubles: string[]

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  ;({ page, troubles } = await visitAs(browser, site.url, 'admin'))
})
afterEach(() => expect(troubles.splice(0)).toEqual([]))
afterAll(async () => {
  await browser.close()
  await site.close()
})

const daysAgo = (days: number) => {
  const [year, month, day] = Temporal.Now.plainDateISO('Pacific/Auckland')
    .subtract({ days })
    .toString()
    .split('-')
  return `${day}/${month}/${year}`
}

/** A new meter, entered on screen; answers its id. */
async function newMeter(values: Record<string, string>): Promise<number> {
  await go(page, '/app/meter/new')
  await fill(page, values)
  await button(page, 'Save').click()
  await page.waitForURL(/\/app\/meter\?id=/)
  await heading(page, values.meter_number ?? /./)
  return idIn(page)
}

/** A reading, entered on the meter's own page. */
async function addReading(day: string, value: string, kind = 'Actual'): Promise<void> {
  const form = page.getByRole('form', { name: 'Add a reading' })
  await type(form, { Day: day, Reading: value })
  await form.getByLabel('Kind').selectOption(kind)
  await form.getByRole('button', { name: 'Add reading' }).click()
  await expect.poll(() => form.getByLabel('Reading', { exact: true }).inputValue()).toBe('')
}

/** What the table behind the chart says was used, month by month; null where nothing is known. */
async function usedByMonth(): Promise<(number | null)[]> {
  const rows = page.getByRole('table', { name: /as a table/ }).getByRole('row')
  await rows.nth(1).waitFor({ state: 'attached' })
  const texts = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => row.querySelector('td')?.textContent ?? ''),
  )
  return texts.map((text) => (text === 'No data' ? null : Number(text.replaceAll(',', ''))))
}

const row = (within: Page | Locator, name: string | RegExp) => within.getByRole('row', { name })

test('a meter is entered, read and replaced, and its use stays positive', async () => {
  await go(page, '/app/meter/new')
  await fill(page, { meter_number: 'E2E-1001', icp_number: makeIcp(5_511_001, 'VC') })
  await says(page, /Network proposed from the ICP: Vector/)
  expect(await field(page, 'power_network').inputValue()).toBe('Vector')
  await field(page, 'icp_location').fill('1 Queen Street, Tāmaki Makaurau')
  await button(page, 'Save').click()
  await page.waitForURL(/\/app\/meter\?id=/)
  await heading(page, 'E2E-1001')
  await page.getByRole('tab', { name: 'Readings' }).click()
  await addReading(daysAgo(95), '99500', 'Opening')
  await addReading(daysAgo(60), '99850')
  await says(page, '350')
  await button(page, 'Replace meter').click()
  const dialog = page.getByRole('dialog')
  await type(dialog, { 'Final reading, Anytime': '99120' })
  await dialog.getByText(/730 lower than 99,850/).waitFor()
  await dialog.getByRole('textbox', { name: 'Replaced on' }).fill(daysAgo(20))
  expect(await axeFindings(page, '[role="dialog"]')).toEqual([])
  // Lower than before is no final reading, unless the dials went round.
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByText('The final readings need fixing first.').waitFor()
  await type(dialog, { 'Final reading, Anytime': '50' })
  await dialog.getByLabel('The dials went round').check()
  await dialog.getByText(/^200 kWh since/).waitFor()
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByRole('textbox', { name: 'Number of the new meter' }).fill('E2E-1002')
  await type(dialog, { Dials: '6' })
  await dialog.getByLabel('First reading, Anytime').fill('7')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await row(dialog, /E2E-1001.*50 \(final\).*200 kWh/).waitFor()
  await row(dialog, /E2E-1002.*7 \(first\)/).waitFor()
  await dialog.getByRole('button', { name: 'Replace meter' }).click()
  await heading(page, 'E2E-1002')
  await page.getByRole('tab', { name: 'Readings' }).click()
  await addReading(daysAgo(1), '107')
  await page.getByRole('tab', { name: 'Use' }).click()
  await button(page, 'Show as a table').click()
  const used = (await usedByMonth()).filter((value) => value !== null)
  for (const value of used) expect(value).toBeGreaterThan(0)
  // 350 and 200 with the old meter, 100 with the new one; each month is rounded by itself.
  const total = used.reduce((sum, value) => sum + value, 0)
  expect(Math.abs(total - 650)).toBeLessThanOrEqual(used.length)
  await page.getByRole('tab', { name: 'Connection' }).click()
  await row(page, /E2E-1001 .*E2E-1001|E2E-1001/)
    .first()
    .waitFor()
  await row(page, /E2E-1002 \(this one\).*E2E-1001/).waitFor()
})

test('a reading the rules refuse says why, and one they doubt is kept with its warning', async () => {
  const id = await newMeter({ meter_number: 'E2E-2001' })
  await go(page, `/app/meter?id=${id}&tab=readings`)
  await addReading(daysAgo(70), '1000', 'Opening')
  await addReading(daysAgo(40), '1300')
  await go(page, `/app/meterreading/new?meter_id=${id}`)
  await page.getByRole('table', { name: 'Last readings' }).getByText('1,300').waitFor()
  await fill(page, { reading_latest: '1200' })
  await says(page, /Error: The reading 1,200 is 100 lower than 1,300/)
  await button(page, 'Save').click()
  await page
    .getByRole('alert')
    .getByText(/1,200 is 100 lower than 1,300/)
    .waitFor()
  await fill(page, { reading_latest: '9300' })
  await says(page, /Check: 8,000 kWh in 40 days/)
  await button(page, 'Save').click()
  await page.waitForURL(/\/app\/meter\?id=/)
  const warning = page.getByRole('status').filter({ hasText: 'Have a look at this' })
  await warning.getByText(/much more than/).waitFor()
  const readings = page.getByRole('table', { name: 'Readings of Anytime' })
  await readings.getByText(/Check: 8,000 kWh/).waitFor()
  await readings
    .getByRole('button', { name: /Delete the reading/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await says(page, 'Meter reading deleted.')
  await expect.poll(() => readings.getByText('9,300').count()).toBe(0)
  await button(page, 'Undo').click()
  await readings.getByText('9,300').waitFor()
})

test('a round of readings goes from line to line with Enter', async () => {
  const days = { next_reading_date: daysAgo(3) }
  for (const meter_number of ['E2E-3001', 'E2E-3002']) await newMeter({ meter_number, ...days })
  await go(page, '/app/meters?due=0')
  await button(page, 'Enter readings').click()
  const first = page.getByLabel('Reading of E2E-3001, Anytime')
  await first.fill('410')
  await first.press('Enter')
  await row(page, /E2E-3001/)
    .getByText('Saved: Counting starts with this reading.')
    .waitFor()
  const second = page.getByLabel('Reading of E2E-3002, Anytime')
  expect(await second.evaluate((input) => input.matches(':focus'))).toBe(true)
  await second.fill('1234567')
  await second.press('Enter')
  await row(page, /E2E-3002/)
    .getByText(/more digits than the 5 dials/)
    .first()
    .waitFor()
  await button(page, 'Back to the list').click()
  await page.getByRole('table').getByText('E2E-3002').waitFor()
})

test('an admin weighs a rule differently, and the readings follow', async () => {
  await go(page, '/app/meters/rules')
  await page.getByLabel('Much higher than before').first().uncheck()
  await button(page, 'Save').click()
  await says(page, 'Reading rules saved.')
  await says(page, '12 of 13 rules are on')
  const id = await newMeter({ meter_number: 'E2E-4001' })
  await go(page, `/app/meter?id=${id}&tab=readings`)
  await addReading(daysAgo(70), '0', 'Opening')
  await addReading(daysAgo(40), '300')
  await addReading(daysAgo(10), '9000')
  const readings = page.getByRole('table', { name: 'Readings of Anytime' })
  await readings.getByText('8,700').waitFor()
  expect(await readings.getByText(/much more than/).count()).toBe(0)
  await go(page, '/app/meters/rules')
  await button(page, 'Back to the defaults').click()
  await button(page, 'Save').click()
  await says(page, '13 of 13 rules are on')
})
