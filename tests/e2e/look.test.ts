import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { addressIs, button, heading, says } from './steps.ts'

let site: Site
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const colour = 'getComputedStyle(document.body).backgroundColor'

/** Black is 0, white is 255. */
function brightness(rgb: string): number {
  const parts =
    rgb
      .match(/[\d.]+/g)
      ?.slice(0, 3)
      .map(Number) ?? []
  return parts.reduce((sum, part) => sum + part, 0) / 3
}

test('version, host, environment and the shortcuts of the bar are in sight', async () => {
  const { page, context } = await visitAs(browser, site.url, 'user', { width: 1400 })
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByText(`2025-08-04 · ${new URL(site.url).host}`).waitFor()
  await page.getByRole('banner').getByText('DEV', { exact: true }).waitFor()
  const shortcuts = [
    ['Dashboard', '/app/dashboard'],
    ['New Customer', '/app/customer/new'],
    ['New Invoice', '/app/invoice/new'],
  ]
  for (const [name, path] of shortcuts) {
    const link = page.getByRole('banner').getByRole('link', { name: name ?? '' })
    expect(await link.getAttribute('href')).toBe(path)
  }
  // The marker tints the bar as well, not only in words.
  const bar = await page.getByRole('banner').evaluate((element) => {
    // The page's own types are not known here; every element has a computed style.
    const view = globalThis as unknown as { getComputedStyle(of: unknown): { background: string } }
    return view.getComputedStyle(element).background
  })
  expect(bar).not.toMatch(/rgb\(255, 255, 255\)/)
  await context.close()
})

// Shows: E28
test('on a phone the menu is a drawer that closes behind the choice, and rows are cards', async () => {
  const { page, context } = await visitAs(browser, site.url, 'user', { width: 390, height: 844 })
  expect(await page.getByRole('navigation', { name: 'Menu' }).isVisible()).toBe(false)
  await button(page, 'Open the menu').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('link', { name: 'Customers', exact: true }).click()
  await drawer.waitFor({ state: 'hidden' })
  await heading(page, 'Customers')
  await page.getByRole('list', { name: 'Customers' }).getByRole('link').first().waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
  await page.getByRole('list', { name: 'Customers' }).getByRole('link').first().click()
  await addressIs(page, /^\/app\/customer\/details/)
  await context.close()
})

// Shows: E28
test('the end of a form stays in reach, and what is typed in never lies under it', async () => {
  for (const [width, height] of [
    [1400, 900],
    [390, 844],
  ] as const) {
    const { page, context } = await visitAs(browser, site.url, 'manager', { width, height })
    const forms = [
      ['/app/customer/edit?id=1', 'Save', '#field-name'],
      ['/app/invoicepayment', 'Record payment', '#field-invoicepayment-reference'],
      ['/app/adjustment', 'Book it', '#field-adjustment-reason'],
    ] as const
    for (const [path, name, input] of forms) {
      await page.goto(path)
      const end = button(page, name)
      await end.waitFor()
      await page.evaluate('scrollTo(0, 1e6)')
      const bar = await end.boundingBox()
      expect(bar?.y).toBeGreaterThanOrEqual(0)
      expect((bar?.y ?? height) + (bar?.height ?? 0)).toBeLessThanOrEqual(height)
      await page.locator(input).focus()
      const typed = await page.locator(input).boundingBox()
      const isAbove = (typed?.y ?? 0) + (typed?.height ?? 0) <= (bar?.y ?? 0)
      const isBelow = (typed?.y ?? 0) >= (bar?.y ?? 0) + (bar?.height ?? 0)
      expect(isAbove || isBelow).toBe(true)
    }
    await context.close()
  }
})

// Shows: E27
test('dark follows the system, can be chosen, and stays chosen', async () => {
  const { page, context } = await visitAs(browser, site.url, 'user', { dark: true })
  expect(brightness(await page.evaluate<string>(colour))).toBeLessThan(60)
  await button(page, /profile and settings/).click()
  await page.getByRole('menuitem', { name: 'Light' }).click()
  await expect
    .poll(async () => brightness(await page.evaluate<string>(colour)))
    .toBeGreaterThan(200)
  await page.reload()
  await heading(page, /Kia ora/)
  expect(brightness(await page.evaluate<string>(colour))).toBeGreaterThan(200)
  await context.close()
})

// Shows: E26
test('on paper there is the content alone, every row of it, dark on white', async () => {
  const { page, context } = await visitAs(browser, site.url, 'user', { dark: true })
  await page.goto('/app/customers')
  const table = page.getByRole('table')
  await table.getByRole('link').first().waitFor()
  expect(await table.getByRole('link').count()).toBeLessThan(50)
  await page.emulateMedia({ media: 'print' })
  // A sheet of A4 between its margins: still a table, with every column on it.
  await page.setViewportSize({ width: 718, height: 1000 })
  await expect.poll(() => table.getByRole('link').count()).toBe(50)
  const width = 'document.documentElement.scrollWidth'
  expect(await page.evaluate<number>(width)).toBeLessThanOrEqual(718)
  for (const chrome of [
    page.getByRole('navigation', { name: 'Menu' }),
    page.getByRole('banner'),
    page.getByRole('searchbox'),
    button(page, 'Export'),
  ])
    expect(await chrome.isVisible()).toBe(false)
  expect(brightness(await page.evaluate<string>(colour))).toBe(255)
  const ink = "getComputedStyle(document.querySelector('tbody a')).color"
  expect(brightness(await page.evaluate<string>(ink))).toBeLessThan(60)
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(async () => brightness(await page.evaluate<string>(colour))).toBeLessThan(60)
  await context.close()
})

test('the version copies what support asks for first', async () => {
  const { page, context } = await visitAs(browser, site.url, 'user')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('navigation', { name: 'Menu' }).getByText('2025-08-04').click()
  await says(page, 'Details for support copied.')
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(copied).toContain('User: user')
  await context.close()
})
