import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { letLeave } from '#tests/support/run-queue.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { button, go, heading, newCustomer, says, typeLabelled } from './steps.ts'

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

const NO_AMOUNT = 'Amount needs a number with at most 2 decimals.'

/** Who the demonstration's manager is. */
const ownName = 'Aroha Tāwhiri'

const dialog = () => page.getByRole('dialog')

async function confirm(name: string): Promise<void> {
  await dialog().getByRole('button', { name, exact: true }).click()
  await dialog().waitFor({ state: 'detached' })
}

/** Writes an entry by hand: from one kind of income to another. */
async function writeEntry(amount: string, reason: string): Promise<void> {
  await go(page, '/app/transaction')
  for (const [place, account, sum] of [
    ['1', '4030 Late payment fees', amount],
    ['2', '4010 Other income', `-${amount}`],
  ]) {
    await page.getByRole('combobox', { name: `Account of line ${place}` }).click()
    await page.getByRole('option', { name: account ?? '', exact: true }).click()
    await page.getByLabel(`Amount of line ${place}`).fill(sum ?? '')
  }
  await says(page, 'Debits and credits are equal.')
  await typeLabelled(page, { Reason: reason })
  await button(page, 'Book it').click()
}

async function chip(text: string): Promise<void> {
  await page.getByRole('main').locator('.mantine-Badge-root').getByText(text).first().waitFor()
}

test('money without an invoice is credit, and is paid back in part', async () => {
  const customer = await newCustomer(page, { name: 'Tītoki Joinery' })
  await go(page, `/app/invoicepayment?customer_id=${customer}`)
  await says(page, 'Nothing is owed: the money becomes credit.')
  // What is no amount is said as the field is left, and gone once it is one.
  await typeLabelled(page, { Amount: 'eighty', Reference: 'TITOKI' })
  await says(page, NO_AMOUNT)
  await typeLabelled(page, { Amount: '80.00', Reference: 'TITOKI' })
  await page.getByText(NO_AMOUNT).waitFor({ state: 'detached' })
  await button(page, 'Record payment').click()
  await heading(page, 'Payment of $80.00')
  await page.getByRole('row', { name: /Credit left.*80\.00/ }).waitFor()
  await button(page, 'Refund').click()
  await typeLabelled(dialog(), { 'Amount to pay back': '12.00', Reason: 'Another thing' })
  await dialog().getByRole('button', { name: 'Cancel', exact: true }).click()
  await dialog().waitFor({ state: 'detached' })
  // What was given up is gone.
  await button(page, 'Refund').click()
  expect(
    await dialog()
      .getByLabel(/^Reason/)
      .inputValue(),
  ).toBe('')
  expect(
    await dialog()
      .getByLabel(/^Amount to pay back/)
      .inputValue(),
  ).toBe('80.00')
  await typeLabelled(dialog(), { 'Amount to pay back': '30.00', Reason: 'Paid too much' })
  await confirm('Refund')
  await chip('Partly refunded')
  await page.getByRole('row', { name: /Paid back.*30\.00/ }).waitFor()
})

test('a payment to a supplier is planned, approved, paid and sent back by the bank', async () => {
  await go(page, '/app/invoicepayments?kind=suppliers')
  await page.getByRole('link', { name: 'New payment to a supplier' }).first().click()
  await heading(page, 'Plan a payment')
  await page.getByLabel(/^Bill/).first().click()
  await page.getByRole('option').first().click()
  await expect.poll(() => page.getByLabel(/^Amount/).inputValue()).toMatch(/\d/)
  await button(page, 'Plan payment').click()
  await heading(page, /^Payment of .* to /)
  await button(page, 'Approve').click()
  await confirm('Approve')
  await chip('Approved')
  await button(page, 'Mark as paid').click()
  await confirm('Mark as paid')
  await chip('Paid')
  await button(page, 'Returned by the bank').click()
  await typeLabelled(dialog(), { Reason: 'Account closed' })
  await confirm('Returned by the bank')
  await chip('Approved')
})

