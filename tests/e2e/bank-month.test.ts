import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import type { HttpClient } from '#tests/support/http-client.ts'
import { newOffice } from '#tests/support/new-office.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { act, addressIs, button, field, fill, go, heading, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page
let office: HttpClient
let everyday: number
let savings: number

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  const fresh = await newOffice(site, 60)
  office = fresh.client
  page = (await visitAs(browser, site.url, fresh.username)).page
  everyday = await account('Everyday', '12-3113-0003869-00', '1000.00')
  savings = await account('Savings', '02-0500-0652822-02', '0.00')
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

interface Payer {
  id: number
  name: string
  customer_number: string
}

const LINES = '/app/banktransactions'
const dialog = () => page.getByRole('dialog')
const news = () => page.getByRole('main').getByRole('status').filter({ hasText: /./ }).last()
const accept = (name: string | RegExp) => page.getByRole('button', { name }).first()

async function makeRow(path: string, values: object): Promise<number> {
  const { status, body } = await office.send('PUT', path, values)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id
}

async function payers(limit: number): Promise<Payer[]> {
  const asked = `limit=${limit}&order=id&fields=id,name,customer_number`
  return (await office.get(`/customers?${asked}`)).body.data
}

const account = (name: string, bank_account_number: string, opening_balance: string) =>
  makeRow('/bankaccount', {
    name,
    bank_account_number,
    opening_date: '2026-10-01',
    opening_balance,
  })

/** October as the bank exports it; the account ends with 883.00. */
const october = ({ customer_number }: Payer) =>
  [
    'Type,Details,Particulars,Code,Reference,Amount,Date,ForeignCurrencyAmount,ConversionCharge',
    'Direct Credit,TWO IN ONE,,,,200.00,05/10/2026,,',
    `Direct Credit,SOMEBODY,,${customer_number},,80.00,08/10/2026,,`,
    'Dishonour,SOMEBODY,,,,-80.00,14/10/2026,,',
    'Transfer,TO SAVINGS,,,,-300.00,15/10/2026,,',
    'Bank Fee,MONTHLY FEE,,,,-8.50,20/10/2026,,',
    'Bank Fee,MONTHLY FEE,,,,-8.50,30/10/2026,,',
  ].join('\r\n')

/** Looks at the line of this day, and waits until it is told what it may be. */
async function lookAt(day: string): Promise<void> {
  const line = page.locator('[data-line]').filter({ hasText: day })
  const id = await line.getAttribute('data-line')
  await line.click()
  await page.locator(`a[href$="/app/banktransaction?id=${id}"]`).waitFor()
}

async function importOctober(payer: Payer): Promise<void> {
  await go(page, LINES)
  await page.getByRole('main').getByRole('link', { name: 'Import a statement' }).first().click()
  await heading(page, 'Import a statement')
  await page.locator('input[type=file]').setInputFiles({
    name: 'october.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(october(payer)),
  })
  await says(page, 'Read as ANZ.')
  await page.getByRole('cell', { name: 'TWO IN ONE' }).waitFor()
  await button(page, 'Check the bank lines').click()
  // The file names no account, and there are two.
  await says(page, 'This file does not say whose it is. Choose the account.')
  await page.getByRole('combobox', { name: 'Account' }).click()
  await page.getByRole('option', { name: 'Everyday' }).click()
  await button(page, 'Check the bank lines').click()
  await addressIs(page, /^\/app\/banktransactions\/import\?id=\d+$/)
  await says(page, 'Everyday · 05 Oct 2026 to 30 Oct 2026')
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Accept all without errors (6)').click()
  await says(page, '6 new lines')
  await page.getByRole('link', { name: 'Go to the lines' }).click()
  await page.getByRole('list', { name: 'Bank lines' }).waitFor()
}

async function split(payer: Payer): Promise<void> {
  await lookAt('05/10/2026')
  await page.keyboard.press('s')
  await dialog().getByLabel('Amount of part 1').fill('150')
  await dialog().getByRole('button', { name: 'Remove part 2' }).click()
  await dialog()
    .getByLabel(/^Customer/)
    .fill(payer.name)
  await page.getByRole('option', { name: payer.name }).first().click()
  await dialog().getByRole('button', { name: 'Set aside' }).click()
  await dialog().getByText('Rest: 0.00').waitFor()
  await dialog().getByRole('button', { name: 'Match' }).click()
  await expect.poll(() => news().textContent()).toContain('200.00, 2 parts')
}

