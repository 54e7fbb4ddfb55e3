import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatBankAccount } from '#domain/kit/bank-account.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { demoPassword } from '#tests/support/demo-database.ts'
import { type HttpClient, signInOver } from '#tests/support/http-client.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { addressIs, button, go, heading, says, typeLabelled } from './steps.ts'

let site: Site
let browser: Browser
let page: Page
let office: HttpClient

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'accounting')).page
  office = await signInOver(site.url, 'accounting', demoPassword)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const rows = async (path: string) => (await office.get(path)).body.data
const dialog = () => page.getByRole('dialog')

/** A payment to a supplier that its own line shows, and the line. */
async function clearedPayment() {
  const paid = await rows('/billpayments?payment_status=cleared&limit=50')
  const alone = paid.find(
    (one: { batch: string | null; bill_id: number }) => !one.batch && one.bill_id,
  )
  const { body } = await office.get(`/banktransaction?id=${alone.banktransaction_id}`)
  return { payment: alone, line: body.data }
}

test('a bill and its payment lead to the line of the bank, and the line leads back', async () => {
  const { payment, line } = await clearedPayment()
  const out = `Out: $${formatMoney(line.amount.replace('-', ''))}`
  await go(page, `/app/bill/edit?id=${payment.bill_id}`)
  await page.getByRole('link', { name: line.shown_as }).first().click()
  await heading(page, out)
  await page.getByRole('link', { name: 'Bill', exact: true }).click()
  await addressIs(page, new RegExp(`^/app/bill/edit\\?id=${payment.bill_id}$`))
  await go(page, `/app/billpayment?id=${payment.id}`)
  await page.getByRole('link', { name: line.shown_as }).first().click()
  await heading(page, out)
  await page.getByRole('link', { name: 'Payment', exact: true }).click()
  await addressIs(page, new RegExp(`^/app/billpayment\\?id=${payment.id}$`))
})

test('of what matched by itself, those that are ticked are undone together', async () => {
  const [first, second] = await rows(
    '/banktransactions?matched_by=automatic&transaction_status=matched&order=-transaction_date&limit=2',
  )
  await go(page, '/app/banktransactions?view=automatic')
  for (const { id } of [first, second])
    await page
      .getByRole('listitem')
      .filter({ has: page.locator(`[data-line="${id}"]`) })
      .getByRole('checkbox')
      .check()
  await says(page, '2 lines chosen')
  await button(page, 'Undo the chosen').click()
  await typeLabelled(dialog(), { Reason: 'They were for somebody else' })
  await dialog().getByRole('button', { name: 'Undo', exact: true }).click()
  await dialog().waitFor({ state: 'detached' })
  for (const { id } of [first, second]) {
    const { data } = (await office.get(`/banktransaction?id=${id}`)).body
    expect(data.transaction_status).toBe('new')
  }
  // The others stay as they are.
  const { body } = await office.get('/banktransactions?matched_by=automatic&limit=1')
  expect(body.info.total).toBeGreaterThan(2)
})

test('of doubtful rows somebody says which are here already and which are others', async () => {
  const [account] = await rows('/bankaccounts?order=ledger_account&limit=1')
  const asked = `bankaccount_id=${account.id}&source=bnz&order=-transaction_date`
  const [one, two] = await rows(`/banktransactions?${asked}&limit=2`)
  const header =
    'Date,Amount,Payee,Particulars,Code,Reference,Tran Type,This Party Account,Other Party Account,' +
    'Serial,Transaction Code,Batch Number,Originating Bank/Branch,Processed Date'
  const number = formatBankAccount(account.bank_account_number)
  const written = ({ transaction_date, amount }: { transaction_date: string; amount: string }) => {
    const [year = '', month, day] = transaction_date.split('-')
    const date = `${day}/${month}/${year.slice(2)}`
    return `${date},${amount},IN OTHER WORDS,,,,BP,${number},,,,,,${date}`
  }
  await go(page, '/app/banktransactions/import')
  await page.locator('input[type=file]').setInputFiles({
    name: 'again.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([header, written(one), written(two)].join('\r\n')),
  })
  await button(page, 'Check the bank lines').click()
  await addressIs(page, /import\?id=\d+$/)
  await says(page, 'A line of this day and amount is here already. Is it the same one?')
  await button(page, 'The same line').first().click()
  await expect.poll(() => button(page, 'The same line').count()).toBe(1)
  await button(page, 'Another line').click()
  await expect.poll(() => button(page, 'Another line').count()).toBe(0)
  await button(page, 'Accept all without errors (2)').click()
  await says(page, '1 new line')
  const id = Number(new URL(page.url()).searchParams.get('id'))
  const made = await rows(`/banktransactions?bankimport_id=${id}`)
  expect(made).toMatchObject([{ other_party: 'IN OTHER WORDS' }])
})
