import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visit, visitAs } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/client.ts'
import { commissionOffice, done, inTime } from '#tests/support/commissioned.ts'
import { linkTo } from '#tests/support/mailed-link.ts'
import { letLeave } from '#tests/support/run-queue.ts'
import { plannedPayment } from '#tests/support/supplied.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'
import { addressIs, button, go, heading, idIn, says } from './steps.ts'

// A partner's month: money comes, it is stated, checked, paid, and goes back again.
const DAY_MS = 86_400_000
const address = 'tane@example.co.nz'
const because = { reason: 'The bank took it back' }

let world: World
let office: Awaited<ReturnType<typeof commissionOffice>>
let browser: Browser
let url: string
let page: Page
let partner_id: number
let invoice: number
let payment: number
let first: { id: number; number: string; token: string }

beforeAll(async () => {
  ;[world, browser] = await Promise.all([makeWorld(), openBrowser()])
  await scope(world.owner, world.organisations[0])
  await world.owner.query(
    `update organisations set gst_number = '49091850', bank_account_number = $1 where id = $2`,
    [makeBankAccount('12', '3113'), world.organisations[0]],
  )
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const bound = world.app.server.address()
  url = `http://localhost:${typeof bound === 'object' && bound ? bound.port : 0}`
  office = await commissionOffice(world)
  partner_id = await office.newPartner({
    ...{
      name: 'Tāne Referrals',
      email: address,
      bank_account_number: makeBankAccount('01', '0902'),
    },
    ...{ partner_rate_standard: '10', signup_commission_unit: 'fixed' },
    ...{ signup_commission_residential: '90.00', signup_commission_commercial: '90.00' },
    ...{ gst_registered: true, gst_number: '49-091-850', bcti_agreed_on: '2026-01-01' },
  })
  const contract = await office.brought({ partner_id })
  invoice = await office.billed(contract)
  payment = await office.pay(contract.customer_id, invoice, inTime)
  await nextDay()
})
afterAll(async () => {
  await browser.close()
  await world.close()
})

/** Statements are of what was earned up to yesterday: a day passes, and people come in anew. */
async function nextDay(): Promise<void> {
  world.clock.advance(DAY_MS)
  for (const who of ['accounting', 'manager'] as const)
    await (office[who] as Client).signIn(who, password)
  await page?.context().close()
  const look = { width: 1400, password, at: world.clock.now() }
  page = (await visitAs(browser, url, 'manager', look)).page
}

async function partnersPage(look: { width?: number; dark?: boolean } = {}) {
  const guest = await visit(browser, url, look)
  await guest.page.goto(`/commission/#${first.token}`)
  await guest.page.getByRole('heading', { name: 'Checked in your browser' }).waitFor()
  return guest
}

const dialog = () => page.getByRole('dialog')

