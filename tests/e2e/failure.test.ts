import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { startTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts'
import { scope } from '#tests/support/world.ts'
import { button, field, fill, heading, says } from './steps.ts'

let site: Site
let proxy: TcpProxy
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  proxy = await startTcpProxy(site.url)
  page = (await visitAs(browser, proxy.url, 'user')).page
})
afterEach(async () => {
  proxy.mend()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
afterAll(async () => {
  await browser.close()
  await proxy.close()
  await site.close()
})

const bannerWithinMs = 5000
const unreachable = /We can't reach the server just now\. We'll keep trying/

const banner = () => page.getByRole('status').filter({ hasText: unreachable })

/** Nothing is worse than an empty page: there is always a heading and the menu. */
async function isNotBlank(): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.getByRole('navigation', { name: 'Menu' }).waitFor()
}

// Shows: R33, E23
test('the server goes away while somebody saves: told in time, nothing lost, saved by itself', async () => {
  await page.goto('/app/customer/edit?id=4')
  await fill(page, { trading_name: 'Typed in the storm' })
  proxy.cut()
  await button(page, 'Save').click()
  await banner().waitFor({ timeout: bannerWithinMs })
  await banner()
    .getByText(/as at \d{1,2}:\d\d [ap]m/)
    .waitFor()
  expect(await field(page, 'trading_name').inputValue()).toBe('Typed in the storm')
  await isNotBlank()
  proxy.mend()
  await says(page, 'Changes saved.')
  await banner().waitFor({ state: 'hidden' })
})

// Shows: E23
test('while the server is away money waits, with the reason and with all that was typed', async () => {
  const { page: desk, context } = await visitAs(browser, proxy.url, 'accounting')
  await desk.goto('/app/invoicepayment')
  const amount = desk.getByRole('textbox', { name: /^Amount/ })
  await amount.fill('12.50')
  const sent: string[] = []
  desk.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
  proxy.cut()
  await desk.evaluate("dispatchEvent(new Event('visibilitychange'))")
  await desk.getByRole('status').filter({ hasText: unreachable }).waitFor({ timeout: 30_000 })
  const record = button(desk, 'Record payment')
  expect(await record.getAttribute('aria-disabled')).toBe('true')
  await record.focus()
  await says(desk, /This waits until it answers again/)
  await amount.press('Enter')
  await desk.keyboard.press('Control+s')
  expect(sent.filter((url) => url.includes('/invoicepayment'))).toEqual([])
  proxy.mend()
  await expect.poll(() => record.getAttribute('aria-disabled'), { timeout: 30_000 }).toBe(null)
  expect(await amount.inputValue()).toContain('12.50')
  await context.close()
})

test('a list asked for in vain explains itself and fills once the server is back', async () => {
  await page.goto('/app/home')
  await isNotBlank()
  await page.route('**/api/v1/suppliers?*', (route) => route.abort('connectionfailed'))
  await page.getByRole('navigation', { name: 'Menu' }).getByText('Suppliers').click()
  await banner().waitFor({ timeout: bannerWithinMs })
  await isNotBlank()
  await page.unrouteAll()
  await page.getByRole('table').getByRole('link').first().waitFor()
  await banner().waitFor({ state: 'hidden' })
})

test('a page that is loaded while the API is down comes up by itself later', async () => {
  await page.goto('/app/partners')
  await heading(page, 'Partners')
  await page.route(/\/(api\/v1\/|readyz)/, (route) => route.abort('connectionrefused'))
  await page.reload()
  await banner().waitFor({ timeout: bannerWithinMs })
  await page.unrouteAll()
  await page.getByRole('table').getByRole('link').first().waitFor()
})

// Shows: E14
test('with three seconds of latency the shape of the list is shown, then the list', async () => {
  await page.goto('/app/home')
  await isNotBlank()
  await page.route('**/api/v1/partners?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3000))
    await route.continue()
  })
  await page.getByRole('navigation', { name: 'Menu' }).getByText('Partners').click()
  await page.getByRole('status').getByText('Loading').waitFor()
  await isNotBlank()
  expect(await banner().count()).toBe(0)
  await page.getByRole('table').getByRole('link').first().waitFor()
})

// Shows: R33
test('an answer that breaks off is asked for again, and the record is made once', async () => {
  await page.goto('/app/customer/new')
  await fill(page, { name: 'Half an answer' })
  let calls = 0
  await page.route('**/api/v1/customer', async (route) => {
    calls += 1
    const response = await route.fetch()
    const body = await response.text()
    await route.fulfill({ response, body: calls === 1 ? body.slice(0, body.length / 2) : body })
  })
  await button(page, 'Save').click()
  await heading(page, 'Half an answer')
  expect(calls).toBe(2)
  await scope(site.owner, 1)
  const { rows } = await site.owner.query("select 1 from customers where name = 'Half an answer'")
  expect(rows).toHaveLength(1)
})

// Shows: R33, E23
test('after a new version was put in place, a missing file offers to refresh', async () => {
  await page.goto('/app/home')
  await isNotBlank()
  await page.route(/assets\/(list-screen|export|customer)[^/]*\.js/, (route) =>
    route.fulfill({ status: 404, body: 'Not found.' }),
  )
  await page.getByRole('navigation', { name: 'Menu' }).getByText('Customers').click()
  await says(page, "A new version is ready – refresh when you're done.")
  await isNotBlank()
  await page.unrouteAll()
  await button(page, 'Refresh').click()
  await page.getByRole('table').getByRole('link').first().waitFor()
})

// Shows: E23
test('a newer version is told of while the page still works, and is there after Refresh', async () => {
  await page.goto('/app/home')
  await isNotBlank()
  const told = () =>
    page
      .getByRole('status')
      .filter({ hasText: "A new version is ready – refresh when you're done." })
  expect(await told().count()).toBe(0)
  await page.route('**/api/v1/customers?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-build': 'the next' } })
  })
  await page.getByRole('navigation', { name: 'Menu' }).getByText('Customers').click()
  await told().waitFor()
  await page.getByRole('table').getByRole('link').first().waitFor()
  await page.unrouteAll()
  await told().getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('table').getByRole('link').first().waitFor()
  expect(await told().count()).toBe(0)
})
