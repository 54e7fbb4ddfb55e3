import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvRecords } from '#domain/kit/csv-reader.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { exportAll, go } from './steps.ts'

let site: Site
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const card = (page: Page, label: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${label}`) })

/** The number of a card, as it is written there. */
async function numberOf(page: Page, label: string): Promise<string> {
  return (await card(page, label).locator('[data-unit]').textContent()) ?? ''
}

/** What the line under the heading says of the rows. */
const summary = (page: Page) => page.getByRole('main').locator('header').textContent()

const followed = [
  ['user', 'work', 'Drafts to approve', null],
  ['accounting', 'money', 'Owed to us', null],
  ['manager', 'business', 'Proposals', 'yearly_fee'],
  ['admin', 'money', 'Overdue', 'balance_overdue'],
] as const

test.each(followed)(
  '%s follows a number of the tab %s to its rows: %s',
  async (role, set, label, column) => {
    const { page, context, troubles } = await visitAs(browser, site.url, role, { width: 1400 })
    await go(page, `/app/dashboard?tab=${set}`)
    const number = await numberOf(page, label)
    expect(number).toMatch(/[1-9]/)
    await card(page, label).click()
    await expect.poll(() => summary(page)).toContain(number)
    if (column) {
      const text = await readFile(await (await exportAll(page)).path(), 'utf8')
      const [head = [], ...rows] = [...csvRecords(text, ',')].map(({ fields }) => fields)
      const place = head.indexOf(column)
      const sum = rows.reduce((all, row) => all.plus(row[place] || 0), new Exact(0))
      expect(sum.toFixed(2)).toBe(number.replace(/[$,]/g, ''))
    }
    expect(troubles).toEqual([])
    await context.close()
  },
)

// Shows: E34
test('tabs are those of the role; a platform admin sees counts of each organisation', async () => {
  const tabs = async (role: string) => {
    const { page, context } = await visitAs(browser, site.url, role, { width: 1400 })
    await go(page, '/app/dashboard')
    const names = await page.getByRole('tab').allTextContents()
    const table = page.getByRole('table', { name: 'Counts by organisation' })
    if (role === 'padmin') await table.getByText('Southern Utilities Brokers').waitFor()
    else await card(page, 'Drafts to approve').waitFor()
    expect(await page.getByRole('main').textContent()).not.toMatch(role === 'padmin' ? /\$/ : /NaN/)
    await context.close()
    return names
  }
  expect(await tabs('user')).toEqual(['Work'])
  expect(await tabs('padmin')).toEqual(['Work', 'Money', 'Business', 'System'])
})

// Shows: R34
test('charts are read with the keyboard and as a table, in both schemes', async () => {
  const { page, context } = await visitAs(browser, site.url, 'manager', { width: 1400 })
  await go(page, '/app/dashboard?tab=business')
  const chart = page.getByRole('figure', { name: 'Billed and received' })
  const bars = chart.getByRole('img')
  await expect.poll(() => bars.count()).toBe(13)
  const last = (await bars.last().getAttribute('aria-label')) ?? ''
  expect(last).toMatch(/: \$[\d,.]+ · received \$/)
  await bars.last().focus()
  await chart.getByText(last).waitFor()
  await page.keyboard.press('ArrowLeft')
  await chart.getByText((await bars.nth(11).getAttribute('aria-label')) ?? 'none').waitFor()
  await chart.getByRole('button', { name: 'Show as a table' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => chart.getByRole('row').count()).toBe(14)
  expect(await axeFindings(page, 'main')).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await axeFindings(page, 'main')).toEqual([])
  await context.close()
})

test('cards stand in the order a person gives them, wherever they sign in next', async () => {
  const first = await visitAs(browser, site.url, 'accounting', { width: 1400 })
  await go(first.page, '/app/dashboard?tab=money')
  const labels = (page: Page) =>
    page.getByRole('main').locator('a:has([data-unit]) > div:first-child').allTextContents()
  await card(first.page, 'Owed to us').waitFor()
  await first.page.getByRole('button', { name: 'Arrange the cards' }).click()
  await first.page.getByRole('button', { name: 'Move Overdue back' }).click()
  const stored = first.page.waitForResponse(/userconfig\/save/)
  await first.page.getByRole('button', { name: 'Hide Free credit' }).click()
  await stored
  await first.page.getByRole('button', { name: 'Done arranging' }).click()
  await card(first.page, 'Free credit').waitFor({ state: 'detached' })
  await first.context.close()
  const again = await visitAs(browser, site.url, 'accounting', { width: 390 })
  await go(again.page, '/app/dashboard?tab=money')
  await card(again.page, 'Overdue').waitFor()
  expect((await labels(again.page)).slice(0, 3)).toEqual([
    'Overdue',
    'Owed to us',
    'Bank lines to match',
  ])
  expect(await axeFindings(again.page, 'main')).toEqual([])
  await again.context.close()
})
