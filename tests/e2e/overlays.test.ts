import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { demoPassword } from '#tests/support/demo-database.ts'
import { signInOver } from '#tests/support/http-client.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { scope } from '#tests/support/world.ts'
import { button, field, heading, says } from './steps.ts'

// What lies over a screen for a moment must satisfy axe as well as the screen below it.
let site: Site
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const layer = '[role="dialog"], [role="menu"]'
const search = 'Search for a customer, a number, a screen …'

async function customers(page: Page): Promise<void> {
  await page.goto('/app/customers?q=a')
  await page.getByRole('link', { name: 'Ahuriri Cellars' }).waitFor()
}

async function changedForm(page: Page): Promise<void> {
  await page.goto('/app/customer/edit?id=9')
  await field(page, 'trading_name').fill(`Typed at ${Date.now()}`)
}

/** How each comes up, in the order they are looked at. */
const overlays: Record<string, (page: Page) => Promise<void>> = {
  async palette(page) {
    await page.goto('/app/home')
    await heading(page, /Kia ora/)
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder(search).fill('du')
    await page.locator('[data-selected]').getByText('Fraser Sinclair').waitFor()
  },
  async keys(page) {
    await page.goto('/app/home')
    await heading(page, /Kia ora/)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  },
  async person(page) {
    await page.goto('/app/home')
    await button(page, /profile and settings/).click()
    await page.getByRole('menuitem', { name: 'Dark' }).waitFor()
  },
  async bell(page) {
    await page.goto('/app/home')
    await button(page, /^Notifications/).click()
    await page.getByRole('link', { name: 'Message not delivered' }).first().waitFor()
  },
  async columns(page) {
    await customers(page)
    await button(page, 'Columns').click()
    await says(page, 'Not shown')
  },
  async filter(page) {
    await customers(page)
    await button(page, 'Add filter').click()
    await page.getByRole('option', { name: 'Status', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Closed' }).first().waitFor()
  },
  async view(page) {
    await customers(page)
    await button(page, 'Save view').click()
    await page.getByLabel('Name of the view').waitFor()
  },
  async selection(page) {
    await customers(page)
    await page.getByRole('checkbox', { name: 'Select Ahuriri Cellars' }).check()
    await says(page, '1 customer selected')
  },
  async removal(page) {
    await page.goto('/app/customer/details?id=9')
    await button(page, 'More').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete item?' }).waitFor()
  },
  async history(page) {
    await page.goto('/app/customer/edit?id=9')
    await button(page, 'More').click()
    await page.getByRole('menuitem', { name: 'History' }).click()
    await page
      .getByRole('dialog')
      .getByText(/^Created by/)
      .waitFor()
  },
  async leaving(page) {
    await changedForm(page)
    await page.evaluate('document.querySelector("header a").click()')
    await page.getByRole('dialog', { name: 'Save Changes?' }).waitFor()
  },
  async merge(page) {
    await changedForm(page)
    await scope(site.owner, 1)
    // Other words at each width: what did not change since it was read is nobody's to choose.
    await site.owner.query(
      "update customers set trading_name = 'Theirs ' || version, version = version + 1 where id = 9",
    )
    await button(page, 'Save').click()
    await page.getByRole('dialog', { name: 'Two people changed this' }).waitFor()
  },
  async lock(page) {
    const tom = await signInOver(site.url, 'user', demoPassword)
    await tom.send('PUT', '/datalock', { object_path: '/app/customer/edit?id=10' })
    await page.goto('/app/customer/edit?id=10')
    await says(page, /Tom Fletcher is working on this/)
  },
  async signIn(page) {
    await changedForm(page)
    await site.owner.query('update sessions set revoked_at = now()')
    await button(page, 'Save').click()
    await page.getByRole('dialog', { name: 'Sign In' }).waitFor()
  },
}

const looks = [{ width: 1280 }, { width: 390, dark: true }]

test.each(looks)(
  'everything that opens over a screen is clean at $width px',
  async (look) => {
    const { page, context, troubles } = await visitAs(browser, site.url, 'manager', look)
    const found: string[] = []
    for (const [name, open] of Object.entries(overlays)) {
      await open(page)
      // The screens below are looked at on their own; here it is what lies over them, if anything.
      const over = (await page.locator(layer).count()) > 0 ? layer : 'main'
      const findings = [...(await axeFindings(page, over)), ...troubles.splice(0)]
      found.push(...findings.map((finding) => `${name} ${finding}`))
    }
    await context.close()
    expect(found).toEqual([])
  },
  300_000,
)
