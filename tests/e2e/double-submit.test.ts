import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeIcp } from '#domain/kit/icp.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { scope } from '#tests/support/world.ts'
import {
  addressIs,
  button,
  field,
  fill,
  go,
  heading,
  newCustomer,
  says,
  typeLabelled,
} from './steps.ts'

let site: Site
let browser: Browser
let page: Page
let customer: number
const latencyMs = 300

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'padmin')).page
  customer = await newCustomer(page, { name: 'Pressed Twice', email: 'twice@example.co.nz' })
  await page.route('**/api/v1/**', async (route) => {
    const isWrite = route.request().method() !== 'GET' && !route.request().url().includes('/user/s')
    if (isWrite) await new Promise((resolve) => setTimeout(resolve, latencyMs))
    await route.continue()
  })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** Where each record is made, its table, the field that names it and what else it needs. */
const forms: { at: string; table: string; title: string; also?: () => Promise<void> }[] = [
  { at: '/app/customer/new', table: 'customers', title: 'name' },
  { at: '/app/supplier/edit', table: 'suppliers', title: 'name' },
  { at: '/app/partner/edit', table: 'partners', title: 'name' },
  { at: '/app/staff/edit', table: 'staffs', title: 'name' },
  { at: '/app/enquiry', table: 'enquiries', title: 'subject' },
  { at: '/app/messagetemplate/edit', table: 'messagetemplates', title: 'name', also: byEmail },
  { at: '/app/messageblacklist/edit', table: 'messageblacklists', title: 'contact', also: byEmail },
  { at: '/app/pagecontent/edit', table: 'pagecontents', title: 'title' },
  { at: '/app/notification/admin', table: 'notifications', title: 'subject' },
  { at: '/app/organisation/admin', table: 'organisations', title: 'name' },
]

/** A contact is an address. */
const nameFor = ({ title }: (typeof forms)[number], words: string) =>
  title === 'contact' ? `${words.toLowerCase().replaceAll(' ', '.')}@example.co.nz` : words

async function byEmail(): Promise<void> {
  await field(page, 'type').click()
  await page.getByRole('option', { name: 'Email' }).click()
}

async function start(form: (typeof forms)[number], name: string): Promise<void> {
  await go(page, form.at)
  await heading(page, /^New /)
  await form.also?.()
  await fill(page, { [form.title]: name })
}

/** How many records of that name there are, once the screen has gone on to the new one. */
async function made(form: (typeof forms)[number], name: string): Promise<number> {
  await heading(page, name)
  await scope(site.owner, 1)
  const sql = `select count(*)::int as count from ${form.table} where ${form.title} = $1`
  return (await site.owner.query<{ count: number }>(sql, [name])).rows[0]?.count ?? 0
}

// Shows: R07
test.each(forms)('a double click on Save at $at makes one record', async (form) => {
  const name = nameFor(form, 'Clicked twice')
  await start(form, name)
  await button(page, 'Save').dblclick()
  expect(await made(form, name)).toBe(1)
})

// Shows: R07
test.each(forms)('Enter twice at $at makes one record', async (form) => {
  const name = nameFor(form, 'Entered twice')
  await start(form, name)
  await field(page, form.title).press('Enter')
  await field(page, form.title).press('Enter')
  expect(await made(form, name)).toBe(1)
})

/** What is written on a screen of its own: which press keeps it, and where one is afterwards. */
interface Paper {
  table: string
  at(): string
  write(place: number): Promise<void>
  press: string
  /** Where Enter is pressed, and with what; a screen without a form has its button. */
  enter(): Locator
  enterKey?: string
  leadsTo: RegExp
}

const lastLine = { 'Quantity of line 1': '400', 'Unit of line 1': 'kWh', 'Rate of line 1': '0.25' }

async function writeLines(): Promise<void> {
  await button(page, 'Write lines').click()
  await typeLabelled(page, { 'Charge of line 1': 'Energy', ...lastLine })
  await page.getByLabel('Notes', { exact: true }).click()
}

const isReady = () => expect.poll(() => button(page, 'Save').isEnabled()).toBe(true)

