import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { scope } from '#tests/support/world.ts'
import { act, actAndLeave, addressIs, button, go, heading, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page
let late: { id: number; customer_id: number; organisation_id: number; number: string }

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'manager')).page
  late = await lateInvoice()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** A sent invoice of the demonstration, with a fee that waits for having been paid late. */
async function lateInvoice() {
  const { rows } = await site.owner.query(
    `select id from organisations where name = 'Harbour Energy Brokers'`,
  )
  const organisation_id = Number(rows[0]?.id)
  await scope(site.owner, organisation_id)
  const found = await site.owner.query(
    `update invoices set has_late_fee = true where id = (select max(id) from invoices i
       where invoice_status = 'invoiced' and balance > 50 and not is_held and not exists (
         select from pending_charges f where f.customer_id = i.customer_id
           and f.dropped_at is null and f.invoice_id is null))
     returning id, customer_id, invoice_number as number`,
  )
  const { id, customer_id, number } = found.rows[0]
  await site.owner.query(
    `insert into pending_charges (organisation_id, customer_id, charge_type, name, amount,
       unique_key, about_invoice_id, late_after)
     values ($1, $2, 'late_fee', 'Late payment fee for ' || $3, 10, $5, $4, '2026-01-10')`,
    [organisation_id, customer_id, number, id, `late_fee ${id}`],
  )
  return { id: Number(id), customer_id: Number(customer_id), organisation_id, number }
}

test('a fee that waits is billed by itself, and waived afterwards', async () => {
  await go(page, `/app/customer/details?id=${late.customer_id}&tab=billing`)
  await page.getByRole('cell', { name: `Late payment fee for ${late.number}` }).waitFor()
  await page.getByRole('link', { name: 'Bill by itself' }).click()
  const contract = page.getByRole('combobox', { name: 'Contract', exact: true })
  await expect.poll(() => contract.inputValue()).toBe('None: waiting fees and credits alone')
  const amounts = page.getByRole('complementary', { name: 'Amounts' })
  await amounts.getByRole('row', { name: /Late payment fees/ }).waitFor()
  await expect.poll(() => amounts.textContent()).toMatch(/This period\s*11\.50/)
  await expect.poll(() => button(page, 'Save').isEnabled()).toBe(true)
  await button(page, 'Save').click()
  await addressIs(page, /invoice\/edit\?id=\d+/)
  await actAndLeave(site, page, 'Approve and Send')
  await says(page, /INV-\d+/)

  await go(page, `/app/invoice/edit?id=${late.id}`)
  const badge = page.getByRole('main').getByText('Late fee', { exact: true })
  await badge.waitFor()
  await act(page, 'Waive late fee', 'Waive fee', { Reason: 'A storm kept the post away' })
  await says(page, 'Late fee waived.')
  await badge.waitFor({ state: 'detached' })
})

test('charges that no contract’s invoice follows get drafts beside the billing run', async () => {
  const { rows } = await site.owner.query(
    `insert into customers (organisation_id, name, customer_status)
     values ($1, 'Rimu Bakery, closed', 'inactive') returning id`,
    [late.organisation_id],
  )
  await site.owner.query(
    `insert into pending_charges (organisation_id, customer_id, charge_type, name, amount,
       unique_key) values ($1, $2, 'late_fee', 'Late payment fee', 10, $3)`,
    [late.organisation_id, rows[0]?.id, `late_fee of ${rows[0]?.id}`],
  )
  await go(page, '/app/invoices/run')
  const table = page.getByRole('table', { name: 'Charges without a contract' })
  await table.getByRole('row', { name: /Rimu Bakery, closed.*10\.00.*Waiting/ }).waitFor()
  await page.getByRole('button', { name: /^Make \d+ drafts?$/ }).click()
  const row = table.getByRole('row', { name: /Rimu Bakery, closed/ })
  await row.getByRole('link', { name: 'Open draft' }).click()
  await addressIs(page, /invoice\/edit\?id=\d+/)
  await says(page, 'Rimu Bakery, closed')
})

test('whoever opens a parked customer sees why', async () => {
  await site.owner.query(
    `insert into parked_accounts (organisation_id, customer_id, reason) values ($1, $2, $3)`,
    [late.organisation_id, late.customer_id, `${late.number} owes 1.00 instead of 2.00`],
  )
  await page.goto(`/app/customer/details?id=${late.customer_id}`)
  await says(page, 'This account is parked')
  await says(page, /owes 1\.00 instead of 2\.00/)
  await page.getByRole('link', { name: 'Check the books' }).click()
  await heading(page, 'Billing run')
})
