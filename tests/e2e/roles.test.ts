import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MenuItem, menuFor, moreMenuFor } from '#domain/access/navigation.ts'
import type { Role } from '#domain/access/role.ts'
import { problems } from '#domain/kit/problem.ts'
import { openBrowser, signIn, visit, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { go } from './steps.ts'

let site: Site
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const roles: Role[] = ['user', 'accounting', 'manager', 'admin', 'padmin']

test.each(roles)(
  '%s signs in and sees exactly the menu of the specification, and ours below it',
  async (role) => {
    const { page, context, troubles } = await visit(browser, site.url)
    await signIn(page, role)
    const menu = page.getByRole('navigation', { name: 'Menu' })
    const shown = await menu.getByRole('link').evaluateAll((links) =>
      // The page's own types are not known here; links have an href and text.
      links.map((link) => `${link.textContent?.trim()} ${link.getAttribute('href')}`),
    )
    const told = (items: readonly MenuItem[]) => items.map(({ label, path }) => `${label} ${path}`)
    const specified = told(menuFor(role))
    // Profile closes the menu, below ours.
    expect(shown).toEqual([
      ...specified.slice(0, -1),
      ...told(moreMenuFor(role)),
      ...specified.slice(-1),
    ])
    expect(troubles).toEqual([])
    await context.close()
  },
)

// Whoever has least is offered most that could be refused; the others are visited before a release.
const visiting: Role[] = process.env.HEAVY ? roles : ['user']

// Shows: E31
test.each(visiting)(
  'nothing in the menu of %s is then refused',
  async (role) => {
    const { page, context } = await visitAs(browser, site.url, role)
    const refused: string[] = []
    page.on('response', (answer) => {
      if (answer.status() === 403) refused.push(`${page.url()}: ${answer.url()}`)
    })
    // What a lesser role sees as well is visited as that role.
    const own = [...menuFor(role), ...moreMenuFor(role)].filter(({ from }) => from === role)
    for (const { path } of own) {
      await go(page, path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      if ((await page.getByText(problems.forbidden[1]).count()) > 0) refused.push(path)
    }
    await page.waitForLoadState('networkidle')
    expect(refused).toEqual([])
    if (role === 'user') {
      await go(page, '/app/invoices')
      await page.getByRole('main').getByRole('link', { name: 'Import bills' }).waitFor()
      expect(await page.getByRole('main').getByRole('link', { name: 'Billing run' }).count()).toBe(
        0,
      )
    }
    await context.close()
  },
  180_000,
)

test('a guest is sent to sign-in and comes back to where they wanted to go', async () => {
  const { page, context } = await visit(browser, site.url)
  await page.goto('/app/suppliers?q=energy')
  await page.waitForURL(/\/app\/signin\?next=/)
  expect(new URL(page.url()).searchParams.get('next')).toBe('/app/suppliers?q=energy')
  await page.getByText('Please sign in below').waitFor()
  await signIn(page, 'user')
  await page.waitForURL(/\/app\/suppliers\?q=energy/)
  await context.close()
})

// Shows: T17, V3.7.2
test('a next that leads elsewhere is not followed', async () => {
  const { page, context } = await visit(browser, site.url)
  await page.goto('/app/signin?next=https://evil.example/app/home')
  await signIn(page, 'user')
  expect(page.url().startsWith(site.url)).toBe(true)
  await context.close()
})

test('wrong credentials say so without telling which part is wrong', async () => {
  const { page, context } = await visit(browser, site.url)
  await page.goto('/app/signin')
  await page.getByLabel('Username').fill('user')
  await page.getByLabel('Password', { exact: true }).fill('not the password at all')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByText("That username or password isn't right. Please try again.").waitFor()
  await context.close()
})

// Shows: E31
test('a user who asks for a platform screen by its address is not shown it', async () => {
  const { page, context } = await visitAs(browser, site.url, 'manager')
  await page.goto('/app/users/admin')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText('other-admin').count()).toBe(0)
  await context.close()
})

// Shows: V7.4.4, V14.3.1
test('signing out clears what was stored and says so', async () => {
  const { page, context } = await visitAs(browser, site.url, 'user')
  await page.getByRole('navigation', { name: 'Menu' }).getByText('Sign out').click()
  await page.getByText('You are signed out. You can sign back in below.').waitFor()
  expect(await page.evaluate(() => globalThis.localStorage.getItem('token'))).toBeNull()
  await page.goto('/app/customers')
  await page.waitForURL(/signin/)
  await context.close()
})

test('unknown addresses lead to the page that says so', async () => {
  const { page, context } = await visit(browser, site.url)
  await page.goto('/app/nonsense')
  await page.waitForURL(/\/404/)
  await page.getByText("We're sorry, we couldn't find the page you requested.").waitFor()
  await context.close()
})