const papers: Record<string, Paper> = {
  contract: {
    table: 'contracts',
    at: () => `/app/contract?customer_id=${customer}`,
    async write(place) {
      const connections = makeIcp(8_300_000 + place, 'UN')
      await fill(page, { date_start: '01/07/2026', date_end: '30/06/2029', connections })
      await field(page, 'supplier_id').click()
      await page.getByRole('option').first().click()
    },
    press: 'Save',
    enter: () => field(page, 'date_end'),
    leadsTo: /^\/app\/contract\?id=\d+/,
  },
  invoice: {
    table: 'invoices',
    at: () => `/app/invoice/new?customer_id=${customer}`,
    async write() {
      await writeLines()
      await isReady()
    },
    press: 'Save',
    enter: () => button(page, 'Save'),
    leadsTo: /^\/app\/invoice\/edit\?id=\d+/,
  },
  bill: {
    table: 'bills',
    at: () => `/app/invoice/new?customer_id=${customer}`,
    async write(place) {
      await writeLines()
      await button(page, 'Capture a bill').click()
      await typeLabelled(page, { 'Statement number': `TWICE-${place}` })
      await isReady()
    },
    press: 'Save',
    enter: () => button(page, 'Save'),
    leadsTo: /^\/app\/invoice\/edit\?id=\d+/,
  },
  payment: {
    table: 'invoicepayments',
    at: () => `/app/invoicepayment?customer_id=${customer}`,
    write: (place) => typeLabelled(page, { Amount: '80.00', Reference: `TWICE ${place}` }),
    press: 'Record payment',
    enter: () => page.getByLabel(/^Reference/),
    leadsTo: /^\/app\/invoicepayment\?id=\d+/,
  },
  'payment to a supplier': {
    table: 'billpayments',
    at: () => '/app/billpayment',
    async write() {
      await page.getByLabel(/^Bill/).first().click()
      await page.getByRole('option').first().click()
      await expect.poll(() => page.getByLabel(/^Amount/).inputValue()).toMatch(/\d/)
    },
    press: 'Plan payment',
    enter: () => page.getByLabel(/^Reference/),
    leadsTo: /^\/app\/billpayment\?id=\d+/,
  },
  proposal: {
    table: 'proposals',
    at: () => '/app/proposal/edit?customer_id=2',
    async write(place) {
      await button(page, 'Copy from the contract in force').click()
      await page.getByLabel('Amount, line 1', { exact: true }).waitFor()
      await fill(page, { name: `Offered twice ${place}` })
    },
    press: 'Save',
    enter: () => field(page, 'name'),
    leadsTo: /^\/app\/proposal\/edit\?id=\d+/,
  },
  task: {
    table: 'tasks',
    at: () => `/app/customer/details?id=${customer}&tab=tasks`,
    write: (place) => page.getByLabel('New task').fill(`Ring them ${place}`),
    press: 'Add task',
    enter: () => page.getByLabel('New task'),
    leadsTo: /tab=tasks$/,
  },
  message: {
    table: 'messages',
    at: () => `/app/message/new?to=customer&customer=${customer}`,
    async write(place) {
      await page.getByLabel('Subject').fill(`Written ${place}`)
      await page.getByLabel('Your email').fill('Kia ora')
    },
    press: 'Send the email',
    enter: () => page.getByLabel('Your email'),
    enterKey: 'Control+Enter',
    leadsTo: /^\/app\/messages\?/,
  },
}

async function rowsOf(table: string): Promise<number> {
  await scope(site.owner, 1)
  const sql = `select count(*)::int as count from ${table}`
  return (await site.owner.query<{ count: number }>(sql)).rows[0]?.count ?? 0
}

/** How many more there are once the first is kept, and whatever else was pressed had its time. */
async function moreBy({ table, leadsTo }: Paper, pressing: () => Promise<void>): Promise<number> {
  const before = await rowsOf(table)
  await pressing()
  await addressIs(page, leadsTo)
  await expect.poll(() => rowsOf(table)).toBeGreaterThan(before)
  await page.waitForTimeout(2 * latencyMs)
  return (await rowsOf(table)) - before
}

// Shows: R07
test.each(Object.entries(papers))('%s: a double click makes one', async (_kind, paper) => {
  await go(page, paper.at())
  await paper.write(1)
  expect(await moreBy(paper, () => button(page, paper.press).dblclick())).toBe(1)
})

// Shows: R07
test.each(Object.entries(papers))('%s: Enter twice makes one', async (_kind, paper) => {
  await go(page, paper.at())
  await paper.write(2)
  const twice = async () => {
    const key = paper.enterKey ?? 'Enter'
    await paper.enter().press(key)
    // Wherever that goes by now.
    await page.keyboard.press(key)
  }
  expect(await moreBy(paper, twice)).toBe(1)
})

test('clicking on until the next screen has come makes one record', async () => {
  const form = forms[0]
  if (!form) return
  // A page that has not seen the next screen yet.
  await page.goto('/app/home')
  await heading(page, /Kia ora/)
  await start(form, 'Clicked on and on')
  // The files of the next screen are slow as well.
  await page.route('**/assets/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3 * latencyMs))
    await route.continue()
  })
  let calls = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/customer')) calls += 1
  })
  const stored = page.waitForResponse((response) => response.status() === 201)
  await button(page, 'Save').click()
  await stored
  for (let click = 0; click < 5; click += 1)
    await button(page, 'Save')
      .click({ timeout: 500 })
      .catch(() => undefined)
  await page.unroute('**/assets/**')
  expect(await made(form, 'Clicked on and on')).toBe(1)
  expect(calls).toBe(1)
})

// Shows: R07
test.each([
  ['/app/enquiries', 'New enquiry', '/app/enquiry'],
  ['/app/suppliers', 'New supplier', '/app/supplier/edit'],
  ['/app/partners', 'New partner', '/app/partner/edit'],
])(
  'saving what %s offers, going back, forward and saving again makes one record',
  async (list, link, at) => {
    const form = forms.find((one) => one.at === at)
    if (!form) throw new Error(`There is no form at ${at}.`)
    await page.goto(list)
    await page.getByRole('link', { name: link }).click()
    await fill(page, { [form.title]: 'Back and forward' })
    await button(page, 'Save').click()
    await page.evaluate('history.back()')
    await page.evaluate('history.forward()')
    await button(page, 'Save')
      .click({ timeout: 2000 })
      .catch(() => undefined)
    expect(await made(form, 'Back and forward')).toBe(1)
  },
)

test('a note saved with a double click is one note', async () => {
  await page.goto('/app/customer/details?id=1&tab=notes')
  await page.getByLabel('New note').getByRole('textbox').fill('Noted twice?')
  await page.getByLabel('New note').getByRole('button', { name: 'Save note' }).dblclick()
  await says(page, 'Note created.')
  await scope(site.owner, 1)
  const { rows } = await site.owner.query("select id from notes where subject = 'Noted twice?'")
  expect(rows).toHaveLength(1)
})

test('a profile saved with a double click is changed once', async () => {
  const version = async () =>
    (await site.owner.query("select version from users where username = 'padmin'")).rows[0].version
  const before = await version()
  await page.goto('/app/profile/edit')
  await fill(page, { middlename: 'Hōne' })
  await button(page, 'Save User').dblclick()
  await says(page, 'Changes saved.')
  expect(await version()).toBe(before + 1)
})
