import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visit, visitAs } from '#tests/support/browser.ts'
import { demoPassword } from '#tests/support/demo-database.ts'
import {
  doubleToken,
  type GoCardlessDouble,
  goCardless,
  webhookSecret,
} from '#tests/support/gocardless-double.ts'
import { type HttpClient, signInOver } from '#tests/support/http-client.ts'
import { linkTo } from '#tests/support/mailed-link.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { act, button, go, heading, says } from './steps.ts'

let double: GoCardlessDouble
let site: Site
let browser: Browser
let page: Page
let office: HttpClient
let payer: { id: number; name: string; email: string }

const ACCOUNT = '12-3113-0003869-00'
const dialog = () => page.getByRole('dialog')

// The second organisation of the demonstration collects nothing yet.
beforeAll(async () => {
  double = await goCardless(new Date().toISOString())
  const gocardless = { url: double.url }
  ;[site, browser] = await Promise.all([startSite({ gocardless }), openBrowser()])
  page = (await visitAs(browser, site.url, 'other-admin')).page
  office = await signInOver(site.url, 'other-admin', demoPassword)
  const { body } = await office.get(
    '/customers?email.null=false&invoice_latest.null=true&limit=1&fields=id,name,email',
  )
  payer = body.data[0]
  const organisation_id = (await office.get('/organisation')).body.data.id
  await site.owner.query(`select set_config('app.organisation_id', $1, false)`, [
    `${organisation_id}`,
  ])
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.close()
  await double.close()
})

/** What waits is done, and what the provider told is heard. */
async function work() {
  await double.control('quiet')
  await runQueue(site, { config: site.config })
  await double.control('quiet')
  await runQueue(site, { config: site.config })
}

const tab = () => go(page, `/app/customer/details?id=${payer.id}&tab=direct-debit`)

test('an admin connects the account, and the provider is told where to call', async () => {
  await go(page, '/app/directdebits')
  await button(page, 'Connect GoCardless').click()
  await dialog().getByLabel('Access token').fill('none of theirs')
  await dialog().getByLabel('Secret of the webhook').fill(webhookSecret)
  await dialog().getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog().getByText('The provider does not know this token.').waitFor()
  await dialog().getByLabel('Access token').fill(doubleToken)
  await dialog().getByRole('button', { name: 'Connect', exact: true }).click()
  await says(page, 'Connected as Harbour Energy Brokers.')
  const { connection } = (await office.get('/directdebit')).body.data
  const hook = new URL(connection.webhook_url)
  await double.control('webhooks', { url: `${site.url}${hook.pathname}` })
  expect(await axeFindings(page)).toEqual([])
})

test('a customer is invited, authorises on the provider’s page, and the authority is there', async () => {
  await tab()
  await button(page, 'Invite').click()
  await dialog().getByText(`Email to ${payer.email}`).waitFor()
  expect(await axeFindings(page, '[role="dialog"]')).toEqual([])
  await dialog().getByRole('button', { name: 'Send', exact: true }).click()
  await says(page, /^1 invitation leaves in \d+ s\.$/)
  await work()
  const secret = await linkTo(site, payer.email)
  expect(secret).toHaveLength(43)
  await go(page, '/app/directdebits?tab=invitations')
  const waiting = page.getByRole('row', { name: new RegExp(payer.email) })
  await waiting.getByText('Not opened yet').waitFor()
  expect(await axeFindings(page)).toEqual([])
  const guest = (await visit(browser, site.url)).page
  const noted = guest.waitForResponse((one) => one.url().endsWith('/public/directdebit/opened'))
  await guest.goto(`${site.url}/directdebit/#${secret}`)
  await guest.getByRole('heading', { name: 'Pay by direct debit' }).waitFor()
  await guest.getByText('at most $10,000.00 at once').waitFor()
  expect(await axeFindings(guest)).toEqual([])
  // Once it has been before somebody's eyes for a moment, the office sees it.
  expect((await noted).status()).toBe(200)
  await guest.getByRole('button', { name: 'Go to our provider’s secure page' }).click()
  await guest.locator('input[name=account_number]').fill(ACCOUNT)
  const holder = guest.locator('input[name=account_holder_name]')
  if ((await holder.count()) > 0) await holder.fill('M Hapi')
  await guest.getByRole('button', { name: 'Continue' }).click()
  await guest.getByRole('button', { name: 'Set up this direct debit' }).click()
  await guest.getByRole('heading', { name: 'Thank you' }).waitFor()
  await guest.close()
  await work()
  await tab()
  const card = page.getByRole('region', { name: 'Direct debit authority' })
  await card.getByText('Pending submission').first().waitFor()
  expect(await axeFindings(page)).toEqual([])
})

