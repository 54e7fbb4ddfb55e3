import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Visit, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { button, heading, says } from './steps.ts'

let site: Site
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const hourMs = 3_600_000
const minuteMs = 60_000

/** Every sign-in this window sends from now on, with what it was answered. */
function watchSignIns(page: Page): number[] {
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/user/signin')) answers.push(response.status())
  })
  return answers
}

/** A second tab of the same person. */
async function anotherTab({ context }: Visit): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto('/app/suppliers')
  await heading(tab, 'Suppliers')
  return tab
}

test('a reload with the stored token stays signed in, and so does a new tab', async () => {
  const visited = await visitAs(browser, site.url, 'user')
  await visited.page.goto('/app/partners')
  await visited.page.reload()
  await heading(visited.page, 'Partners')
  await anotherTab(visited)
  await visited.context.close()
})

// Shows: R31
test('five tabs share one renewal an hour, and all carry on with the new token', async () => {
  const visited = await visitAs(browser, site.url, 'user')
  const { page } = visited
  await page.clock.install()
  await page.reload()
  await heading(page, /Kia ora/)
  const others = await Promise.all([1, 2, 3, 4].map(() => anotherTab(visited)))
  const token = () => page.evaluate<string>("localStorage.getItem('token')")
  const before = await token()
  // The server changes token and cookie once the running pair is older than a minute.
  await site.owner.query("update sessions set rotated_at = now() - interval '1 hour'")
  const answers = [page, ...others].map(watchSignIns)
  // The windows of one browser share its clock.
  await page.clock.fastForward(hourMs)
  await expect.poll(() => answers.flat()).toEqual([200])
  await expect.poll(token).not.toBe(before)
  for (const tab of [page, ...others.slice(0, 2)]) {
    await tab.getByRole('navigation', { name: 'Menu' }).getByText('Partners').click()
    await tab.getByRole('table').getByRole('link').first().waitFor()
  }
  expect(answers.flat()).toEqual([200])
  await visited.context.close()
})

// Shows: E22
test('two minutes before the end the user is told and stays with one click', async () => {
  const { page, context } = await visitAs(browser, site.url, 'user')
  await page.clock.install()
  await page.reload()
  await heading(page, /Kia ora/)
  // The hourly renewal does not get through.
  await page.route('**/api/v1/user/signin', (route) => route.abort())
  await page.clock.fastForward(68 * minuteMs)
  await says(page, 'Your session is about to end')
  await page.unroute('**/api/v1/user/signin')
  const answers = watchSignIns(page)
  await button(page, 'Stay signed in').click()
  await expect.poll(() => answers).toEqual([200])
  await context.close()
})

test('signing out in one tab signs out the other, but not from under a form', async () => {
  const visited = await visitAs(browser, site.url, 'user')
  const second = await anotherTab(visited)
  await visited.page.goto('/app/customer/edit?id=1')
  await visited.page.locator('#field-trading_name').fill('Still typing')
  await second.getByRole('navigation', { name: 'Menu' }).getByText('Sign out').click()
  await says(second, 'You are signed out. You can sign back in below.')
  expect(await visited.page.locator('#field-trading_name').inputValue()).toBe('Still typing')
  await button(visited.page, 'Save').click()
  await visited.page.getByRole('dialog', { name: 'Sign In' }).waitFor()
  await visited.context.close()
})
