import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { button, go, heading, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'admin')).page
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const dialog = () => page.getByRole('dialog')
const row = (label: string) => page.getByRole('listitem').filter({ hasText: label })

test('an admin changes a setting, what makes no sense is refused, and the standard comes back', async () => {
  await go(page, '/app/settings')
  await button(page, 'Change: Late fee').click()
  await dialog().getByLabel('Late fee').fill('a few dollars')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('An amount of 0.00 or more.').waitFor()
  await dialog().getByLabel('Late fee').fill('$12.50')
  await page.keyboard.press('Enter')
  await says(page, 'Late fee: $12.50 from now on.')
  await expect
    .poll(() => row('Without GST; 0.00 charges none.').first().textContent())
    .toContain('Changed')
  await button(page, 'Change: Late fee').click()
  await dialog().getByRole('button', { name: 'Back to the standard' }).click()
  await says(page, 'Late fee: $10.00 again.')
  await button(page, 'Change: Late fee').click()
  await dialog().getByText('$12.50 → the standard ($10.00)').waitFor()
  await dialog().getByText('the standard ($10.00) → $12.50').waitFor()
  await dialog().getByRole('button', { name: 'Put back: $12.50' }).click()
  await says(page, 'Late fee: $12.50 again.')
})

test('customers of a type are given steps of reminding of their own', async () => {
  await go(page, '/app/settings')
  await button(page, 'Change: Reminders by customer type').click()
  await dialog().getByRole('radiogroup', { name: 'Reminders of Residential' }).waitFor()
  await dialog()
    .getByRole('radiogroup', { name: 'Reminders of Residential' })
    .getByText('Steps of their own')
    .click()
  const first = (what: string) => dialog().getByLabel(`${what} of Residential: reminder 1`)
  await first('Working days').fill('400')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('whole numbers from 0 to 365', { exact: false }).waitFor()
  await first('Working days').fill('4')
  await first('Words').selectOption('Reminder to a business')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await says(page, /Residential: after 4 \(template \d+\) working days/)
})

test('the numbers of invoices are shown with the reason why nobody changes them', async () => {
  await go(page, '/app/settings')
  await button(page, 'Look: numbers of Invoices and credit invoices').click()
  await dialog().getByText('Its numbers have no gaps', { exact: false }).waitFor()
  expect(await dialog().getByLabel('Next number').isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
})

test('GST is given another percentage from a day on, and the dialog says what that does', async () => {
  await go(page, '/app/settings')
  await button(page, 'Change: GST percentage').click()
  await dialog().getByText('No paper is taxed otherwise than before.').waitFor()
  await dialog().getByRole('button', { name: 'Another percentage' }).click()
  await dialog().getByLabel('Percentage 2', { exact: true }).fill('17.5')
  await dialog().getByLabel('From 2', { exact: true }).fill('1/4/2031')
  await dialog().getByLabel('Percentage 2', { exact: true }).click()
  await dialog()
    .getByText('Papers dated 01 Apr 2031 and later take 17.5 % instead of 15 %', { exact: false })
    .waitFor()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await says(page, 'GST percentage: 15 % from 01 Oct 2010, 17.5 % from 01 Apr 2031 from now on.')
})

// Shows: E12
test('a logo and a colour are seen before they are saved, and a pale colour is refused', async () => {
  await go(page, '/app/settings')
  await button(page, 'Change: Colour').click()
  await dialog().getByLabel('Colour').fill('#ffee00')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('with a contrast of at least 4.5:1').waitFor()
  await dialog().getByLabel('Colour').fill('#8a1538')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await says(page, 'Colour: #8a1538 from now on.')
  await button(page, 'Change: Logo').click()
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"><rect width="900" height="300" fill="#8a1538"/></svg>'
  await dialog()
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })
  await dialog().locator('img').waitFor()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await says(page, 'Logo: A picture from now on.')
  // Drawn in the browser, smaller than it came.
  await page.locator('figure img').first().waitFor()
  const width = () => page.evaluate(`document.querySelector('figure img').naturalWidth`)
  await expect.poll(width).toBe(600)
})

test('a setting is found by a word of it, and so is what has a screen of its own', async () => {
  const search = page.getByLabel('Search the settings')
  await search.fill('quiet_hours')
  await row('No promotional mail between').waitFor()
  expect(await row('Late fee').count()).toBe(0)
  await search.fill('time zone')
  await page.getByRole('link', { name: 'Your profile' }).waitFor()
  await search.fill('zebra')
  await says(page, 'No setting matches.')
  await search.fill('')
})

test('who works elsewhere chooses their time zone and reads times on their own clocks', async () => {
  await go(page, '/app/profile/edit')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('sydney')
  await page.getByRole('option', { name: 'Australia/Sydney' }).click()
  await button(page, 'Save User').click()
  const since = page.getByRole('cell', { name: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d Sydney$/ })
  await since.first().waitFor()
})

test('who is no admin reads the settings and changes none', async () => {
  const { page: other, context } = await visitAs(browser, site.url, 'manager')
  await go(other, '/app/settings')
  await says(other, 'Only an admin can change settings.')
  expect(await other.getByRole('button', { name: /^Change: / }).count()).toBe(0)
  await context.close()
})

test('everybody is asked for a second factor from the settings, whoever asks included', async () => {
  await go(page, '/app/settings?q=second%20factor')
  await button(page, 'Change: Second factor for everybody').click()
  const save = dialog().getByRole('button', { name: 'Save' })
  expect(await save.isDisabled()).toBe(true)
  await dialog().getByText('Nobody has changed it yet.').waitFor()
  await dialog().getByRole('radiogroup').getByText('Yes', { exact: true }).click()
  await dialog().getByText('It holds for you as well', { exact: false }).waitFor()
  await save.click()
  await says(page, 'Second factor for everybody: Yes from now on.')
  await page.reload()
  await heading(page, 'Two-factor sign-in')
})
