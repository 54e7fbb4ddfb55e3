import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { workedExample } from '#tests/support/reporting.ts'
import { makeWorld, password, type World } from '#tests/support/world.ts'
import { go } from './steps.ts'

let world: World
let browser: Browser
let url: string

// An admin captured a bill, made a draft, approved it and sent it.
beforeAll(async () => {
  world = await makeWorld()
  await workedExample(await world.as('admin'))
  browser = await openBrowser()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const address = world.app.server.address()
  url = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(async () => {
  await browser.close()
  await world.close()
})

test('a report is asked for every month, changed, paused and deleted', async () => {
  const seen = await visitAs(browser, url, 'manager', { width: 1400, password })
  const { page, context, troubles } = seen
  await go(page, '/app/reports?name=activity')
  const table = page.getByRole('table', { name: 'Staff activity', exact: true })
  await table.getByRole('link', { name: 'admin Test' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Send regularly' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('What we did')
  await dialog.getByLabel('How often').selectOption('monthly')
  await dialog.getByLabel('On day of the month').fill('2')
  await dialog.getByLabel('To', { exact: true }).first().click()
  await page.getByRole('option', { name: 'accounting Test' }).click()
  await page.keyboard.press('Escape')
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send regularly' }).click()
  await page.getByText(/^First sent on 02 /).waitFor()
  await go(page, '/app/reports')
  const row = page.getByRole('row', { name: /What we did/ })
  expect(await row.textContent()).toContain('On day 2 of every month at 7:00')
  expect(await row.textContent()).toContain('2 people')
  expect(await axeFindings(page)).toEqual([])
  // By the keyboard: what is said of the last step may lie over the next button for a while.
  await row.getByRole('button', { name: 'Pause: What we did' }).press('Enter')
  await row.getByText('Paused').waitFor()
  await row.getByRole('button', { name: 'Edit: What we did' }).press('Enter')
  await dialog.getByLabel('Name').fill('What all of us did')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Changes saved.').waitFor()
  const renamed = page.getByRole('row', { name: /What all of us did/ })
  await renamed.getByRole('button', { name: 'Resume: What all of us did' }).press('Enter')
  await renamed.getByRole('button', { name: /^Pause/ }).waitFor()
  await renamed.getByRole('button', { name: /^Delete/ }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Nothing yet. Open a report').waitFor()
  expect(troubles).toEqual([])
  await context.close()
})

test('on a phone, activities are looked at and mailed, and empty reports say so', async () => {
  const look = { width: 390, dark: true, password }
  const { page, context, troubles } = await visitAs(browser, url, 'manager', look)
  await go(page, '/app/reports?name=activity')
  await page.getByRole('main').getByRole('link', { name: 'Activities' }).click()
  await page.getByRole('table', { name: 'Bills by staff' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Summary sent. 1 counted.').waitFor()
  await page.getByRole('tab', { name: 'Invoices to customers' }).click()
  await page.getByRole('table', { name: 'Invoices to customers' }).waitFor()
  await go(page, '/app/reports?name=care')
  await page.getByText('Nothing to report.').waitFor()
  expect(troubles).toEqual([])
  await context.close()
})
