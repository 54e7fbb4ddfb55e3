import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visit, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { addressIs, button, field, fill, go, says, type } from './steps.ts'

let site: Site
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

// Shows: E38
test('an admin writes an answer as it will look, and everybody finds it in Help', async () => {
  const { page, context, troubles } = await visitAs(browser, site.url, 'admin')
  await go(page, '/app/faq/edit')
  await fill(page, { question: 'Who reads the gas meters?', topic: 'Meters' })
  const answer = field(page, 'answer')
  await answer.click()
  await page.keyboard.type('Our ')
  await button(page, 'Bold').click()
  await page.keyboard.type('readers')
  await button(page, 'Bold').click()
  await page.keyboard.type(' do, in Ōtaki as well.')
  await button(page, 'Save').first().click()
  await says(page, 'FAQ created.')
  await go(page, '/app/faqs')
  await page.getByRole('link', { name: 'Who reads the gas meters?' }).click()
  await expect.poll(() => answer.locator('b, strong').textContent()).toBe('readers')
  await page.goto('/app/help')
  await page.getByLabel('Search in Help').fill('otaki meters')
  await page.getByText('Who reads the gas meters?').click()
  await page.getByText('do, in Ōtaki as well.').waitFor()
  await expect.poll(() => page.getByText('Two people, one record').count()).toBe(0)
  // The palette leads there as well, and to a setting by its words.
  const seek = async (words: string) => {
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search for a customer, a number, a screen …').fill(words)
  }
  await seek('late fee')
  await page.getByRole('dialog').getByText('Late fee', { exact: true }).click()
  await addressIs(page, /^\/app\/settings\?q=/)
  await button(page, 'Change: Late fee').waitFor()
  await expect.poll(() => button(page, 'Change: GST percentage').count()).toBe(0)
  await seek('otaki readers')
  await page.getByRole('dialog').getByText('Who reads the gas meters?').click()
  await addressIs(page, /^\/app\/help\?q=/)
  await page.getByRole('group').getByText('Who reads the gas meters?').click()
  await page.getByText('do, in Ōtaki as well.').waitFor()
  expect(troubles).toEqual([])
  await context.close()
})

test('a guest reads what is written for a page, who runs the site, and no question of staff', async () => {
  const { page, context, troubles } = await visit(browser, site.url)
  await page.goto('/app/help#maintenance')
  await says(page, 'Planned maintenance')
  await page.locator('#maintenance').getByText('first Sunday').waitFor()
  await says(page, 'Power, gas and water, bought well')
  await says(page, '© 2026 Harbour Energy Brokers Limited')
  expect(await page.getByText('Where do I find an ICP?').count()).toBe(0)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await says(page, 'Ask for Aroha Ngata.')
  expect(troubles).toEqual([])
  await context.close()
})

test('an admin renames a status, hides another and adds one, and the forms offer them', async () => {
  const { page, context, troubles } = await visitAs(browser, site.url, 'admin')
  await go(page, '/app/options')
  const dialog = page.getByRole('dialog')
  const save = async (values: Record<string, string>, isHidden = false) => {
    await type(dialog, values)
    if (isHidden) await dialog.getByLabel(/^Hidden/).check()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await button(page, 'Change Prospect').click()
  await save({ Label: 'Lead' })
  await button(page, 'Change Inactive').click()
  await save({}, true)
  await button(page, 'Add an entry').click()
  await save({ Value: 'on_hold', Label: 'On hold', Place: '5' })
  await page.getByRole('row', { name: /^Lead prospect/ }).waitFor()
  await go(page, '/app/customer/new')
  await field(page, 'customer_status').click()
  const offered = page.getByRole('listbox').getByRole('option')
  await expect
    .poll(() => offered.allTextContents())
    .toEqual(['On hold', 'Lead', 'Active', 'Closed'])
  await page.keyboard.press('Escape')
  await go(page, '/app/options')
  await button(page, 'Change Lead').click()
  await dialog.getByRole('button', { name: 'Back to the standard' }).click()
  await page.getByRole('row', { name: /^Prospect prospect/ }).waitFor()
  expect(troubles).toEqual([])
  await context.close()
})

test('a number is read as people write it, and a new meter knows its connection', async () => {
  const { page, context } = await visitAs(browser, site.url, 'manager')
  await go(page, '/app/meter/new?customer_id=9&connection=0000000001DM8F9')
  await expect.poll(() => field(page, 'icp_number').inputValue()).toBe('0000000001DM8F9')
  await go(page, '/app/staff/edit?id=1')
  const mobile = field(page, 'phone_mobile')
  await mobile.fill('+64 21 2345678')
  expect(await mobile.inputValue()).toBe('+64 21 2345678')
  await button(page, 'Save').first().click()
  await says(page, 'Changes saved.')
  await expect.poll(() => mobile.inputValue()).toBe('021 234 5678')
  await context.close()
})