/** An invoice of $103.50 in time, less a credit of $15.00, sent; answers its id and the provider's name for its debit. */
async function sentInvoice() {
  const lines = [{ name: 'Energy', quantity: '1', rate: '100.00', unit: 'each' }]
  const made = await office.send('PUT', '/invoice', {
    customer_id: payer.id,
    lines,
    discount_percent: '10',
  })
  expect(made.status).toBe(201)
  const { id } = made.body.data
  const acknowledge = ['W01', 'W02']
  const sent = await office.send('POST', '/invoice/approve', { id, send: true, acknowledge })
  expect(sent.status).toBe(200)
  await work()
  const [debit] = (await double.list('payments', 'limit=1')) as { id: string }[]
  return { id, debit: debit?.id ?? '', number: String(sent.body.data.invoice_number) }
}

test('an invoice says when it is collected; collected and paid out, it is paid', async () => {
  const { id, debit, number } = await sentInvoice()
  await go(page, `/app/invoice/edit?id=${id}`)
  await page.getByText(/^We’ll collect \$88\.50 on /).waitFor()
  await go(page, '/app/directdebits')
  await page.getByRole('row', { name: new RegExp(number) }).waitFor()
  await double.simulate('payment_confirmed', debit)
  await work()
  await double.simulate('payment_paid_out', debit)
  await work()
  await go(page, `/app/invoice/edit?id=${id}`)
  await page
    .getByText(/^paid$/i)
    .first()
    .waitFor()
  const { body } = await office.get(`/invoice?id=${id}`)
  expect(body.data).toMatchObject({ invoice_status: 'paid', balance: '0.00' })
})

test('the bank’s line of the payout is accepted for it', async () => {
  const [payout] = (await office.get('/payouts')).body.data
  const account = await office.send('PUT', '/bankaccount', {
    name: 'Everyday',
    bank_account_number: ACCOUNT,
    opening_date: '2026-11-01',
    opening_balance: '0.00',
  })
  expect(account.status).toBe(201)
  const line = await office.send('PUT', '/banktransaction', {
    bankaccount_id: account.body.data.id,
    transaction_date: payout.arrival_date,
    amount: payout.amount,
    other_party: 'GOCARDLESS',
    reference: payout.reference,
  })
  await go(page, `/app/banktransactions?line=${line.body.data.id}`)
  await page.getByRole('button', { name: /^Accept: / }).click()
  await expect
    .poll(async () => (await office.get(`/payout?id=${payout.id}`)).body.data.banktransaction_id)
    .not.toBeNull()
  await go(page, `/app/payout?id=${payout.id}`)
  await heading(page, `Payout of $${payout.amount}`)
  expect(await axeFindings(page)).toEqual([])
})

test('one that is not honoured is on the list with its reason, and is tried again', async () => {
  const { debit, number } = await sentInvoice()
  await double.simulate('payment_failed', debit)
  await work()
  await go(page, '/app/directdebits?tab=not_honoured')
  const row = page.getByRole('row', { name: new RegExp(number) })
  await row.getByText(/not enough money/i).waitFor()
  await tab()
  await page
    .getByText(/Not honoured: not enough money/)
    .first()
    .waitFor()
})

test('chosen invoices are collected after a look at what is collected, and only once', async () => {
  const chosen = [await sentInvoice(), await sentInvoice()]
  for (const { id } of chosen) {
    const { body } = await office.get(`/invoicepayments?invoice_id=${id}&payment_status=pending`)
    const debit = { id: body.data[0].id, reason: 'They asked us to wait' }
    expect((await office.send('POST', '/invoicepayment/cancel', debit)).status).toBe(200)
  }
  await work()
  const list = `/app/invoices?id.in=${chosen.map(({ id }) => id).join(',')}`
  await choose(list, chosen)
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Collect').click()
  await dialog().getByRole('button', { name: 'Plan 2 debits' }).click()
  await page.getByRole('heading', { name: 'Debits planned' }).waitFor()
  await dialog().getByRole('button', { name: 'Ok' }).click()
  await go(page, '/app/directdebits')
  for (const { number } of chosen)
    await page.getByRole('row', { name: new RegExp(number) }).waitFor()
  await choose(list, chosen)
  await button(page, 'Collect').click()
  await dialog()
    .getByText(/M007 Under way already/)
    .first()
    .waitFor()
  const again = dialog().getByRole('button', { name: 'Plan 0 debits' })
  expect(await again.isDisabled()).toBe(true)
  await dialog().getByRole('button', { name: 'Cancel' }).click()
})

/** Selects these invoices in their list; the bar of the selection lets each of them be reached. */
async function choose(list: string, invoices: { number: string }[]) {
  await go(page, list)
  for (const { number } of invoices)
    await page
      .getByRole('row', { name: new RegExp(number) })
      .getByRole('checkbox')
      .check()
  await page.getByText(`${invoices.length} invoices selected`).waitFor()
}

test('an authority is ended from the customer’s page, and what was planned goes with it', async () => {
  await tab()
  await act(page, 'Cancel authority', 'Cancel authority', { Reason: 'They asked us to' })
  await work()
  await tab()
  await page.getByText('Cancelled', { exact: true }).first().waitFor()
  const { body } = await office.get(
    `/invoicepayments?customer_id=${payer.id}&payment_status=pending`,
  )
  expect(body.data ?? []).toEqual([])
})
