import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import type { HttpClient } from '#tests/support/http-client.ts'
import { newOffice } from '#tests/support/new-office.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { act, button, go, heading, says, typeLabelled } from './steps.ts'

let site: Site
let browser: Browser
let page: Page
let office: HttpClient

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  const fresh = await newOffice(site, 10)
  office = fresh.client
  page = (await visitAs(browser, site.url, fresh.username)).page
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
const chosen = () => page.locator('[data-line][aria-current="true"]')
const firstCandidate = () => page.getByRole('button', { name: /^Accept: / })

async function payers(): Promise<Payer[]> {
  const fields = 'fields=id,name,customer_number'
  return (await office.get(`/customers?limit=10&order=id&${fields}`)).body.data
}

const accountId = async (): Promise<number> => (await office.get('/bankaccounts')).body.data[0].id

/** A line as the bank would show it: money that came in, unless it says otherwise. */
async function bankLine(values: Record<string, unknown>): Promise<number> {
  const bankaccount_id = await accountId()
  const line = { bankaccount_id, transaction_date: '2026-11-02', ...values }
  const { status, body } = await office.send('PUT', '/banktransaction', line)
  expect(status).toBe(201)
  return body.data.id
}

// Shows: E13
test('without a bank account the screen says what to do, and the first one is made there', async () => {
  await go(page, LINES)
  await page.getByRole('link', { name: 'New bank account' }).click()
  await heading(page, 'New Bank account')
  await typeLabelled(page, { Name: 'Main account', 'Account number': '12-3113-0003869-00' })
  await typeLabelled(page, { 'Opening date': '1/10/2026', 'Opening balance': '500.00' })
  await button(page, 'Save').click()
  await heading(page, 'Main account')
  await go(page, LINES)
  await says(page, 'There are no lines yet.')
  await page.getByRole('main').getByRole('link', { name: 'Import a statement' }).last().click()
  await heading(page, 'Import a statement')
  await go(page, LINES)
})

// Shows: R34
test('ten lines are explained by Enter alone, each by the customer it names', async () => {
  const ten = await payers()
  expect(ten).toHaveLength(10)
  for (const [place, { customer_number }] of ten.entries())
    await bankLine({ amount: `1${place}.05`, code: customer_number, other_party: `P${place}` })
  await page.reload()
  for (const [place, { name }] of ten.entries()) {
    await expect.poll(() => chosen().textContent()).toContain(`P${place}`)
    await page.getByRole('button', { name: `Accept: ${name}`, exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => news().textContent()).toContain(`Done: 1${place}.05, ${name}.`)
  }
  await says(page, 'All lines are explained.')
  await page.getByRole('button', { name: /Main account None left/ }).waitFor()
})

test('a line is split: a customer has a share, the rest waits aside, and u takes it back', async () => {
  const [payer] = await payers()
  const id = await bankLine({ amount: '100.00', other_party: 'A STRANGER' })
  await go(page, `${LINES}?line=${id}`)
  await says(page, /Nothing of ours speaks for this line/)
  await page.keyboard.press('s')
  // The cursor stands in the first amount.
  await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('INPUT')
  await page.keyboard.type('30')
  await dialog().getByRole('button', { name: 'Remove part 2' }).click()
  await dialog().getByText('Rest: 70.00').waitFor()
  await dialog()
    .getByLabel(/^Customer/)
    .fill(payer?.name ?? '')
  await page
    .getByRole('option', { name: payer?.name ?? '' })
    .first()
    .click()
  expect(await dialog().getByRole('button', { name: 'Match' }).isDisabled()).toBe(true)
  await dialog().getByRole('button', { name: 'Set aside' }).click()
  await dialog().getByText('Rest: 0.00').waitFor()
  await dialog().getByRole('button', { name: 'Match' }).click()
  await dialog().waitFor({ state: 'detached' })
  await expect.poll(() => news().textContent()).toContain('100.00, 2 parts')
  const { body } = await office.get(`/banktransaction?id=${id}`)
  expect(body.info.parts).toMatchObject([
    { kind: 'customer', amount: '30.00', customer_id: payer?.id },
    { kind: 'aside', amount: '70.00' },
  ])
  await page.keyboard.press('u')
  await expect.poll(() => news().textContent()).toContain('The last match is undone.')
  await expect.poll(() => chosen().textContent()).toContain('A STRANGER')
  expect((await office.get(`/banktransaction?id=${id}`)).body.data.transaction_status).toBe('new')
})

test('what nobody knows is set aside by one key, and its own page takes the match off', async () => {
  // Keys are about what is in sight: the line that is open again has to be there.
  await says(page, /Nothing of ours speaks for this line/)
  await page.keyboard.press('p')
  await expect.poll(() => news().textContent()).toContain('100.00, set aside')
  await go(page, `${LINES}?view=matched&q=STRANGER`)
  await page.getByRole('link', { name: 'Open the line' }).click()
  await heading(page, 'In: $100.00')
  await page.getByRole('cell', { name: 'Not identified yet' }).first().waitFor()
  await act(page, 'Take the match off', 'Take the match off', { Reason: 'Its payer called' })
  await page.getByRole('link', { name: 'Say what it is' }).waitFor()
})

test('what matched by itself is told, and all of it is undone with a reason', async () => {
  const [payer] = await payers()
  const { name: other_party, customer_number: code } = payer ?? {}
  await bankLine({ amount: '61.15', other_party, code })
  await go(page, LINES)
  await page
    .getByRole('list', { name: 'Bank lines' })
    .getByRole('button', { name: /61\.15/ })
    .waitFor()
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Look at all open lines again' }).click()
  await says(page, '1 line matched, 1 left.')
  await button(page, /^Matched by itself/).click()
  await says(page, 'Matched by itself:')
  await button(page, 'Choose all in sight').click()
  await button(page, 'Undo the chosen').click()
  await typeLabelled(dialog(), { Reason: 'It was for somebody else' })
  await dialog().getByRole('button', { name: 'Undo', exact: true }).click()
  await dialog().waitFor({ state: 'detached' })
  await says(page, 'There are no such lines.')
})

test('on a phone the lines come first, then the line and what it may be', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await go(page, `${LINES}?view=open&q=`)
  await page.getByRole('list', { name: 'Bank lines' }).getByRole('button').first().waitFor()
  expect(await firstCandidate().count()).toBe(0)
  await page
    .getByRole('list', { name: 'Bank lines' })
    .getByRole('button', { name: /61\.15/ })
    .click()
  await firstCandidate().waitFor()
  expect(await page.getByRole('list', { name: 'Bank lines' }).count()).toBe(0)
  await button(page, 'All lines').click()
  await page.getByRole('list', { name: 'Bank lines' }).waitFor()
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('a statement that comes to nothing left over is agreed, and opened again', async () => {
  const savings = { name: 'Savings', bank_account_number: '02-0500-0652822-02' }
  const opened = { opening_date: '2026-10-01', opening_balance: '900.00' }
  const made = await office.send('PUT', '/bankaccount', { ...savings, ...opened })
  const bankaccount_id = made.body.data.id
  const statement = { bankaccount_id, statement_date: '2026-10-31', closing_balance: '900.00' }
  const { body } = await office.send('PUT', '/bankstatement', statement)
  await go(page, `/app/bankstatement?id=${body.data.id}`)
  await says(page, 'Bank and books agree to the cent.')
  await act(page, 'Agree', 'Agree')
  await act(page, 'Open again', 'Open again', { Reason: 'A line came late' })
  await button(page, 'Agree').waitFor()
})
