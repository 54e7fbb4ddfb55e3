import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { addressIs, button, exportAll, heading, newCustomer, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'manager')).page
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

function rowOf(name: string): Locator {
  return page.getByRole('table').getByRole('link', { name })
}

/** Opens the question from the record's own menu. */
async function askToDelete(): Promise<Locator> {
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  return page.getByRole('dialog', { name: 'Delete item?' })
}

// Shows: E08
test('deleting asks with the name; Cancel keeps, Delete can be undone and done again', async () => {
  const name = 'Paekākāriki Surf School'
  const id = await newCustomer(page, { name })
  const question = await askToDelete()
  await question.getByText('Would you like to delete the item?').waitFor()
  await question.getByText(name).waitFor()
  // The first focus is on the harmless answer.
  const focused = () => question.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus'))
  await focused().waitFor()
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'hidden' })
  await heading(page, name)

  await (await askToDelete()).getByRole('button', { name: 'Delete' }).click()
  await addressIs(page, /^\/app\/customers/)
  await says(page, 'Customer deleted.')
  await button(page, 'Undo').click()
  await says(page, '1 customer restored.')
  await page.goto(`/app/customer/details?id=${id}`)
  await heading(page, name)

  await (await askToDelete()).getByRole('button', { name: 'Delete' }).click()
  await addressIs(page, /^\/app\/customers/)
  await page.goto('/app/customers?q=paekakariki')
  await says(page, 'No matches. Try fewer filters.')
})

test('a deleted customer is found with Deleted shown, cannot be changed, and is restored', async () => {
  const name = 'Kawhia Harbour Cafe'
  const id = await newCustomer(page, { name })
  await (await askToDelete()).getByRole('button', { name: 'Delete' }).click()
  await addressIs(page, /^\/app\/customers/)
  await page.goto('/app/customers?q=kawhia')
  await page.getByRole('checkbox', { name: 'Deleted' }).check()
  await rowOf(name).click()
  await says(page, "This customer has been archived, so it can't be changed. Restore it first.")
  await page.goto(`/app/customer/edit?id=${id}`)
  expect(await button(page, 'Save').isDisabled()).toBe(true)
  await button(page, 'Restore').click()
  await says(page, '1 customer restored.')
  await page.goto('/app/customers?q=kawhia')
  await rowOf(name).waitFor()
})

// Shows: E33
test('several rows are deleted together after their number is shown', async () => {
  for (const name of ['Together One', 'Together Two']) await newCustomer(page, { name })
  await page.goto('/app/customers?q=together')
  await rowOf('Together Two').waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await page.getByText('2 customers selected').waitFor()
  await button(page, 'More for these').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete item?' })
  await question.getByText('2 customers').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await says(page, '2 customers deleted.')
  await button(page, 'Undo').click()
  await says(page, '2 customers restored.')
  await rowOf('Together One').waitFor()
})

// Shows: E07
test('what of several rows could not be deleted is named, with why, and can be followed', async () => {
  await newCustomer(page, { name: 'Apart One' })
  const { rows } = await site.owner.query<{ id: number }>(
    `update customers set name = 'Apart Two' where id = (select min(c.id) from customers c
       join contracts k on k.customer_id = c.id and k.contract_status = 'active'
       where c.organisation_id = 1) returning id`,
  )
  await page.goto('/app/customers?q=apart')
  await rowOf('Apart Two').waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await button(page, 'More for these').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete item?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  const told = page.getByRole('dialog', { name: 'Not everything was deleted' })
  await told.getByText('1 customer deleted, 1 not.').waitFor()
  await told.getByRole('link', { name: 'Apart Two' }).click()
  await addressIs(page, new RegExp(`/app/customer/details\\?id=${rows[0]?.id}$`))
  await told.waitFor({ state: 'hidden' })
})

test('what the list shows is exported, safe for spreadsheets, under its name and time', async () => {
  await newCustomer(page, { name: '=Ōhakune "Ski" Hire', phone: '06 555 9090' })
  await page.goto('/app/customers?q=ohakune')
  await page.getByRole('table').getByRole('link').first().waitFor()
  const download = await exportAll(page)
  expect(download.suggestedFilename()).toMatch(/^customers-\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  const lines = text.trimEnd().split(/\r?\n/)
  // The mark at the beginning tells spreadsheets that macrons are macrons.
  expect(lines[0]).toMatch(/^\uFEFFid,customer_number,/)
  expect(lines.filter((line) => line.includes('kune'))).toHaveLength(lines.length - 1)
  // A spreadsheet must not take a name for a formula.
  expect(text).toContain(`"'=Ōhakune ""Ski"" Hire"`)
  await says(page, `${download.suggestedFilename()} downloaded.`)
})

test('somebody who may neither delete nor export is offered neither', async () => {
  const { page: user, context } = await visitAs(browser, site.url, 'user')
  await user.goto('/app/customers')
  await user.getByRole('table').getByRole('link').first().waitFor()
  expect(await button(user, 'Export').count()).toBe(0)
  await user.getByRole('table').getByRole('link').first().click()
  await user.getByRole('tab', { name: 'Details' }).waitFor()
  await button(user, 'More').click()
  await user.getByRole('menuitem', { name: 'Statement' }).waitFor()
  expect(await user.getByRole('menuitem', { name: /Delete|Export/ }).count()).toBe(0)
  await context.close()
})
