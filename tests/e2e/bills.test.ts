import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { scope } from '#tests/support/world.ts'
import { addressIs, button, go, heading, idIn, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page
let draft: { id: number; number: string; amount: string }

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'manager')).page
  draft = await draftBill()
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** A bill of the demonstration that nobody has approved yet. */
async function draftBill() {
  const { rows } = await site.owner.query(
    `select id from organisations where name = 'Harbour Energy Brokers'`,
  )
  await scope(site.owner, Number(rows[0]?.id))
  const found = await site.owner.query(
    `select id, supplier_statement_number as number,
       (discounted_bill_sum + othercharges_total)::text as amount
     from bills where bill_status = 'draft' and deleted_at is null order by id limit 1`,
  )
  const { id, number, amount } = found.rows[0]
  return { id: Number(id), number, amount }
}

/** Presses a button of the page, or of its menu, then the one that confirms it in the dialog. */
async function act(name: string, reason?: string) {
  const shown = button(page, name)
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true })
  await shown.or(more).first().waitFor()
  if ((await shown.count()) === 0) {
    await more.click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  } else await shown.click()
  const dialog = page.getByRole('dialog')
  if (reason) await dialog.getByLabel(/^Reason/).fill(reason)
  await dialog.getByRole('button', { name, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  // What was done is offered no more once the page shows what came of it.
  await shown.waitFor({ state: 'detached' })
}

test('bills are a list with the questions of every day', async () => {
  await go(page, '/app/bills')
  await heading(page, 'Bills')
  for (const name of ['Drafts', 'To check', 'Approved', 'Due', 'Unpaid', 'Disputed', 'Cleared'])
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .waitFor()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Drafts/ })
    .click()
  await page.getByRole('link', { name: draft.number }).first().waitFor()
})

test('a bill is approved, disputed, replaced by a corrected one and paid', async () => {
  await go(page, `/app/bill/edit?id=${draft.id}`)
  await heading(page, `Bill ${draft.number}`)
  await act('Approve')
  await act('Dispute', 'The wrong meter')
  await says(page, 'Disputed')
  await act('Resolve dispute')
  await act('Replace', 'The supplier sent a corrected one')
  await expect.poll(() => idIn(page)).not.toBe(draft.id)
  const corrected = idIn(page)
  await button(page, 'Approve').waitFor()
  await act('Approve')
  await go(page, `/app/billpayment?bill_id=${corrected}`)
  await page.getByLabel(/^Amount/).fill(draft.amount)
  await button(page, 'Plan payment').click()
  await addressIs(page, /\/app\/billpayment\?id=\d+/)
  await act('Approve')
  await act('Mark as paid')
  await go(page, `/app/bill/edit?id=${corrected}`)
  const amounts = page.getByRole('complementary', { name: 'Amounts' })
  await expect.poll(() => amounts.textContent()).toMatch(/Still to pay\s*\$?0\.00/)
  await says(page, 'Paid')
})