// Shows: E08
test('an entry is booked by hand with its reason, and taken back', async () => {
  await writeEntry('25.00', 'Interest of the bank')
  await heading(page, 'Booked by hand')
  await page.getByRole('definition').filter({ hasText: ownName }).first().waitFor()
  await says(page, `Created by ${ownName}`)
  await page.getByRole('cell', { name: '4010 Other income' }).waitFor()
  await button(page, 'Take back').click()
  await confirm('Take back')
  await says(page, /Taken back by/)
  await says(page, `Cancelled by ${ownName}`)
})

test('an entry over the limit waits above the books until a colleague approves it', async () => {
  const reason = 'A deposit that came without words'
  await writeEntry('9000.00', reason)
  await heading(page, 'Transactions')
  const own = page.getByRole('row', { name: new RegExp(reason) }).first()
  await own.getByRole('button', { name: 'Approve' }).click()
  await confirm('Approve')
  await says(page, /you edited it last/)
  const { page: colleague } = await visitAs(browser, site.url, 'admin')
  await go(colleague, '/app/transactions')
  const waiting = colleague
    .getByRole('region', { name: 'Entries to approve' })
    .getByRole('row', { name: new RegExp(reason) })
  await waiting.getByText(ownName).waitFor()
  await waiting.getByRole('button', { name: 'Approve' }).click()
  await colleague.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await waiting.waitFor({ state: 'detached' })
  const booked = colleague.getByRole('row', { name: /9,000\.00/ })
  await booked.getByRole('link', { name: 'Booked by hand' }).first().click()
  await says(colleague, new RegExp(`Written by ${ownName}, approved by `))
})

// Shows: E07
test('selected drafts are approved after a last look, and each says what became of it', async () => {
  await go(page, '/app/invoices?where=invoice_status.in%3Adraft')
  const rows = page.getByRole('checkbox', { name: /^Select / })
  await rows.nth(1).waitFor()
  await rows.nth(1).check()
  await button(page, 'Approve').click()
  const approve = dialog().getByRole('button', { name: 'Approve 1' })
  await approve.waitFor()
  for (const box of await dialog()
    .getByRole('group', { name: 'Warnings you have looked at' })
    .getByRole('checkbox')
    .all())
    await box.check()
  await approve.click()
  await dialog().waitFor({ state: 'detached' })
  await letLeave(site)
  await says(page, /^(1 invoice approved|1 not)\.$/)
})

test('payments of several invoices are recorded with one save, each as it came', async () => {
  await page.goto('/app/invoices?where=invoice_status.in%3Ainvoiced')
  const rows = page.getByRole('checkbox', { name: /^Select / })
  await rows.nth(3).waitFor()
  await rows.nth(1).check()
  await rows.nth(2).check()
  const payments = async () => {
    const counted = await site.owner.query('select count(*)::int as count from invoicepayments')
    return counted.rows[0]?.count
  }
  const before = await payments()
  await button(page, 'Record payments').click()
  const amounts = dialog().getByRole('textbox', { name: /^Amount for INV-/ })
  await amounts.nth(1).waitFor()
  expect(await axeFindings(page, '[role="dialog"]')).toEqual([])
  const owed = await amounts.nth(1).inputValue()
  await amounts.nth(0).fill('1.00')
  // What is dated ahead is refused at its row, and nothing is recorded.
  const days = dialog().getByRole('textbox', { name: /^Payment date for INV-/ })
  await days.nth(0).fill('31/12/2030')
  await dialog().getByRole('button', { name: 'Record 2 payments' }).click()
  await dialog().getByText('A payment can’t be dated ahead.').waitFor()
  expect(await payments()).toBe(before)
  await days.nth(0).fill('today')
  await dialog().getByRole('button', { name: 'Record 2 payments' }).click()
  await dialog().getByText('2 payments recorded.').waitFor()
  const recorded = dialog().getByRole('table', { name: 'Recorded payments' })
  await recorded.getByRole('row', { name: /INV-\d+ 1\.00/ }).waitFor()
  await recorded.getByText(owed, { exact: true }).waitFor()
  await confirm('Ok')
  expect(await payments()).toBe(before + 2)
})
