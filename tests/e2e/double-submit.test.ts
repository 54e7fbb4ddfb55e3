import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { scope } from '#tests/support/world.ts'
import { button, field, fill, go, heading, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page
const latencyMs = 300

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'padmin')).page
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
test('saving, going back, forward and saving again makes one record', async () => {
  const form = forms[4]
  if (!form) return
  await page.goto('/app/enquiries')
  await page.getByRole('link', { name: 'New enquiry' }).click()
  await fill(page, { [form.title]: 'Back and forward' })
  await button(page, 'Save').click()
  await page.evaluate('history.back()')
  await page.evaluate('history.forward()')
  await button(page, 'Save')
    .click({ timeout: 2000 })
    .catch(() => undefined)
  expect(await made(form, 'Back and forward')).toBe(1)
})

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
