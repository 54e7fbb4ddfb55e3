import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { type Bank, makeBank } from '#tests/support/banking.ts'
import { booksHold, newCustomer, sentInvoice } from '#tests/support/billing.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type DebitStories, debitStories } from '#tests/support/debit-stories.ts'
import { type Debiting, debiting } from '#tests/support/debiting.ts'
import { mailsTo } from '#tests/support/mailed-link.ts'
import { password } from '#tests/support/world.ts'
import { act, button, go, heading, says, typeLabelled } from './steps.ts'

// Five debits and what an office sees of them when the banks say no: before the money came, after
// it was paid out, and weeks later. All sums are counted by hand here.
const TOLD = '2027-05-05'
const FIRST = '2027-05-21'
const LATER = '2027-05-27'

let office: Debiting
let stories: DebitStories
let bank: Bank
let browser: Browser
let url: string
let page: Page

interface Payer {
  name: string
  email: string
  customer: number
  invoice: number
  debit: number
}
const payers: Record<'short' | 'late' | 'back' | 'refunded' | 'large', Payer> = {} as never

beforeAll(async () => {
  ;[office, browser] = await Promise.all([debiting(TOLD), openBrowser()])
  stories = debitStories(office)
  const { world, user, accounting } = office
  bank = await makeBank(world, accounting, office.manager)
  // $103.50 each if it is paid in time and $115.00 if not; the last $828.00.
  payers.short = await payer('Aroha Bakery', FIRST, '100.00')
  payers.late = await payer('Kauri Motors', FIRST, '100.00')
  payers.back = await payer('Rimu Café', FIRST, '100.00')
  payers.refunded = await payer('Tōtara Gym', FIRST, '100.00')
  payers.large = await payer('Pōhutukawa Hotel', LATER, '800.00')
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const address = world.app.server.address()
  url = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`

  async function payer(name: string, due_date: string, rate: string): Promise<Payer> {
    const email = `${name.charCodeAt(0)}${name.length}@example.co.nz`
    const { id: customer } = await newCustomer(user, { name, email })
    await office.authorise(customer)
    const lines = [{ name: 'Energy', quantity: '1', rate, unit: 'each' }]
    const due = { due_date, discounted_date: due_date }
    const invoice = (await sentInvoice(accounting, customer, { ...due, lines })).id
    await office.work()
    const [debit] = await office.debitsOf(customer)
    return { name, email, customer, invoice, debit: debit?.id ?? 0 }
  }
}, 120_000)
afterAll(async () => {
  await browser.close()
  await office.close()
})

/** Both clocks go on, and somebody comes in again: nobody is signed in for days. */
async function on(day: string): Promise<void> {
  await office.at(day)
  await page?.context().close()
  const look = { width: 1400, password, at: office.world.clock.now() }
  page = (await visitAs(browser, url, 'manager', look)).page
}

/** The customer's bank says something, and the office asks for news. */
async function theBankSays(what: string, { debit }: Payer): Promise<void> {
  const { status, body } = await office.double.simulate(what, await stories.paymentOf(debit))
  expect(status, JSON.stringify(body)).toBe(200)
  await button(page, 'Sync now').click()
  await says(page, 'The provider is being asked.')
  await office.work()
}

const dialog = () => page.getByRole('dialog')
const rowOf = ({ name }: Payer, within: Page | Locator = page) =>
  within.getByRole('row').filter({ hasText: name })

/** What stands in the tabs, how many and what they come to. */
async function tabsSay(sums: Record<string, string>): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Direct debits' })
  for (const [tab, sum] of Object.entries(sums))
    await tabs.getByRole('link', { name: `${tab} ${sum}`, exact: true }).waitFor()
}

const onTab = (which: string) => go(page, `/app/directdebits?tab=${which}`)
const onCustomer = ({ customer }: Payer) =>
  go(page, `/app/customer/details?id=${customer}&tab=direct-debit`)
const onInvoice = ({ invoice }: Payer) => go(page, `/app/invoice/edit?id=${invoice}`)

/** The last mail that a customer got. */
async function lastMail({ email }: Payer) {
  const mails = await mailsTo(office.world, email)
  return mails.at(-1)
}

/** Account 1010 in our books, and what the provider has of ours. */
async function bothHold(amount: string): Promise<void> {
  expect(await bank.ledger(1010)).toBe(amount)
  expect((await office.double.balance()).balance).toBe(Math.round(Number(amount) * 100))
}

test('an account that was short is tried again, and everybody sees when', async () => {
  await on('2027-05-24')
  await onTab('not_honoured')
  await says(page, 'Every debit was honoured.')
  await tabsSay({ Planned: '1 · $828.00', 'With the bank': '4 · $414.00', 'Not honoured': '0' })
  await theBankSays('payment_failed', payers.short)
  await page.reload()
  await rowOf(payers.short).getByText('Not enough money').waitFor()
  await rowOf(payers.short).getByRole('link', { name: 'Planned for 27 May 2027' }).waitFor()
  await tabsSay({
    Planned: '2 · $931.50',
    'With the bank': '3 · $310.50',
    'Not honoured': '1 · $103.50',
  })
  await onTab('events')
  const told = page.getByRole('row').filter({ hasText: 'failed' }).first()
  await told.getByText('Not enough money').waitFor()
  await told.getByText('insufficient_funds').waitFor()
  await onTab('planned')
  await rowOf(payers.short).getByText('2', { exact: true }).waitFor()
  await onInvoice(payers.short)
  await page.getByText('We’ll collect $103.50 on 27 May 2027 – known by 01 Jun 2027').waitFor()
  await onCustomer(payers.short)
  await says(page, 'We’ll collect $103.50 on 27 May 2027 – known by 01 Jun 2027.')
  const debits = page.getByRole('table', { name: 'Debits' })
  await debits.getByText('Not honoured: not enough money').waitFor()
  await debits.getByRole('row').filter({ hasText: 'Planned for' }).getByRole('link').click()
  await page.getByText('The debit before it').click()
  await says(page, 'Not enough money insufficient_funds')
  await page.goBack()
  // Told on Monday: from Wednesday on, and a Thursday pays best.
  await says(page, /A Thursday counts 5\./)
  const letter = await lastMail(payers.short)
  expect(letter?.text_plain).toContain('We couldn’t collect $103.50')
  expect(letter?.text_plain).toContain('27 May 2027')
})

test('on its day the second try is with the bank, and the others are paid out', async () => {
  await on(LATER)
  await onTab('with_bank')
  await rowOf(payers.short).getByText('Known by 01/06/2027').waitFor()
  await tabsSay({ Planned: '0', 'With the bank': '2 · $931.50', Payouts: '1 · $306.93' })
  const [payout] = (await office.accounting.get('/payouts', {})).body.data
  const line = await bank.line('306.93', {
    other_party: 'GOCARDLESS',
    reference: payout.reference,
  })
  await go(page, `/app/banktransactions?line=${line}`)
  await page.getByRole('button', { name: /^Accept: / }).click()
  await onTab('payouts')
  await tabsSay({ Payouts: '0' })
  await page.getByRole('row').filter({ hasText: '306.93' }).first().click()
  await heading(page, 'Payout of $306.93')
  // 3 × 103.50; of each 1.035 and GST of 0.155 are kept.
  for (const words of ['310.50', '0.47', '3.10']) await says(page, words)
  const items = page.getByRole('table', { name: 'What the payout is made of' })
  expect(await items.locator('tbody tr').count()).toBe(6)
  expect(await axeFindings(page)).toEqual([])
  await bothHold('0.00')
})

test('a failure after the payout makes the invoice owed again, without its discount', async () => {
  await onTab('not_honoured')
  await theBankSays('payment_late_failure', payers.late)
  await page.reload()
  await rowOf(payers.late).getByText('Not enough money').waitFor()
  await tabsSay({ 'Not honoured': '2 · $207.00' })
  await onInvoice(payers.late)
  await page.getByText('Not honoured: not enough money').waitFor()
  await says(page, '115.00')
  const told = await lastMail(payers.late)
  expect(told?.text_plain).toContain('We couldn’t collect $103.50')
  expect(await stories.tasks('Kauri Motors did not pay by direct debit%')).toHaveLength(1)
  await bothHold('-103.50')
})

test('what the customer’s bank takes back stops debits until a manager has looked', async () => {
  await onTab('not_honoured')
  await theBankSays('payment_charged_back', payers.back)
  await page.reload()
  await rowOf(payers.back).getByText('Taken back by their bank').waitFor()
  await tabsSay({ 'Not honoured': '3 · $310.50' })
  await says(page, /debits of 1 customer are stopped/)
  // For the bank that asks: how they agreed stands there at once.
  await go(page, `/app/invoicepayment?id=${payers.back.debit}`)
  await page.getByRole('region', { name: 'Evidence' }).getByText('By phone').waitFor()
  await onCustomer(payers.back)
  await says(page, 'Direct debits are stopped')
  await says(page, 'No debit is planned while debits are stopped.')
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Collect').click()
  await dialog().getByRole('button', { name: 'Collect', exact: true }).click()
  await dialog().getByText(/M006/).waitFor()
  await page.keyboard.press('Escape')
  await act(page, 'Resume debits', 'Resume debits', { Reason: 'They mistook it for another' })
  await page.getByText('Direct debits are stopped').waitFor({ state: 'detached' })
  await bothHold('-207.00')
})

test('the provider pays a part back, a week after the debit and not before', async () => {
  const refund = async () => {
    await go(page, `/app/invoicepayment?id=${payers.refunded.debit}`)
    await button(page, 'Refund').click()
    await typeLabelled(dialog(), { 'Amount to pay back': '20.00', Reason: 'Agreed on the phone' })
    await dialog().getByLabel('Through the provider').check()
    await dialog().getByRole('button', { name: 'Refund', exact: true }).click()
  }
  await refund()
  await dialog()
    .getByText(/28 May 2027/)
    .waitFor()
  expect(await office.double.list('refunds')).toEqual([])
  await on('2027-05-28')
  await refund()
  await dialog().waitFor({ state: 'detached' })
  await office.work()
  expect(await office.double.list('refunds')).toMatchObject([{ amount: 2000 }])
  await page.reload()
  await says(page, /partly refunded/i)
  await bothHold('-227.00')
})

test('what was taken back comes off the next payout, and both sides hold nothing in the end', async () => {
  await on('2027-06-02')
  await onTab('payouts')
  // 103.50 + 828.00, less twice 103.50 and 20.00, is 704.50. Fees are 1.19 and 3.45, the most there
  // is, with their GST; 1.19 comes back twice.
  await tabsSay({ 'With the bank': '0', Payouts: '1 · $702.24' })
  await page.getByRole('row').filter({ hasText: '702.24' }).first().click()
  await heading(page, 'Payout of $702.24')
  const items = page.getByRole('table', { name: 'What the payout is made of' })
  const amounts: [Payer, string, string][] = [
    [payers.short, 'Collected', '103.500'],
    [payers.large, 'Collected', '828.000'],
    [payers.late, 'Not honoured after all', '−103.500'],
    [payers.back, 'Taken back by the customer’s bank', '−103.500'],
    [payers.refunded, 'Refunded', '−20.000'],
  ]
  for (const [who, what, amount] of amounts)
    await rowOf(who, items).filter({ hasText: what }).getByText(amount, { exact: true }).waitFor()
  for (const words of ['704.50', '1.96', '0.30']) await says(page, words)
  // What came late is paid; the discount it missed is still owed.
  await onCustomer(payers.short)
  await page.getByRole('table', { name: 'Debits' }).getByText('Paid out').waitFor()
  expect((await stories.customer(payers.short.customer)).balance_total).toBe('11.50')
  expect(await stories.invoice(payers.large.invoice)).toMatchObject({ invoice_status: 'paid' })
  await bothHold('0.00')
  // 306.93 and 702.24 are at the bank.
  expect(await bank.ledger(1000)).toBe('1009.17')
  for (const { customer } of Object.values(payers)) await booksHold(office.world, customer)
})
