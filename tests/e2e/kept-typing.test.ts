import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { scope } from '#tests/support/world.ts'
import { button, field, fill, heading, newCustomer, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'manager')).page
  // Leaving with changes asks; here somebody leaves all the same.
  page.on('dialog', (dialog) => void dialog.accept())
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const drafts = (of = page) =>
  of.evaluate<string>(
    "JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith('draft:')))",
  )
const offer = (of = page) => of.getByText(/^You have unsaved changes from \d+:\d\d [ap]m\./)

async function typeAndReload(): Promise<void> {
  await page.goto('/app/customer/edit?id=4')
  await fill(page, { trading_name: 'Typed before the lights went out', suburb: 'Kelburn' })
  await expect.poll(() => drafts(), { timeout: 6000 }).toContain('Kelburn')
  await page.reload()
}

// Shows: E15
test('what was typed before a reload is offered again, restored, and gone once it is saved', async () => {
  await typeAndReload()
  await offer().waitFor()
  expect(await field(page, 'suburb').inputValue()).not.toBe('Kelburn')
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Restore').click()
  expect(await field(page, 'suburb').inputValue()).toBe('Kelburn')
  await button(page, 'Save').click()
  await says(page, 'Changes saved.')
  expect(await drafts()).toBe('[]')
})

test('what somebody else has changed meanwhile is not written over by what is restored', async () => {
  await page.goto('/app/customer/edit?id=4')
  await fill(page, { suburb: 'Te Aro' })
  await expect.poll(() => drafts(), { timeout: 6000 }).toContain('Te Aro')
  await scope(site.owner, 1)
  await site.owner.query(
    "update customers set suburb = 'Newtown', version = version + 1, modified_at = now() where id = 4",
  )
  await page.reload()
  await says(page, 'The record has changed since')
  await button(page, 'Restore').click()
  await button(page, 'Save').click()
  await page.getByRole('dialog').getByText('Newtown').first().waitFor()
  await page.keyboard.press('Escape')
})

test('hidden details are never kept, and what is discarded or left behind at sign-out is gone', async () => {
  // Whoever signs out here has a browser of their own: the others go on with theirs.
  const { page: leaving, context } = await visitAs(browser, site.url, 'manager')
  leaving.on('dialog', (dialog) => void dialog.accept())
  await leaving.goto('/app/customer/edit?id=6')
  await fill(leaving, { suburb: 'Aro Valley' })
  const hidden = leaving.locator('#field-dob_holder, #field-dob_joint').first()
  if (await hidden.isEditable().catch(() => false)) await hidden.fill('1/2/1980')
  await expect.poll(() => drafts(leaving), { timeout: 6000 }).toContain('Aro Valley')
  expect(await drafts(leaving)).not.toMatch(/dob_|1980|required_for_medical/)
  await leaving.reload()
  await offer(leaving).waitFor()
  await button(leaving, 'Discard').click()
  expect(await drafts(leaving)).not.toContain('Aro Valley')
  await fill(leaving, { suburb: 'Left behind' })
  await expect.poll(() => drafts(leaving), { timeout: 6000 }).toContain('Left behind')
  await leaving.getByRole('button', { name: /profile and settings$/ }).click()
  await leaving.getByRole('menuitem', { name: 'Sign Out' }).click()
  await button(leaving, "Don't save").click()
  await leaving.waitForURL(/signout/)
  expect(await drafts(leaving)).toBe('[]')
  await context.close()
})

// Shows: E15
test('proposals, rates and the website keep what is typed as well, and offer it again', async () => {
  const { page: own, context } = await visitAs(browser, site.url, 'admin')
  own.on('dialog', (dialog) => void dialog.accept())
  const stored = () =>
    own.evaluate<string>('JSON.stringify(Object.entries(localStorage).map(([, value]) => value))')
  const contractOf = async (status: string) =>
    (
      await site.owner.query<{ id: string }>(
        `select id from contracts where contract_status = $1 and deleted_at is null
           and (date_end is null or date_end > now()) order by id limit 1`,
        [status],
      )
    ).rows[0]?.id
  await scope(site.owner, 1)
  const [draft, active] = [await contractOf('draft'), await contractOf('active')]
  const places: [path: string, input: string, words: string][] = [
    ['/app/proposal/edit?id=1', '#field-name', 'Kept proposal'],
    ['/app/website/edit', '#field-slogan', 'Kept slogan'],
    [`/app/contract?id=${draft}&tab=rates&rate=sell-new`, '#field-rate_name', 'Kept rate'],
    [`/app/contract?id=${active}&tab=rates&change=sell`, '[role=dialog] textarea', 'Kept reason'],
  ]
  for (const [path, input, words] of places) {
    await own.goto(path)
    await own.locator(input).fill(words)
    await expect.poll(stored, { timeout: 6000 }).toContain(words)
    await own.reload()
    await says(own, /^You have unsaved changes from /)
    expect(await own.locator(input).inputValue()).not.toBe(words)
    await button(own, 'Restore').click()
    expect(await own.locator(input).inputValue()).toBe(words)
  }
  await context.close()
})

