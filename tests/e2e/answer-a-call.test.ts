import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { letLeave } from '#tests/support/run-queue.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { scope } from '#tests/support/world.ts'
import { addressIs, go, heading, says } from './steps.ts'

interface Caller {
  id: number
  name: string
  phone: string
  overdue: string
  number: string
  balance: string
}

let site: Site
let browser: Browser
let page: Page
let troubles: string[]
let caller: Caller

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  ;({ page, troubles } = await visitAs(browser, site.url, 'accounting'))
  caller = await whoCalls()
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** A customer of the demonstration who is late, can be mailed and has a number of their own. */
async function whoCalls(): Promise<Caller> {
  const { rows } = await site.owner.query(
    `select id from organisations where name = 'Harbour Energy Brokers'`,
  )
  await scope(site.owner, Number(rows[0]?.id))
  const found = await site.owner.query<Caller>(
    `select c.id::int, c.name, c.phone, c.balance_overdue::text as overdue,
       i.invoice_number as number, i.balance::text
     from customers c join lateral (select * from invoices i where i.customer_id = c.id
       and i.invoice_status = 'invoiced' and i.balance > 0 and not i.is_held and i.deleted_at is null
       order by i.due_date, i.id limit 1) i on true
     where c.deleted_at is null and c.balance_overdue > 0 and c.email is not null
       and i.due_date < now() and not exists (select from adjustments d
         where d.customer_id = c.id and d.adjustment_status = 'invoiced')
       and (select count(*) from customers o where o.phone = c.phone) = 1
     order by c.id limit 1`,
  )
  const [row] = found.rows
  if (!row) throw new Error('Nobody in the demonstration is late.')
  return row
}

const focused = `(document.activeElement?.getAttribute('aria-label')
  ?? document.activeElement?.textContent ?? '').trim()`

/** Goes on with one key until it stands on what is called so. */
async function stepTo(key: string, name: string): Promise<void> {
  for (let step = 0; step < 90; step++) {
    if ((await page.evaluate<string>(focused)) === name) return
    await page.keyboard.press(key)
  }
  throw new Error(`${name} is not reached by ${key}.`)
}

/** The cursor is where one writes, in what was opened over the page. */
async function isWriting(): Promise<void> {
  const where = `document.activeElement?.closest('[role="dialog"]') !== null
    && /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '')`
  await expect.poll(() => page.evaluate<boolean>(where)).toBe(true)
}

const glance = () => page.getByRole('region', { name: 'At a glance' })

// Shows: E02
test('somebody rings: they are found by their number, and what they owe is in sight', async () => {
  await go(page, '/app/home')
  await heading(page, /./)
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search', { exact: true }).waitFor()
  await isWriting()
  // As the display of the phone shows it, with the zero of the country.
  await page.keyboard.type(caller.phone.replace('+64', '0'))
  await page.getByRole('dialog').getByText(caller.name).first().waitFor()
  await page.keyboard.press('Enter')
  await heading(page, caller.name)
  await glance()
    .getByText(new RegExp(`^\\$${caller.overdue} overdue since \\d\\d \\w{3} \\d{4}`))
    .waitFor()
  await glance().getByRole('link', { name: caller.number, exact: true }).waitFor()
  const box = await glance().boundingBox()
  expect((box?.y ?? 999) + (box?.height ?? 999)).toBeLessThan(900)
}, 120_000)

test('what they promise is written down without leaving the page, and counted there', async () => {
  await page.keyboard.press('t')
  await says(page, 'About this customer.')
  await isWriting()
  await page.keyboard.type('Promised to pay on Friday')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await glance()
    .getByRole('link', { name: /open task/ })
    .waitFor()
  await page.keyboard.press('n')
  await page.getByRole('dialog', { name: 'New note' }).waitFor()
  await isWriting()
  await page.keyboard.type('Rang about the invoice.')
  await stepTo('Tab', 'Save note')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await glance()
    .getByText(/^Note by Priya Sharma – Rang about the invoice\./)
    .waitFor()
  await page.keyboard.press('6')
  await page.getByRole('checkbox', { name: 'Done: Promised to pay on Friday' }).waitFor()
  await page
    .getByRole('tabpanel')
    .getByText(/^Priya Sharma · /)
    .first()
    .waitFor()
}, 120_000)

test('why it is owed is one key away, and so is a copy for them', async () => {
  await page.keyboard.press('o')
  await heading(page, /^Invoice/)
  await addressIs(page, /^\/app\/invoice\/edit\?id=\d+/)
  await page.getByText(caller.number).first().waitFor()
  await stepTo('Tab', 'More')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Send a copy' }).waitFor()
  await stepTo('ArrowDown', 'Send a copy')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await stepTo('Tab', (await dialog.getByRole('button').last().textContent()) ?? '')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await letLeave(site)
  const { rows } = await site.owner.query(
    `select count(*)::int as sent from messages where kind = 'copy' and customer_id = $1`,
    [caller.id],
  )
  expect(rows).toEqual([{ sent: 1 }])
}, 120_000)

test('money for an invoice is recorded with amount and day filled in, and one is back', async () => {
  await stepTo('Tab', 'Record payment')
  await page.keyboard.press('Enter')
  await heading(page, 'Record a payment')
  expect(await page.locator('[id$="amount_incl_gst"]').inputValue()).toBe(caller.balance)
  expect(await page.locator('[id$="payment_date"]').inputValue()).toMatch(/\d\d \w{3} \d{4}$/)
  await stepTo('Tab', 'Record payment')
  await page.keyboard.press('Enter')
  await addressIs(page, /^\/app\/invoice\/edit\?id=\d+$/)
  await page
    .getByRole('main')
    .getByText(/^(Cleared|Paid)$/i)
    .first()
    .waitFor()
  expect(troubles).toEqual([])
}, 120_000)

// Shows: E31
test('who may not record payments is not offered it, and old addresses still open', async () => {
  const user = await visitAs(browser, site.url, 'user', { width: 390 })
  await user.page.goto(`/app/customer/details?id=${caller.id}&tab=contacts`)
  await heading(user.page, caller.name)
  const chosen = user.page.getByRole('tab', { selected: true })
  expect(await chosen.textContent()).toBe('Details')
  await user.page.getByRole('link', { name: 'Message', exact: true }).waitFor()
  expect(await user.page.getByRole('link', { name: /^Record payment/ }).count()).toBe(0)
  for (const width of [390, 1280]) {
    await user.page.setViewportSize({ width, height: 900 })
    expect(await axeFindings(user.page)).toEqual([])
  }
  await user.context.close()
}, 120_000)
