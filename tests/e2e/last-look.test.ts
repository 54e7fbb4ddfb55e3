import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { letLeave } from '#tests/support/run-queue.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { go, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'accounting')).page
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Goes on with the Tab key until it stands on this, by the name a screen reader says. */
async function tabTo(role: string, name: RegExp): Promise<void> {
  for (let steps = 0; steps < 80; steps += 1) {
    const standing = page.locator(':focus')
    const found = page.getByRole(role as 'button', { name }).and(standing)
    if ((await found.count()) > 0) return
    await press('Tab')
  }
  throw new Error(`The keyboard does not come to ${name}.`)
}

const statuses = async (ids: number[]) =>
  (
    await site.owner.query<{ invoice_status: string }>(
      'select invoice_status from invoices where id = any($1) order by id',
      [ids],
    )
  ).rows.map(({ invoice_status }) => invoice_status)

/** Selects the first rows of a list with its own keys. */
async function selectFirst(count: number): Promise<void> {
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(count)
    .waitFor()
  for (let row = 0; row < count; row += 1) await press('j', 'x')
  await says(page, `${count} invoices selected`)
}

/** The ids of the rows that a last look is about. */
async function includedIn(dialog: Locator): Promise<number[]> {
  const boxes = await dialog.getByRole('checkbox', { name: /^Include Draft / }).all()
  const names = await Promise.all(boxes.map((box) => box.getAttribute('aria-label')))
  return names.map((name) => Number(name?.replace(/\D/g, '')))
}

// Shows: R34, E08, E33
test('a morning of drafts, by keyboard alone: checked, one left out, approved, sent, one taken back', async () => {
  await go(page, '/app/invoices?where=invoice_status.in%3Adraft')
  await selectFirst(3)
  await tabTo('button', /^Approve$/)
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Approve the invoices?' })
  await dialog.getByRole('button', { name: 'Approve 3' }).waitFor()
  await dialog.getByRole('region', { name: 'What leaves' }).getByText('What to pay').waitFor()
  expect(await axeFindings(page, '[role="dialog"]')).toEqual([])
  const ids = await includedIn(dialog)
  const warnings = dialog.getByRole('group', { name: 'Warnings you have looked at' })
  for (const box of await warnings.getByRole('checkbox').all()) {
    const name = (await box.getAttribute('value')) ?? ''
    await tabTo('checkbox', new RegExp(`with ${name},`))
    await press('Space')
  }
  await tabTo('checkbox', /^Include Draft /)
  await press('Space')
  // The cursor stands where the reason belongs.
  await page.keyboard.type('The meter was read twice')
  await tabTo('button', /^Approve 2$/)
  await press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await letLeave(site)
  await says(page, '2 invoices approved, 1 left out.')
  expect((await statuses(ids)).sort()).toEqual(['approved', 'approved', 'draft'])

  await page.goto('/app/invoices?where=invoice_status.in%3Aapproved')
  await selectFirst(2)
  // The menu of a screen that was just loaded is passed over by its first link.
  await tabTo('link', /^Skip to the content$/)
  await press('Enter')
  await tabTo('button', /^Send$/)
  await press('Enter')
  const sending = page.getByRole('dialog', { name: 'Send the invoices?' })
  await sending.getByRole('button', { name: 'Send 2' }).waitFor()
  // What was approved days ago asks for money too soon otherwise.
  await tabTo('checkbox', /^With new dates$/)
  await press('Space')
  await sending
    .getByText(/^Email to /)
    .first()
    .waitFor()
  await tabTo('button', /^Send 2$/)
  await press('Enter')
  await sending.waitFor({ state: 'detached' })
  await says(page, /^2 invoices leave in \d+ s\.$/)
  // One key leads to what is about to leave.
  await press('z')
  await tabTo('button', /^Take back INV-/)
  await press('Enter')
  await says(page, /^1 invoice leaves in \d+ s\.$/)
  await letLeave(site)
  await says(page, '1 invoice sent, 1 taken back.')
  const { rows } = await site.owner.query<{ record_id: string }>(
    `select record_id from departure_items i join departures d on d.id = i.departure_id
     where d.action = 'send'`,
  )
  const sent = await statuses(rows.map(({ record_id }) => Number(record_id)))
  expect(sent.sort()).toEqual(['approved', 'invoiced'])
})

// Shows: E18
test('why a draft was left out stands in its history', async () => {
  const { rows } = await site.owner.query<{ object_id: number }>(
    `select object_id from history where action = 'leaveout' and object_class = 'invoice'`,
  )
  await go(page, `/app/invoice/edit?id=${rows[0]?.object_id}`)
  await page.getByRole('tab', { name: 'History' }).click()
  await says(page, 'Left out of a sending')
  await says(page, 'The meter was read twice')
})

/** So many payments for one bill that wait to be approved. */
const draftPayments = (count: number) =>
  site.owner.query(
    `insert into billpayments (organisation_id, supplier_id, bill_id, reference, payment_date,
       payment_type, amount_incl_gst, amount_excl_gst, gst_amount, payment_status)
     select b.organisation_id, b.supplier_id, b.id, 'Morning ' || lpad(n::text, 3, '0'),
       current_date, 'bank_transfer', 1.15, 1.00, 0.15, 'draft'
     from generate_series(1, $1::int) n, (select * from bills where supplier_id is not null
       and bill_status = 'approved' and organisation_id = scope_organisation()
       order by id limit 1) b`,
    [count],
  )

// Shows: E05, E08
test('of very many a page is looked at, and what is left out on one is left out of all', async () => {
  await draftPayments(130)
  await page.goto('/app/invoicepayments?kind=suppliers&q=Morning')
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await page.getByRole('button', { name: 'Select all 130 that match' }).click()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve the payments?' })
  const rows = dialog.getByRole('checkbox', { name: /^Include Morning / })
  await dialog.getByText('1–100 of 130', { exact: true }).waitFor()
  expect(await rows.count()).toBe(100)
  const include = (name: string) =>
    dialog.getByRole('checkbox', { name: new RegExp(`^Include ${name} `) })
  await include('Morning 007').click()
  await page.keyboard.type('Paid by hand')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByText('101–130 of 130', { exact: true }).waitFor()
  expect(await rows.count()).toBe(30)
  await include('Morning 120').click()
  await says(page, '128 payments, $147.20; 2 left out')
  await dialog.getByRole('button', { name: 'Previous' }).click()
  expect(await include('Morning 007').isChecked()).toBe(false)
  // Nothing leaves before each has its reason: the page of the one without is turned to.
  await dialog.getByRole('button', { name: 'Approve 128' }).click()
  await dialog.getByText('101–130 of 130', { exact: true }).waitFor()
  await dialog.getByText('Say why, in a few words.').waitFor()
  await page.keyboard.type('It was refused')
  await dialog.getByRole('textbox', { name: 'Type 128 to go on' }).fill('128')
  await dialog.getByRole('button', { name: 'Approve 128' }).click()
  await dialog.waitFor({ state: 'detached' })
  await letLeave(site)
  const { rows: kept } = await site.owner.query<{ reference: string }>(
    `select reference from billpayments where reference like 'Morning %' and payment_status = 'draft'
     order by reference`,
  )
  expect(kept.map(({ reference }) => reference)).toEqual(['Morning 007', 'Morning 120'])
})