// Shows: E15
test('the forms about money keep what is typed as well, and offer it again', async () => {
  await scope(site.owner, 1)
  const draftOf = async (table: string, status: string) =>
    (
      await site.owner.query(
        `select id from ${table} where ${status} = 'draft' and deleted_at is null order by id limit 1`,
      )
    ).rows[0]?.id
  const [invoice, bill] = [
    await draftOf('invoices', 'invoice_status'),
    await draftOf('bills', 'bill_status'),
  ]
  const places: [path: string, input: string, words: string][] = [
    ['/app/invoicepayment', '#field-invoicepayment-reference', 'Kept payment'],
    ['/app/billpayment', '#field-billpayment-reference', 'Kept plan'],
    ['/app/adjustment', '#field-adjustment-reason', 'Kept adjustment'],
    ['/app/transaction', 'main textarea', 'Kept entry'],
    [`/app/invoice/edit?id=${invoice}&edit=true`, 'main textarea', 'Kept draft'],
    [`/app/bill/edit?id=${bill}&mode=edit`, '#field-bill-notes', 'Kept bill'],
  ]
  for (const [path, input, words] of places) {
    await page.goto(path)
    await page.locator(input).fill(words)
    // Closed in the same moment, it is kept all the same.
    await page.reload()
    await offer().waitFor()
    expect(await page.locator(input).inputValue()).not.toBe(words)
    await button(page, 'Restore').click()
    expect(await page.locator(input).inputValue()).toBe(words)
  }
})

test('a new invoice keeps its lines and the bill that is captured with it', async () => {
  await page.goto('/app/home')
  const id = await newCustomer(page, { name: 'Kept Lines Dairy' })
  await page.goto(`/app/invoice/new?customer_id=${id}`)
  await button(page, 'Write lines').click()
  await page.getByLabel('Charge of line 1').fill('Kept charge')
  await button(page, 'Capture a bill').click()
  await page.locator('#field-bill-supplier_statement_number').fill('KEPT-1')
  await page.reload()
  await offer().waitFor()
  await button(page, 'Restore').click()
  const lines = page.getByRole('table', { name: 'Lines of the invoice' })
  expect(await lines.getByLabel('Charge of line 1').inputValue()).toBe('Kept charge')
  const number = page.locator('#field-bill-supplier_statement_number')
  expect(await number.inputValue()).toBe('KEPT-1')
})

// Shows: E15
test('a note half written outlasts another tab, and is not left without being asked', async () => {
  await page.goto('/app/customer/details?id=4&tab=notes')
  const note = () => page.getByLabel('New note').getByRole('textbox')
  await note().fill('Rang about the meter')
  await page.getByRole('navigation', { name: 'Menu' }).getByText('Suppliers').click()
  const question = page.getByRole('dialog', { name: 'Save Changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await note().inputValue()).toBe('Rang about the meter')
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('tab', { name: 'Notes' }).click()
  await button(page, 'Restore').click()
  expect(await note().inputValue()).toBe('Rang about the meter')
  await page.getByRole('navigation', { name: 'Menu' }).getByText('Suppliers').click()
  await question.getByRole('button', { name: 'Save', exact: true }).click()
  await heading(page, 'Suppliers')
  await scope(site.owner, 1)
  const { rows } = await site.owner.query(
    "select 1 from notes where text_plain = 'Rang about the meter'",
  )
  expect(rows).toHaveLength(1)
})

// Shows: R33, E23
test('without a connection a screen that is not there yet says so, opens later, and typing stays', async () => {
  const { page: away, context } = await visitAs(browser, site.url, 'user')
  await away.goto('/app/customer/edit?id=4')
  await field(away, 'suburb').fill('Typed offline')
  await context.setOffline(true)
  // The palette comes with its own file: it waits instead of breaking the form.
  await away.keyboard.press('Control+k')
  await says(away, 'You are offline. This opens as soon as the connection is back.')
  expect(await field(away, 'suburb').inputValue()).toBe('Typed offline')
  await away.getByRole('navigation', { name: 'Menu' }).getByText('Suppliers').click()
  await button(away, "Don't save").click()
  await heading(away, 'Suppliers')
  await says(away, 'You are offline, and this screen has not been loaded yet.')
  await context.setOffline(false)
  await button(away, 'Try now').last().click()
  await away.getByRole('table').getByRole('link').first().waitFor()
  await context.close()
})
