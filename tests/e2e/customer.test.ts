import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { makeNzbn } from '#domain/kit/nzbn.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { addressIs, button, field, fill, go, heading, newCustomer, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page
let troubles: string[]

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  ;({ page, troubles } = await visitAs(browser, site.url, 'user'))
})
afterEach(() => expect(troubles.splice(0)).toEqual([]))
afterAll(async () => {
  await browser.close()
  await site.close()
})

// Shows: E16
test('what is typed wrongly is said at the field and in a summary that leads there', async () => {
  await go(page, '/app/customer/new')
  await fill(page, { name: 'K', nzbn: '9429000000001', email: 'aroha at home', phone: '12' })
  await button(page, 'Save').click()
  const summary = page.getByRole('alert')
  await summary.getByText('Some details need fixing.').waitFor()
  await summary.getByText('Names need at least 2 characters.').waitFor()
  expect(await summary.getByRole('link').count()).toBe(4)
  for (const name of ['name', 'nzbn', 'email', 'phone'])
    expect(await field(page, name).getAttribute('aria-invalid')).toBe('true')
  await summary.getByText("That doesn't look like an email address.").click()
  expect(await field(page, 'email').evaluate((input) => input.matches(':focus'))).toBe(true)
  expect(await field(page, 'email').inputValue()).toBe('aroha at home')
  await field(page, 'email').fill('aroha@example.co.nz')
  await field(page, 'phone').focus()
  await expect.poll(() => field(page, 'email').getAttribute('aria-invalid')).not.toBe('true')
})

test('a customer is created in the forms numbers and addresses are kept in', async () => {
  const nzbn = makeNzbn('942903238901')
  await newCustomer(page, {
    name: 'Wharekāhika Ōtautahi Bakery',
    nzbn: ` ${nzbn.slice(0, 4)} ${nzbn.slice(4)} `,
    phone: '09 555 1234',
    phone_mobile: '+64 21 555 123',
    email: ' Hui@Bakery.Example.NZ ',
    postcode: '8011',
  })
  await says(page, 'Customer created.')
  const main = page.getByRole('main')
  await main.getByText(nzbn).first().waitFor()
  await main.getByText('hui@bakery.example.nz').first().waitFor()
  const { rows } = await owned(`select phone, phone_mobile, customer_number, customer_status
    from customers where name like 'Wharek%'`)
  expect(rows).toEqual([
    {
      phone: '+6495551234',
      phone_mobile: '+6421555123',
      customer_number: expect.stringMatching(/^C-\d+$/),
      customer_status: 'prospect',
    },
  ])
})

test('a likely duplicate is pointed out with a way to the other one', async () => {
  const first = await newCustomer(page, { name: 'Tāne Mahuta Lodge', phone: '09 555 7788' })
  await newCustomer(page, { name: 'Tane Mahuta Lodge', phone: '09 555 7788' })
  const warning = page.getByRole('status').filter({ hasText: 'Have a look at this' })
  await warning.getByRole('link', { name: 'Open' }).first().click()
  await page.waitForURL(new RegExp(`/app/customer/details\\?id=${first}`))
  await heading(page, 'Tāne Mahuta Lodge')
})

// Shows: E18
test('a customer is found without typing macrons, opened and changed', async () => {
  await newCustomer(page, { name: 'Māhia Kōwhai Orchards' })
  await go(page, '/app/customers')
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('mahia kowhai')
  const row = page.getByRole('table').getByRole('link', { name: 'Māhia Kōwhai Orchards' })
  await row.click()
  await heading(page, 'Māhia Kōwhai Orchards')
  await page.getByRole('main').getByRole('link', { name: 'Edit' }).click()
  await fill(page, { city: 'Gisborne', trading_name: 'Kōwhai' })
  await button(page, 'Save').click()
  await says(page, 'Changes saved.')
  await page.getByRole('tab', { name: 'History' }).click()
  await says(page, 'Changed by Tom Fletcher')
  await page.getByRole('tabpanel').getByText('Gisborne').waitFor()
})