/** A payment is accepted, undone, accepted again; then the bank takes it back. */
async function dishonour(payer: Payer): Promise<void> {
  await lookAt('08/10/2026')
  await accept(`Accept: ${payer.name}`).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => news().textContent()).toContain(`80.00, ${payer.name}`)
  await page.keyboard.press('u')
  await expect.poll(() => news().textContent()).toContain('The last match is undone.')
  await accept(`Accept: ${payer.name}`).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => news().textContent()).toContain(`80.00, ${payer.name}`)
  await page.getByText('Payment the bank took back').first().waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => news().textContent()).toContain('−80.00')
}

async function transfer(): Promise<void> {
  await lookAt('15/10/2026')
  await page.keyboard.press('t')
  await dialog().getByRole('button', { name: 'Match as transfer' }).click()
  await expect.poll(() => news().textContent()).toContain('Transfer between our accounts')
}

/** The first fee makes a rule, and both are matched by it. */
async function learn(): Promise<void> {
  await lookAt('20/10/2026')
  await page.keyboard.press('r')
  await heading(page, 'New Bank rule')
  await fill(page, { account: '6030' })
  await field(page, 'automatic').check()
  await button(page, 'Save').click()
  await heading(page, 'MONTHLY FEE')
  await go(page, LINES)
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Look at all open lines again' }).click()
  await says(page, '2 lines matched, 0 left.')
  await button(page, /^Matched by itself/).click()
  await says(page, 'A rule of the office, or exactly one counterpart of ours.')
}

// Shows: E10
test('a statement file becomes a month that agrees to the cent', async () => {
  const into = { bankaccount_id: savings, transaction_date: '2026-10-16', amount: '300.00' }
  const other = await makeRow('/banktransaction', into)
  const [first, second] = (await payers(2)) as [Payer, Payer]
  await importOctober(second)
  await split(first)
  await dishonour(second)
  await transfer()
  const { body } = await office.get(`/banktransaction?id=${other}`)
  expect(body.data.explained_as).toBe('Transfer: Everyday')
  await learn()
  expect(await axeFindings(page)).toEqual([])

  // The money leads to its line, and the line back to the money.
  const paid = (await office.get(`/invoicepayments?customer_id=${first.id}`)).body.data
  const payment = paid.find((one: { amount_incl_gst: string }) => one.amount_incl_gst === '150.00')
  await go(page, `/app/invoicepayment?id=${payment.id}`)
  await page.getByRole('link', { name: 'TWO IN ONE' }).click()
  await heading(page, 'In: $200.00')
  await page.getByRole('link', { name: 'Payment', exact: true }).click()
  await heading(page, 'Payment of $150.00')

  const closed = { bankaccount_id: everyday, statement_date: '2026-10-31' }
  const id = await makeRow('/bankstatement', { ...closed, closing_balance: '883.00' })
  await go(page, `/app/bankstatement?id=${id}`)
  await says(page, 'Bank and books agree to the cent.')
  await act(page, 'Agree', 'Agree')
  const statement = (await office.get(`/bankstatement?id=${id}`)).body
  expect(statement.data.statement_status).toBe('agreed')
  expect(statement.info.difference).toBe('0.00')
  const lines = (await office.get(`/banktransactions?bankstatement_id=${id}`)).body.data
  expect(lines.map((line: { transaction_status: string }) => line.transaction_status)).toEqual(
    Array(6).fill('reconciled'),
  )
})

const MINUTES_5 = 5 * 60_000

// Shows: R34, E35
test('sixty lines are accepted by Enter within five minutes', async () => {
  const known = await payers(60)
  for (let at = 0; at < 60; at++) {
    const { customer_number: code } = known[at % known.length] as Payer
    const line = { bankaccount_id: everyday, transaction_date: '2026-11-02', code }
    const said = { amount: `${100 + at}.07`, other_party: `KEY ${at}` }
    await makeRow('/banktransaction', { ...line, ...said })
  }
  await go(page, `${LINES}?view=open&q=KEY`)
  await page.getByRole('list', { name: 'Bank lines' }).waitFor()
  const began = Date.now()
  for (let at = 0; at < 60; at++) {
    await page.getByRole('region', { name: 'The line' }).getByText(`KEY ${at}`).first().waitFor()
    await page.getByRole('button', { name: /^Accept: / }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => news().textContent()).toContain(`Done: ${100 + at}.07`)
  }
  const took = Date.now() - began
  process.stdout.write(`60 bank lines accepted by Enter in ${(took / 1000).toFixed(1)} s\n`)
  await says(page, 'No line matches.')
  expect(took).toBeLessThan(MINUTES_5)
})
