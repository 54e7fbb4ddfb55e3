import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visit, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { button, field, fill, go, says } from './steps.ts'

let site: Site
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

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
