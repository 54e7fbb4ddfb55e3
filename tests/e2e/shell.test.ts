import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { addressIs, button, field, go, heading, newCustomer, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page
let troubles: string[]

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  ;({ page, troubles } = await visitAs(browser, site.url, 'manager'))
})
afterEach(() => expect(troubles.splice(0)).toEqual([]))
afterAll(async () => {
  await browser.close()
  await site.close()
})

const palette = () => page.getByRole('dialog')

async function openPalette(text: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  // One that is still open or closing would take the first letters with it.
  if ((await palette().count()) > 0) await page.keyboard.press('Escape')
  await palette().waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  const words = page.getByPlaceholder('Search for a customer, a number, a screen …')
  await expect.poll(() => words.evaluate((box) => box.matches(':focus'))).toBe(true)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

// Shows: R34, E01
test('the palette finds the screens of the role, and goes there with Enter', async () => {
  await page.goto('/app/home')
  await openPalette('bank trans')
  await palette().getByText('Bank Transactions').waitFor()
  await page.keyboard.press('Enter')
  await addressIs(page, /^\/app\/banktransactions/)
  // A slip is forgiven, as in a search; what stands behind other screens has a name as well.
  await openPalette('bank transactoins')
  await palette().getByText('Bank Transactions').waitFor()
  await openPalette('change passw')
  await palette().getByText('Change Password').waitFor()
  await openPalette('all users')
  await palette().getByText('No matches.').waitFor()
  await page.keyboard.press('Escape')
  await palette().waitFor({ state: 'hidden' })
})

// Shows: R34, E02
test('the palette finds a customer without macrons and opens it', async () => {
  await newCustomer(page, { name: 'Te Pūkenga Lakes Dairy' })
  await go(page, '/app/home')
  await page.evaluate("localStorage.removeItem('recent_records')")
  await openPalette('te pukenga')
  await palette().getByText('Te Pūkenga Lakes Dairy').last().waitFor()
  await page.keyboard.press('Enter')
  await heading(page, 'Te Pūkenga Lakes Dairy')
})

test('Enter opens what was typed, not what is still shown of fewer letters', async () => {
  await go(page, '/app/home')
  await page.evaluate("localStorage.removeItem('recent_records')")
  await openPalette('te')
  await palette().getByText('Te Rākau Childcare').first().waitFor()
  // Typed on in a connection that takes its time, with Enter right behind it.
  await page.route('**/api/v1/search?*', (route) => setTimeout(() => void route.continue(), 700))
  await page.keyboard.type(' pukenga')
  await page.keyboard.press('Enter')
  await heading(page, 'Te Pūkenga Lakes Dairy')
  await page.unroute('**/api/v1/search?*')
})

// Shows: R34, E04
test('a list is worked with the keyboard alone', async () => {
  await go(page, '/app/customers')
  const rows = page.getByRole('table').getByRole('row')
  await page.getByRole('table').getByRole('link').first().waitFor()
  const names = await page.getByRole('table').getByRole('link').allTextContents()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  expect(await rows.nth(1).getAttribute('data-active')).toBe('true')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByText('1 customer selected').waitFor()
  await page.keyboard.press('/')
  expect(await page.getByRole('searchbox').evaluate((box) => box.matches(':focus'))).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').evaluate((box: { blur(): void }) => box.blur())
  await page.keyboard.press('Enter')
  await heading(page, names[1] ?? '')
  await page.keyboard.press('e')
  await addressIs(page, /^\/app\/customer\/edit/)
  await field(page, 'suburb').fill('Te Aro')
  await page.keyboard.press('Control+s')
  await says(page, 'Changes saved.')
})

// Shows: E04, E38
test('the sheet of keys opens with ? and switches single keys off', async () => {
  await page.goto('/app/customers')
  await page.getByRole('table').getByRole('link').first().waitFor()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByText('Search and go anywhere').waitFor()
  await sheet.getByRole('switch').uncheck({ force: true })
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await page.keyboard.press('?')
  await page.keyboard.press('j')
  expect(await page.locator('tr[data-active]').count()).toBe(0)
  expect(await sheet.count()).toBe(0)
  await page.evaluate("localStorage.removeItem('shortcuts')")
})

test('a dialog goes with the screen it was opened on', async () => {
  const admin = await visitAs(browser, site.url, 'admin')
  await go(admin.page, '/app/customers')
  await go(admin.page, '/app/staffs')
  await button(admin.page, 'Members and roles').click()
  await admin.page.getByRole('dialog').waitFor()
  await admin.page.goBack()
  await heading(admin.page, 'Customers')
  await admin.page.getByRole('dialog').waitFor({ state: 'detached' })
  await admin.context.close()
})

// Shows: E03
test('search, sorting and filters live in the address: reload and Back keep them', async () => {
  await page.goto('/app/customers')
  await page.getByRole('searchbox').fill('a')
  await addressIs(page, /q=a/)
  await page.getByRole('columnheader', { name: /^City/ }).getByRole('button').first().click()
  await addressIs(page, /order=city/)
  await page.getByRole('navigation', { name: 'Views' }).getByText('Active').click()
  await addressIs(page, /where=customer_status\.in/)
  await page.getByText('Status: Active').waitFor()
  await page.reload()
  await page.getByText('Status: Active').waitFor()
  await page.goBack()
  await addressIs(page, /order=city/)
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('a')
  const city = page.getByRole('columnheader', { name: /^City/ })
  await expect.poll(() => city.getAttribute('aria-sort')).toBe('ascending')
})

test('a view is saved under a name, opened again and removed with a way back', async () => {
  await page.goto('/app/customers?q=dunedin')
  await button(page, 'Save view').click()
  await page.getByLabel('Name of the view').fill('The south')
  await page.keyboard.press('Enter')
  await says(page, 'View “The south” saved.')
  await page.goto('/app/customers')
  const views = page.getByRole('navigation', { name: 'Views' })
  await views.getByText('The south').click()
  await addressIs(page, /q=dunedin/)
  await button(page, 'View The south').click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await says(page, 'View “The south” removed.')
  await button(page, 'Undo').click()
  await views.getByText('The south').waitFor()
})

// Shows: E05
test('columns are chosen and moved, rows made roomier, and both stay', async () => {
  await page.goto('/app/customers')
  const titles = () => page.getByRole('columnheader').allTextContents()
  await page.getByRole('table').waitFor()
  await button(page, 'Columns').click()
  await page.getByRole('checkbox', { name: 'Postcode' }).check({ force: true })
  await addressIs(page, /columns=/)
  await button(page, 'Move Postcode to the left').click()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await titles()).at(-2)).toMatch(/Postcode/)
  const heading = (name: string) => page.getByRole('columnheader', { name, exact: true })
  const [before, last] = [await titles(), (await titles()).at(-1)?.trim() ?? '']
  await heading(last).dragTo(heading('Postcode'))
  const swapped = [...before.slice(0, -2), before.at(-1), before.at(-2)]
  await expect.poll(titles).toEqual(swapped)
  await heading(last).dragTo(heading('Postcode'))
  await expect.poll(titles).toEqual(before)
  await page.getByText('Comfortable').click()
  await page.reload()
  await expect.poll(async () => (await titles()).at(-2)).toMatch(/Postcode/)
  expect(await page.getByRole('table').getAttribute('data-density')).toBe('comfortable')
})