test('a manager sends a statement from the partner’s page', async () => {
  await go(page, `/app/partner/details?id=${partner_id}&tab=statements`)
  await says(page, 'None yet: what is earned waits until a statement is sent.')
  await button(page, 'Send Statement').click()
  await says(
    page,
    'Would you like to create a new commission statement and send it to the partner?',
  )
  // 26.04 at 10 % is 2.60, with the sign-up of 90.00; GST of 15 %.
  for (const words of ['2 lines', address, '92.60', '13.89', '106.49'])
    await dialog().getByText(words).first().waitFor()
  // The page that goes with it stands beside its mail.
  await dialog().getByText(`Email to ${address}, with CS-`).waitFor()
  await dialog().getByText('Buyer-created taxable supply information').first().waitFor()
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  await dialog().getByRole('button', { name: 'Send 1' }).click()
  await says(page, /^1 statement leaves in \d+ s\.$/)
  await letLeave(world, { clock: world.clock })
  await says(page, '1 statement sent.')
  await page.getByRole('link', { name: /^CS-\d{6}$/ }).click()
  await addressIs(page, /^\/app\/commissionstatement\?id=\d+$/)
  await heading(page, /^Statement CS-\d{6}$/)
  const number = (await page.getByRole('heading', { level: 1 }).textContent())?.slice(10) ?? ''
  first = { id: idIn(page), number, token: await linkTo(world, address) }
  expect(await page.getByRole('table', { name: 'Lines' }).locator('tbody tr').count()).toBe(2)
  await button(page, 'Verify').click()
  await says(page, '2 lines add up; the bytes, the PDF and the chain are unchanged.')
  await page.getByRole('tab', { name: 'Delivery' }).click()
  await page.getByRole('link', { name: address }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await go(page, `/app/invoice/edit?id=${invoice}&tab=bill`)
  await page.getByRole('link', { name: first.number }).first().waitFor()
})

test('the partner’s browser adds it up, and names what was changed', async () => {
  const { page: guest, troubles, context } = await partnersPage({ width: 390, dark: true })
  await guest.getByText('All 2 lines add up').waitFor()
  expect(guest.url()).not.toContain(first.token)
  await guest.getByText('The bytes have the digest that they were sent with.').waitFor()
  expect(await guest.getByText('Still cleared').count()).toBe(2)
  expect(await axeFindings(guest)).toEqual([])
  expect(await guest.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  const file = guest.waitForEvent('download')
  await guest.getByRole('button', { name: 'Download JSON' }).click()
  expect((await file).suggestedFilename()).toBe(`${first.number}.json`)
  const change = (from: string, to: string) =>
    world.owner.query(
      'update commission_documents set proof = replace(proof, $2, $3) where statement_id = $1',
      [first.id, from, to],
    )
  await change('"2.60"', '"2.61"')
  const again = await partnersPage()
  await again.page.getByText(/^Line \d, .*: 10 % of 26\.04 is 2\.60, not 2\.61\.$/).waitFor()
  await again.page.getByText('The bytes were changed after they were sent').waitFor()
  await again.page.getByText('Does not add up').waitFor()
  await change('"2.61"', '"2.60"')
  expect(troubles).toEqual([])
  await Promise.all([context.close(), again.context.close()])
})

test('what is to be paid leaves in a bank file, together with what suppliers are paid', async () => {
  const admin = await world.as('admin')
  const id = await plannedPayment(admin, todayOf(world))
  await done(admin, '/billpayment/approve', { id })
  await go(page, '/app/commissionstatements')
  await page.getByRole('row', { name: new RegExp(first.number) }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page
    .getByRole('row', { name: new RegExp(first.number) })
    .getByRole('checkbox')
    .check()
  await button(page, 'Pay in a bank file').click()
  await dialog()
    .getByRole('row', { name: /Tāne Referrals.*106\.49/ })
    .waitFor()
  await dialog().getByRole('button', { name: 'Write 1 payment' }).waitFor()
  await dialog()
    .getByLabel(/^Together with 1 approved payment to suppliers/)
    .check()
  await dialog()
    .getByRole('row', { name: /115\.00/ })
    .waitFor()
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  const file = page.waitForEvent('download')
  await dialog().getByRole('button', { name: 'Write 2 payments' }).click()
  // 106.49 and 115.00.
  expect(await readFile(await (await file).path(), 'utf8')).toMatch(/\n3,22149,2,/)
  await page.getByRole('row', { name: new RegExp(`${first.number}.*Paid`, 'i') }).waitFor()
})

test('what the customer’s bank takes back is taken off the next statement', async () => {
  await done(office.accounting, '/invoicepayment/cancel', { id: payment, ...because })
  await nextDay()
  await go(page, '/app/commissionstatements/run')
  await button(page, 'Draft for all').click()
  await says(page, '1 draft made.')
  await page.getByRole('row', { name: /Tāne Referrals.*−92\.60.*−106\.49/ }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Send drafts').click()
  await button(page, 'Send 1').click()
  await says(page, /^1 statement leaves in \d+ s\.$/)
  await letLeave(world, { clock: world.clock })
  await says(page, '1 statement sent.')
  await go(page, `/app/partner/details?id=${partner_id}&tab=statements`)
  await page
    .getByRole('link', { name: /^CS-\d{6}$/ })
    .first()
    .click()
  await heading(page, /^Statement CS-/)
  const lines = page.getByRole('table', { name: 'Lines' }).locator('tbody tr')
  await lines.first().waitFor()
  for (const words of ['Claw-back', first.number]) await lines.first().getByText(words).waitFor()
  const amounts = page.getByRole('table', { name: 'Amounts' })
  await amounts.getByRole('row', { name: 'Carried to the next −106.49' }).waitFor()
  expect(await button(page, 'Record payment').getAttribute('aria-disabled')).toBe('true')

  const { page: guest, context } = await partnersPage()
  expect(await guest.getByText(/^Taken back on \d\d \w{3} 2026$/).count()).toBe(2)
  await guest.getByText('All 2 lines add up').waitFor()
  await context.close()
})

test('every table about a partner is a file as well', async () => {
  const saved = async (name: string | RegExp, place = 0) => {
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name, exact: true }).nth(place).click()
    return (await file).suggestedFilename()
  }
  const tab = (name: string) => `/app/partner/details?id=${partner_id}&tab=${name}`
  const terms = { partner_id, valid_from_date: '2030-01-01', partner_rate_unit: 'percent' }
  await office.manager.put('/partnerterm', { ...terms, partner_rate_amount: '12' })
  for (const [name, place, file] of [
    ['terms', 0, 'partnerterms'],
    ['customers', 0, 'customers'],
    ['customers', 1, 'contractpartners'],
    ['earned', 0, 'commissions'],
    ['statements', 0, 'commissionstatements'],
  ] as const) {
    await go(page, tab(name))
    await page.getByRole('button', { name: 'Export' }).nth(place).waitFor()
    expect(await saved('Export', place)).toMatch(new RegExp(`^${file}-\\d{4}-`))
  }
  await go(page, '/app/partners')
  expect(await saved('Export amounts')).toMatch(/^partners-\d{4}-/)
  await go(page, `/app/commissionstatement?id=${first.id}`)
  expect(await saved('CSV')).toBe(`${first.number}.csv`)
})
