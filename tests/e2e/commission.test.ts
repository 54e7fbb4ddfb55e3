import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { commissionOffice, inTime } from '#tests/support/commissioned.ts'
import { makeWorld, type Person, password, type World } from '#tests/support/world.ts'
import { go, says } from './steps.ts'

// What partners earn, as a manager, and what of it somebody of the office sees.
let world: World
let browser: Browser
let url: string
let partner: number
let other: number
let contract: { id: number; customer_id: number }
let invoice: number

beforeAll(async () => {
  world = await makeWorld()
  browser = await openBrowser()
  const office = await commissionOffice(world)
  partner = await office.newPartner({ name: 'Kauri Managers', partner_rate_standard: '10' })
  other = await office.newPartner({ name: 'Rātā Advisers', partner_rate_standard: '8' })
  contract = await office.brought({ partner_id: partner })
  invoice = await office.billed(contract)
  await office.pay(contract.customer_id, invoice, inTime)
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await browser.close()
  await world.close()
})

const visit = (person: Person) => visitAs(browser, url, person, { width: 1280, password })

test('a manager agrees on new terms, corrects what was earned and shares out a contract', async () => {
  const { page, context, troubles } = await visit('manager')
  await go(page, `/app/partner/details?id=${partner}&tab=terms`)
  await page.getByRole('button', { name: 'New terms' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Valid from').fill('1/1/2100')
  await dialog.getByLabel('Ongoing rate, standard billing').fill('12')
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add terms' }).click()
  await page.getByRole('cell', { name: '12 %' }).waitFor()
  await page.getByRole('tab', { name: 'Earned' }).click()
  await page.getByText('26.04 × 10 % = 2.60').waitFor()
  await page.getByRole('button', { name: 'Correct' }).click()
  await dialog.getByLabel('Amount without GST').fill('-1.10')
  await dialog.getByLabel('Reason').fill('Counted twice')
  await dialog.getByRole('button', { name: 'Correct' }).click()
  await page.getByText('$1.50 wait to be stated').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await go(page, `/app/contract?id=${contract.id}&tab=partners`)
  await page.getByRole('button', { name: 'Change shares' }).click()
  await dialog.getByLabel('Share').fill('60')
  await dialog.getByRole('button', { name: 'Add a partner' }).click()
  await dialog.getByRole('combobox', { name: 'Partner' }).last().click()
  await page.getByRole('option', { name: 'Rātā Advisers' }).click()
  await dialog.getByLabel('Share').last().fill('40')
  await dialog.getByLabel('Share').last().blur()
  await dialog.getByText('100 % of 100 %').waitFor()
  await dialog.getByRole('button', { name: 'Save shares' }).click()
  await says(page, /Shares saved/)
  await page.getByRole('link', { name: 'Rātā Advisers' }).waitFor()
  expect(troubles).toEqual([])
  expect(other).toBeGreaterThan(partner)
  await context.close()
})

test('an invoice tells accounting what it earned, and a user sees no amounts anywhere', async () => {
  const accounting = await visit('accounting')
  await go(accounting.page, `/app/invoice/edit?id=${invoice}&tab=bill`)
  const panel = accounting.page.getByRole('region', { name: 'Commission' })
  await panel.getByText('26.04 × 10 % = 2.60').waitFor()
  expect(await axeFindings(accounting.page)).toEqual([])
  expect(accounting.troubles).toEqual([])
  await accounting.context.close()
  const { page, context, troubles } = await visit('user')
  await go(page, `/app/partner/details?id=${partner}&tab=customers`)
  await page.getByRole('tab', { name: 'Customers' }).waitFor()
  expect(await page.getByRole('tab', { name: 'Earned' }).count()).toBe(0)
  await go(page, `/app/invoice/edit?id=${invoice}&tab=bill`)
  await page.getByRole('heading', { name: 'Supplier’s bill' }).waitFor()
  expect(await page.getByRole('region', { name: 'Commission' }).count()).toBe(0)
  await go(page, '/app/partners')
  await page.getByText('Kauri Managers').waitFor()
  expect(await page.getByText('Earned, not stated').count()).toBe(0)
  expect(troubles).toEqual([])
  await context.close()
})
