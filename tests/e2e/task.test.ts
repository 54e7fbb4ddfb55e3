import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { addressIs, button, go, heading, newCustomer, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page
let customer: number

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'user')).page
  customer = await newCustomer(page, { name: 'Rewa Glassworks' })
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.close()
})

const subject = 'Ask for the furnace’s new rating'

const counted = async () =>
  Number(
    await page
      .getByRole('link', { name: /^My tasks/ })
      .getByText(/^\d+$/)
      .textContent(),
  )

test('one key writes a task down, about the record in sight, and Home counts it', async () => {
  await go(page, '/app/home')
  const before = await counted()
  await go(page, `/app/customer/details?id=${customer}`)
  await heading(page, 'Rewa Glassworks')
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog')
  await says(page, 'About this customer.')
  // The cursor is there already: words, Enter, done.
  await expect
    .poll(() => dialog.getByLabel('Task', { exact: true }).evaluate((one) => one.matches(':focus')))
    .toBe(true)
  await page.keyboard.type(subject)
  await dialog.getByLabel('Due', { exact: true }).fill('1/11/2026')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Tasks' }).click()
  await page.getByRole('list', { name: 'Tasks' }).getByText('overdue').waitFor()
  expect(await axeFindings(page)).toEqual([])
  // What was counted before stands there until it is counted anew.
  await go(page, '/app/home')
  await expect.poll(counted).toBe(before + 1)
}, 120_000)

test('the list opens on what is still to be done, and All is a tab beside it', async () => {
  await go(page, '/app/tasks')
  const views = page.getByRole('navigation', { name: 'Views' })
  await expect.poll(() => page.url()).toContain('task_status.in')
  await expect
    .poll(() => views.getByRole('link', { name: /^Open/ }).getAttribute('aria-current'))
    .toBe('page')
  await views.getByRole('link', { name: /^All/ }).click()
  await expect.poll(() => page.url()).not.toContain('task_status')
  await expect
    .poll(() => views.getByRole('link', { name: /^All/ }).getAttribute('aria-current'))
    .toBe('page')
}, 120_000)

// Shows: E09
test('it is done with a tick, taken back with Undo, and done for good from the list', async () => {
  await go(page, `/app/customer/details?id=${customer}&tab=tasks`)
  await page.getByRole('checkbox', { name: `Done: ${subject}` }).click()
  await says(page, `“${subject}” is done.`)
  await button(page, 'Undo').click()
  await page.getByRole('checkbox', { name: `Done: ${subject}` }).waitFor()
  await go(page, '/app/tasks?list=mine')
  const row = page.getByRole('row').filter({ hasText: subject })
  await row.getByRole('link', { name: 'Rewa Glassworks' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await row.getByRole('button', { name: `Done: ${subject}` }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^Done/ }).click()
  await page.getByRole('link', { name: subject, exact: true }).click()
  await addressIs(page, /^\/app\/task\?id=\d+/)
  await says(page, /^Done by Tom Fletcher on /)
  await button(page, 'Open again').click()
  await button(page, 'Done').waitFor()
}, 120_000)

test('tasks about an enquiry and about a payment to a supplier stand on them', async () => {
  const accountant = (await visitAs(browser, site.url, 'accounting')).page
  const { rows } = await site.owner.query<{ enquiry: number; payment: number }>(
    `with asked as (insert into enquiries (organisation_id, subject) values (1, 'Solar for a school')
      returning id)
    select asked.id::int as enquiry, (select min(id)::int from billpayments
      where organisation_id = 1 and deleted_at is null) as payment from asked`,
  )
  const places = {
    'Ring the school back': `/app/enquiry?id=${rows[0]?.enquiry}`,
    'Ask what it was for': `/app/billpayment?id=${rows[0]?.payment}`,
  }
  for (const [words, path] of Object.entries(places)) {
    await accountant.goto(path)
    await accountant.getByRole('heading', { level: 1 }).waitFor()
    const tab = accountant.getByRole('tab', { name: 'Tasks' })
    await tab.or(accountant.getByLabel('New task')).first().waitFor()
    if ((await tab.count()) > 0) await tab.click()
    await accountant.getByLabel('New task').fill(words)
    await accountant.keyboard.press('Enter')
    await accountant.getByRole('list', { name: 'Tasks' }).getByText(words).waitFor()
    expect(await axeFindings(accountant)).toEqual([])
  }
}, 120_000)
