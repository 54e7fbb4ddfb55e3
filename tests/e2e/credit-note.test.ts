import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { scope } from '#tests/support/world.ts'
import { actAndLeave, addressIs, go, says, typeLabelled } from './steps.ts'

let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'manager')).page
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const dialog = () => page.getByRole('dialog')

test('a sent invoice is credited in part, and each of the two leads to the other', async () => {
  await scope(site.owner, 1)
  const { rows } = await site.owner.query<{ id: number; invoice_number: string }>(
    `select id, invoice_number from invoices where invoice_status = 'invoiced'
       and discounted_total_this_period > 50 and deleted_at is null order by id limit 1`,
  )
  const [owed] = rows
  await go(page, `/app/invoice/edit?id=${owed?.id}`)
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Credit note', exact: true }).click()
  await dialog()
    .getByText(/all that is left: \d/)
    .waitFor()
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  await typeLabelled(dialog(), { 'Amount, GST included': '999999' })
  await dialog().getByRole('button', { name: 'Make credit note' }).click()
  await dialog()
    .getByText(/^At most .* is left to credit\.$/)
    .waitFor()
  await typeLabelled(dialog(), { 'Amount, GST included': '23', 'What for': 'A day without power' })
  await dialog().getByRole('button', { name: 'Make credit note' }).click()
  await dialog().waitFor({ state: 'detached' })
  await says(page, 'A day without power')
  await actAndLeave(site, page, 'Approve and Send')
  await page.getByRole('link', { name: owed?.invoice_number ?? '', exact: true }).click()
  await addressIs(page, new RegExp(`id=${owed?.id}$`))
  await says(page, /^Credited by/)
  await says(page, /\(−23\.00\)/)
})
