import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Visit, visit, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import {
  dialogs,
  publicScreens,
  type ScreenWords,
  signedInScreens,
  storageKeys,
} from '#tests/support/specification/screens.ts'
import { button, field, go, says } from './steps.ts'

// What the specification wants read on a screen is looked for on that screen.
let site: Site
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

// Records open with their id; these exist in the demonstration.
const records = new Set(['/app/transaction', '/app/message'])

/** What is missing on the screen that is open. */
async function missing(page: Page, path: string, said: ScreenWords): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const title = said.title?.toLowerCase() ?? ''
  const isTitled = async () => (await page.title()).toLowerCase().includes(title)
  await expect.poll(isTitled, { message: `${path} is called ${title}` }).toBe(true)
  for (const text of said.texts ?? []) await says(page, text)
  const named = (name: string) => button(page, name).or(page.getByRole('tab', { name }))
  const wanted = (said.buttons ?? []).map(async (name) => {
    const shown = named(name)
      .or(page.getByText(name, { exact: true }))
      .first()
    return (await shown.waitFor({ timeout: 10_000 }).catch(() => name)) ?? ''
  })
  return (await Promise.all(wanted)).filter(Boolean).map((name) => `${path} has no ${name}`)
}

/** Errors that a visitor's console would show; none is meant to be seen. */
function errorsOf({ page }: Visit): string[] {
  const errors: string[] = []
  page.on('console', (line) => {
    if (line.type() === 'error') errors.push(`${page.url()} ${line.text()}`)
  })
  return errors
}

test('what a guest is to read is read, and no screen complains in the console', async () => {
  const visited = await visit(browser, site.url)
  const errors = errorsOf(visited)
  const found: string[] = []
  for (const [path, said] of Object.entries(publicScreens)) {
    await visited.page.goto(path)
    found.push(...(await missing(visited.page, path, said)))
  }
  expect([...found, ...errors, ...visited.troubles]).toEqual([])
  await visited.context.close()
})

test('what staff are to read is read', async () => {
  const visited = await visitAs(browser, site.url, 'padmin')
  const found: string[] = []
  for (const [path, said] of Object.entries(signedInScreens)) {
    await go(visited.page, records.has(path) ? `${path}?id=1` : path)
    found.push(...(await missing(visited.page, path, said)))
  }
  expect([...found, ...visited.troubles]).toEqual([])
  const kept = await visited.page.evaluate<string[]>('Object.keys(localStorage)')
  // A backend is remembered only where there is more than one.
  expect(
    storageKeys.filter((key) => /^token$|organisation/.test(key) && !kept.includes(key)),
  ).toEqual([])
  await visited.context.close()
})

// Shows: E40
test('the dialogs ask what they are to ask', async () => {
  const { page, context } = await visitAs(browser, site.url, 'manager')
  const asks = async (title: keyof typeof dialogs) => {
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByText(dialogs[title]).first().waitFor()
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await go(page, '/app/customer/details?id=9')
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await asks('Delete item?')
  await go(page, '/app/customer/edit?id=9')
  await field(page, 'name').fill('A name nobody has saved')
  await page.getByRole('navigation', { name: 'Menu' }).getByText('Partners').click()
  await asks('Save Changes?')
  await page.goto('/app/partner/details?id=1')
  await button(page, 'Send Statement').click()
  await asks('Send Statement?')
  await context.close()
})
