import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { addressIs, button, field, go, heading, says } from './steps.ts'

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

// A household of the demonstration data with contracts and two years of readings.
const customer = '/app/customer/details?id=2'

test('a proposal is priced from the customer page and shows what it would save', async () => {
  await go(page, `${customer}&tab=proposals`)
  await page.getByRole('link', { name: 'New proposal' }).first().click()
  await heading(page, 'New Proposal')
  await button(page, 'Copy from the contract in force').click()
  const amount = page.getByLabel('Amount, line 1', { exact: true })
  const paid = Number(await amount.inputValue())
  await amount.fill((paid * 0.8).toFixed(4))
  const result = page.getByRole('region', { name: 'Result' })
  await result.getByText('Saving a year').waitFor()
  const saving = () => result.locator('p').filter({ hasText: '$' }).first().textContent()
  await expect.poll(saving).toMatch(/^\$\d{2,}[\d,.]*/)
  await result.getByText(/Compared with contract K-/).waitFor()
  await field(page, 'name').fill('Winter offer')
  await button(page, 'Save').click()
  await addressIs(page, /^\/app\/proposal\/edit\?id=\d+$/)
  await heading(page, 'Winter offer')

  await go(page, `${customer}&tab=timeline`)
  await says(page, /Proposal “Winter offer” created, saving \$/)
})

test('a won proposal becomes a draft contract with its rates', async () => {
  await go(page, `${customer}&tab=proposals`)
  await page.getByRole('link', { name: 'Winter offer' }).click()
  await heading(page, 'Winter offer')
  await field(page, 'proposal_status').click()
  await page.getByRole('option', { name: 'Won' }).click()
  await button(page, 'Save').click()
  await button(page, 'Make contract').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make contract' }).click()
  await addressIs(page, /^\/app\/contract\?id=\d+/)
  await heading(page, /^K-\d+$/)
  await page.getByRole('main').getByText('Draft', { exact: true }).first().waitFor()
})

// Shows: E19
test('a note written on the timeline is told there at once', async () => {
  await go(page, `${customer}&tab=timeline`)
  await page.getByLabel('New note').getByRole('textbox').fill('Rang about the new offer.')
  await page.getByLabel('New note').getByRole('button', { name: 'Save note' }).click()
  const timeline = page.getByRole('tabpanel')
  await timeline.getByText('Rang about the new offer.').waitFor()
  await timeline.getByText('Contracts', { exact: true }).click()
  await expect.poll(() => timeline.getByText('Rang about the new offer.').count()).toBe(0)
  await addressIs(page, /kinds=contract/)
})

test('the tree leads from contract to connection to meter', async () => {
  await go(page, `${customer}&tab=supply`)
  const contract = page.getByRole('tabpanel').locator('section').first()
  await contract.getByRole('link', { name: /^K-\d+$/ }).waitFor()
  await contract.getByText('Next reading').waitFor()
  await contract.getByRole('listitem').getByRole('link').first().click()
  await addressIs(page, /^\/app\/meter\?id=\d+/)
})

const tabs = ['supply', 'usage', 'proposals', 'timeline', 'notes', 'history']
const screens = [
  ...tabs.map((tab) => `${customer}&tab=${tab}`),
  '/app/proposal/new?customer_id=2',
  '/app/proposal/edit?id=1',
  '/app/enquiry?customer_id=2',
]

for (const look of [
  { width: 1280, dark: false },
  { width: 390, dark: true },
]) {
  test(`the customer page and what it leads to are clean at ${look.width} px`, async () => {
    const visited = await visitAs(browser, site.url, 'manager', look)
    const found: string[] = []
    for (const path of screens) {
      // Loaded, so that no colour is still on its way when it is measured.
      await visited.page.goto(path)
      await visited.page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => visited.page.locator('.mantine-Skeleton-root').count()).toBe(0)
      found.push(...(await axeFindings(visited.page, 'main')).map((one) => `${path} ${one}`))
      const overflow = await visited.page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      if (overflow > 0) found.push(`${path} scrolls sideways by ${overflow} px`)
    }
    await visited.context.close()
    expect([...found, ...visited.troubles]).toEqual([])
  })
}
