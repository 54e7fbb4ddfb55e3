import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { demoPassword } from '#tests/support/demo-database.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { addressIs, button, field, fill, heading, newCustomer, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'user')).page
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/**
 * The session is over, and the next who learns of it is whoever presses. What the page asks now and
 * then by itself waits meanwhile: it would learn of it first, and the press meet the question.
 */
async function pressAfterTheEnd(press: () => Promise<void>): Promise<void> {
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/v1/**', async (route) => {
    if (route.request().method() === 'GET') await asked.promise
    await route.continue()
  })
  await site.owner.query('update sessions set revoked_at = now()')
  await press()
  await signInDialog().waitFor()
  asked.resolve()
}

function signInDialog(tab = page) {
  return tab.getByRole('dialog', { name: 'Sign In' })
}

async function signInAgain(password = demoPassword, tab = page): Promise<void> {
  await signInDialog(tab).getByLabel('Password', { exact: true }).fill(password)
  await signInDialog(tab).getByRole('button', { name: 'Sign In' }).click()
}

// Shows: E22
test('the session ends mid-form: the password is asked over the page and nothing is lost', async () => {
  const id = await newCustomer(page, { name: 'Taumarunui Motors' })
  await page.goto(`/app/customer/edit?id=${id}`)
  await fill(page, { trading_name: 'TM', city: 'Taumarunui', email: 'desk@tm.example.nz' })
  await pressAfterTheEnd(() => button(page, 'Save').click())
  await signInDialog().getByText("we've kept what you were typing").waitFor()
  expect(await signInDialog().getByLabel('Username').inputValue()).toBe('user')
  await signInAgain('not my password at all')
  await signInDialog().getByText("That username or password isn't right.").waitFor()
  await signInAgain()
  await says(page, 'Changes saved.')
  await addressIs(page, new RegExp(`/app/customer/details\\?id=${id}`))
  const main = page.getByRole('main')
  for (const text of ['TM', 'Taumarunui', 'desk@tm.example.nz'])
    await main.getByText(text, { exact: true }).first().waitFor()
})

test('a new record and a note survive the end of a session as well', async () => {
  await page.goto('/app/customer/new')
  await fill(page, { name: 'Late Evening Limited', city: 'Timaru' })
  await pressAfterTheEnd(() => page.keyboard.press('Control+s'))
  await signInAgain()
  await heading(page, 'Late Evening Limited')
  await page.getByRole('tab', { name: 'Notes' }).click()
  await says(page, 'Nothing here yet.')
  await page.getByLabel('New note').getByRole('textbox').fill('Written before the session ended.')
  const save = page.getByLabel('New note').getByRole('button', { name: 'Save note' })
  await pressAfterTheEnd(() => save.click())
  await signInAgain()
  await says(page, 'Note created.')
  await page.getByRole('tabpanel').getByText('Written before').waitFor()
})

// Shows: E15
test('a payment that is half typed is not left without being asked', async () => {
  const { page: desk } = await visitAs(browser, site.url, 'accounting')
  await desk.goto('/app/invoicepayment')
  await heading(desk, 'Record a payment')
  const home = () => desk.getByRole('navigation', { name: 'Menu' }).getByText('Home').click()
  const asked = desk.getByRole('dialog', { name: 'Save Changes?' })
  const amount = desk.getByRole('textbox', { name: /^Amount/ })
  await amount.fill('12.50')
  await home()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  expect(await amount.inputValue()).toContain('12.50')
  await home()
  // What can't be saved stays where it was typed, and says what is missing.
  await asked.getByRole('button', { name: 'Save', exact: true }).click()
  await desk.getByRole('main').getByRole('alert').waitFor()
  expect(await amount.inputValue()).toContain('12.50')
  await home()
  await asked.getByRole('button', { name: "Don't save" }).click()
  await addressIs(desk, /^\/app\/home/)
  // With nothing typed nobody is asked.
  await desk.goto('/app/invoicepayment')
  await heading(desk, 'Record a payment')
  await home()
  await addressIs(desk, /^\/app\/home/)
})

// Shows: E15
test('leaving with changes asks; Cancel stays with everything typed', async () => {
  await page.goto('/app/customer/edit?id=1')
  await fill(page, { trading_name: 'Not decided yet' })
  await page.getByRole('navigation', { name: 'Menu' }).getByText('Suppliers').click()
  const question = page.getByRole('dialog', { name: 'Save Changes?' })
  await question.getByText('Would you like to save your changes before leaving the page?').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(page.url()).toContain('/app/customer/edit?id=1')
  expect(await field(page, 'trading_name').inputValue()).toBe('Not decided yet')
})

test("Don't save leaves without a trace; Save stores and goes on", async () => {
  await page.goto('/app/customer/details?id=2')
  await page.getByRole('main').getByRole('link', { name: 'Edit' }).click()
  await fill(page, { trading_name: 'Thrown away' })
  await page.evaluate('history.back()')
  const question = page.getByRole('dialog', { name: 'Save Changes?' })
  await question.getByRole('button', { name: "Don't save" }).click()
  await addressIs(page, /^\/app\/customer\/details\?id=2/)
  await page.goto('/app/customer/edit?id=2')
  await heading(page, /./)
  expect(await field(page, 'trading_name').inputValue()).not.toBe('Thrown away')

  await fill(page, { trading_name: 'Kept on the way out' })
  await page.getByRole('navigation', { name: 'Menu' }).getByText('Suppliers').click()
  await question.getByRole('button', { name: 'Save', exact: true }).click()
  await addressIs(page, /^\/app\/suppliers/)
  await page.goto('/app/customer/edit?id=2')
  await expect.poll(() => field(page, 'trading_name').inputValue()).toBe('Kept on the way out')
})

test('signing out with changes asks first', async () => {
  await page.goto('/app/customer/edit?id=3')
  await fill(page, { trading_name: 'Half typed' })
  await page.getByRole('navigation', { name: 'Menu' }).getByText('Sign out').click()
  const question = page.getByRole('dialog', { name: 'Save Changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await field(page, 'trading_name').inputValue()).toBe('Half typed')
})

const forms = [
  ['/app/customer/new', 'name'],
  ['/app/supplier/edit', 'name'],
  ['/app/contract', 'contract_number'],
  ['/app/partner/edit', 'name'],
  ['/app/meter/new', 'meter_number'],
  ['/app/enquiry', 'subject'],
  ['/app/task', 'subject'],
  ['/app/proposal/new', 'name'],
  ['/app/messageblacklist/edit', 'reason'],
  ['/app/meterreading/new', 'notes'],
] as const
// Each is a load of the whole program: all ten before a release.
const shown = process.env.HEAVY ? forms : forms.slice(0, 3)

// Shows: E22
test('what was typed in several tabs is there after one password, and can be saved', async () => {
  const { context } = await visitAs(browser, site.url, 'manager')
  const tabs = await Promise.all(
    shown.map(async ([path, name], place) => {
      const tab = await context.newPage()
      await tab.goto(path)
      await field(tab, name).fill(`Typed ${place}`)
      return tab
    }),
  )
  await site.owner.query('update sessions set revoked_at = now()')
  const [first, second] = tabs as [Page, Page]
  await first.keyboard.press('Control+s')
  await signInAgain(demoPassword, first)
  await heading(first, 'Typed 0')
  for (const [place, [path, name]] of shown.entries()) {
    const tab = tabs[place]
    if (!tab || place === 0) continue
    // One that asked the server meanwhile learned of the end by itself.
    if (await signInDialog(tab).isVisible()) await signInAgain(demoPassword, tab)
    expect(await field(tab, name).inputValue(), path).toBe(`Typed ${place}`)
  }
  await second.keyboard.press('Control+s')
  await heading(second, 'Typed 1')
  await context.close()
})