// Shows: E08, E18
test('earlier values are put back from the history after a look, and older changes are there', async () => {
  const id = await newCustomer(page, { name: 'Ōpōtiki Looms', city: 'Ōpōtiki' })
  await go(page, `/app/customer/edit?id=${id}`)
  await fill(page, { city: 'Gisborne', trading_name: 'Looms' })
  await button(page, 'Save').click()
  await addressIs(page, /^\/app\/customer\/details/)
  // Its balance was changed as well, which is not a value to put back.
  await owned(`update history set changes = changes || '{"balance_total": ["5.00", "0.00"]}'
    where object_class = 'customer' and object_id = ${id} and action = 'update'`)
  await owned(`insert into history (organisation_id, object_class, object_id, action, actor_name,
      source, changes, object_version)
    select organisation_id, object_class, object_id, 'view', 'Somebody', source, '{}', null
    from history, generate_series(1, 99)
    where object_class = 'customer' and object_id = ${id} and action = 'update'`)
  await page.goto(`/app/customer/details?id=${id}`)
  await page.getByRole('tab', { name: 'History' }).click()
  const panel = page.getByRole('tabpanel')
  await panel.getByText('Looked at by Somebody').first().waitFor()
  expect(await panel.getByText('Created by Tom Fletcher').count()).toBe(0)
  await button(page, 'Older').click()
  await panel.getByText('Created by Tom Fletcher').waitFor()
  expect(await button(page, 'Older').count()).toBe(0)
  await button(page, 'Compare two versions').click()
  const compared = page.getByRole('dialog', { name: 'Compare two versions' })
  await compared.getByRole('row', { name: /^City Ōpōtiki Gisborne/ }).waitFor()
  await compared.getByRole('button', { name: 'Close' }).click()
  await button(page, 'Put these values back').click()
  const look = page.getByRole('dialog')
  await look.getByRole('row', { name: /^City Gisborne Ōpōtiki/ }).waitFor()
  expect(await look.getByRole('row').count()).toBe(3)
  await look.getByRole('button', { name: 'Put back' }).click()
  await says(page, 'The values are back.')
  const { rows } = await owned(`select city, trading_name, version from customers where id = ${id}`)
  expect(rows).toEqual([{ city: 'Ōpōtiki', trading_name: null, version: 3 }])
  // What is so again is not offered again; the change that took it away is.
  await expect.poll(() => button(page, 'Put these values back').count()).toBe(1)
})

// The page's head names the last contact as well.
const noteSaying = (words: string) =>
  page.getByRole('tabpanel').getByRole('paragraph').filter({ hasText: words })

test('notes are written on the details page, pinned and deleted', async () => {
  await newCustomer(page, { name: 'Rimutaka Cycles' })
  await page.getByRole('tab', { name: 'Notes' }).click()
  await page.getByLabel('New note').getByRole('textbox').fill('Rang about the winter bill.')
  await page.getByLabel('New note').getByRole('button', { name: 'Save note' }).click()
  await noteSaying('Rang about the winter bill.').waitFor()
  await button(page, 'Pin').click()
  await button(page, 'Unpin').waitFor()
  await button(page, 'Delete Rang about the winter bill.').click()
  await page.getByRole('dialog', { name: 'Delete item?' }).getByText('Rang about').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await says(page, 'Nothing here yet.')
})

// Shows: E31
test('a bank number is masked, opened by those who may, and each look leaves a trace', async () => {
  const manager = await visitAs(browser, site.url, 'manager')
  const id = await newCustomer(manager.page, {
    name: 'Karamea Ferns',
    bank_account_number: makeBankAccount('12', '3011', 88_776),
  })
  const tab = `/app/customer/details?id=${id}&tab=direct-debit`
  await go(manager.page, tab)
  await manager.page.getByText(/^••••/).first().waitFor()
  expect(await manager.page.getByText('12-3011').count()).toBe(0)
  await button(manager.page, 'Show Bank account number').click()
  await says(manager.page, /^12-3011-08877\d{2}-00$/)
  await manager.page.getByRole('tab', { name: 'History' }).click()
  await says(manager.page, /Looked at by Aroha Tāwhiri/)
  await manager.context.close()

  await go(page, tab)
  expect(await button(page, 'Show Bank account number').isDisabled()).toBe(true)
})

/** The owner of the tables is under row-level security too. */
async function owned(sql: string) {
  await site.owner.query("select set_config('app.organisation_id', '1', false)")
  return site.owner.query(sql)
}
