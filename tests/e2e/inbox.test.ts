import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { staff } from '#domain/identity/staff.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { setUp, silentSms } from '#tests/support/gateways.ts'
import { silentMail } from '#tests/support/smtp-sink.ts'
import { makeWorld, password, type World } from '#tests/support/world.ts'
import { go, says } from './steps.ts'

let world: World
let browser: Browser
let url: string
let manager: Client

beforeAll(async () => {
  world = await makeWorld({ smtpUrl: silentMail })
  browser = await openBrowser()
  manager = await world.as('manager')
  const [organisation_id] = world.organisations
  Object.assign(world.config, {
    channels: { organisations: [{ organisation_id, sms: silentSms }] },
  })
  await setUp(await world.as('admin'), { sms_sender_service: '4321', sms_quiet_hours: 'none' })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const address = world.app.server.address()
  url = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(async () => {
  await browser.close()
  await world.close()
})

/** A mail that came in from a customer. */
async function asked(name: string, subject: string): Promise<number> {
  const { id } = await makeRow(manager, customer, { name, email: 'whetu@example.co.nz' })
  return received(id, 'Whetū <whetu@example.co.nz>', subject)
}

/** A mail that came in from a customer, or from whoever nobody knows. */
async function received(customer_id: number | null, sender: string, subject: string) {
  const [organisation_id] = world.organisations
  const [row] = await world.database.write({ organisation_id, user_id: null }, (conn) =>
    conn.query<{ thread_id: number }>(
      `insert into messages (organisation_id, type, direction, kind, subject, text_plain, status,
         customer_id, sender, rfc_id)
       values (scope_organisation(), 'email', 'in', 'mail', $2, 'Is the levy new?', 'received', $1,
         $3, '<' || $2 || '@example.co.nz>') returning thread_id`,
      [customer_id, subject, sender],
    ),
  )
  return row?.thread_id ?? 0
}

/** A text message that came in from a customer. */
async function receivedText(customer_id: number, sender: string, words: string) {
  const [organisation_id] = world.organisations
  const [row] = await world.database.write({ organisation_id, user_id: null }, (conn) =>
    conn.query<{ thread_id: number }>(
      `insert into messages (organisation_id, type, direction, kind, text_plain, status, customer_id,
         sender) values (scope_organisation(), 'sms', 'in', 'sms', $2, 'received', $1, $3)
       returning thread_id`,
      [customer_id, words, sender],
    ),
  )
  return row?.thread_id ?? 0
}

const draftsOf = async (thread_id: number) =>
  (await manager.get('/messages', { thread_id, status: 'draft' })).body.data

const threadNow = async (id: number) => (await manager.get('/thread', { id })).body.data

// Shows: R34
test('by keys alone a mail is answered, noted, assigned, laid to rest and another done', async () => {
  await makeRow(manager, staff, { name: 'Aroha Tāwhiri', is_active: true })
  const [second, first] = [await asked('Tama Wiki', 'two'), await asked('Whetū Ngāta', 'one')]
  const { page, context, troubles } = await visitAs(browser, url, 'user', { width: 1280, password })
  await go(page, '/app/messages')
  await page.getByRole('link', { name: /Whetū Ngāta/ }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Note for colleagues').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  await page.keyboard.press('j')
  await page.getByRole('heading', { level: 2, name: 'Whetū Ngāta' }).waitFor()
  await page.getByLabel('Your email').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await expect.poll(async () => (await threadNow(first)).unread).toBe(0)
  await page.keyboard.press('r')
  await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('TEXTAREA')
  await page.keyboard.type('It is, since October.')
  await page.keyboard.press('Control+Enter')
  await says(page, 'On its way.')
  expect(await threadNow(first)).toMatchObject({ state: 'waiting', waiting_since: null })
  const sent = await manager.get('/messages', { thread_id: first, direction: 'out' })
  expect(sent.body.data).toMatchObject([
    { status: 'queued', subject: 'Re: one', recipient: 'whetu@example.co.nz' },
  ])

  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await page.getByLabel('Note for colleagues').waitFor()
  await page.keyboard.type('Ring her on Tuesday')
  await page.keyboard.press('Control+Enter')
  await says(page, 'Noted.')
  await page.keyboard.press('Escape')

  await page.keyboard.press('a')
  await page.keyboard.type('Aroha')
  await page.getByRole('option', { name: 'Aroha Tāwhiri' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await threadNow(first)).assigned_id).not.toBeNull()
  await page.keyboard.press('Tab')

  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: 'In a week' }).waitFor()
  await page.keyboard.press('ArrowUp')
  // The last asks for a day of one's choice.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await threadNow(first)).state).toBe('snoozed')
  // Keys rest while a menu is there.
  await page.getByRole('menu').waitFor({ state: 'hidden' })

  await page.keyboard.press('j')
  await page.getByRole('heading', { level: 2, name: 'Tama Wiki' }).waitFor()
  await page.keyboard.press('d')
  await expect.poll(async () => (await threadNow(second)).state).toBe('done')
  await page.getByText('Nobody waits for an answer.').waitFor()
  expect(troubles).toEqual([])
  await context.close()
})

test('who nobody knows is sorted by buttons: an enquiry of one, junk of another and back', async () => {
  await received(null, 'Rangi Pohatu <rangi@elsewhere.example>', 'three')
  const spam = await received(null, 'Best Prices <deals@spam.example>', 'four')
  const { page, context, troubles } = await visitAs(browser, url, 'user', { width: 1280, password })
  await go(page, '/app/messages?tab=unmatched')
  await page.getByRole('link', { name: /deals@spam/ }).click()
  await page.getByText('Nobody knows deals@spam.example').waitFor()
  await page.getByRole('button', { name: 'Junk', exact: true }).click()
  await expect.poll(async () => (await threadNow(spam)).is_junk).toBe(true)
  await page.getByText('What deals@spam.example writes is junk').waitFor()
  await page.getByRole('button', { name: 'Not junk' }).click()
  await expect.poll(async () => (await threadNow(spam)).state).toBe('open')

  await page.getByRole('link', { name: /rangi@elsewhere/ }).click()
  await page.getByText('Nobody knows rangi@elsewhere.example').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Make an enquiry' }).click()
  await page.waitForURL(/\/app\/enquiry\?id=/)
  const email = page.getByLabel('Email', { exact: true })
  await expect.poll(() => email.inputValue()).toBe('rangi@elsewhere.example')
  const { data } = (await manager.get('/enquiries')).body
  expect(data).toMatchObject([{ email: 'rangi@elsewhere.example', enquiry_status: 'open' }])
  expect(troubles).toEqual([])
  await context.close()
})

test('a text message is kept as it is typed, tells colleagues, and shows what came meanwhile', async () => {
  await asked('Pita Ngata', 'five')
  const made = await makeRow(manager, customer, { name: 'Ruia', phone_mobile: '+64215557001' })
  const thread = await receivedText(made.id, '+64215557001', 'When do you come?')
  const { page, context, troubles } = await visitAs(browser, url, 'user', { width: 1280, password })
  await go(page, `/app/messages?thread=${thread}`)
  const box = page.getByLabel(/^Text message to/)
  await box.fill('On Tuesday')
  const colleague = await visitAs(browser, url, 'manager', { width: 1280, password })
  await go(colleague.page, `/app/messages?thread=${thread}`)
  await colleague.page.getByLabel(/^Text message to/).fill('Soon')
  await colleague.page.getByText(/ is answering\.$/).waitFor()
  await colleague.context.close()

  await box.fill('On Tuesday at nine')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /^Pita Ngata / }).click()
  await page.getByRole('heading', { level: 2, name: 'Pita Ngata' }).waitFor()
  await page.getByRole('link', { name: /^Ruia .* SMS/ }).click()
  await expect.poll(() => box.inputValue()).toBe('On Tuesday at nine')
  await expect
    .poll(async () => (await draftsOf(thread)).map((one: { text_plain: string }) => one.text_plain))
    .toContain('On Tuesday at nine')
  await page.reload()
  await expect.poll(() => box.inputValue()).toBe('On Tuesday at nine')

  await receivedText(made.id, '+64215557001', 'Wednesday suits me better')
  await page.getByRole('button', { name: 'Send text message' }).click()
  await page
    .getByRole('alert')
    .getByText(/Wednesday suits me better/)
    .waitFor()
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await says(page, 'Text message on its way.')
  expect(await draftsOf(thread)).toEqual([])
  expect(troubles).toEqual([])
  await context.close()
})

test('a thread rests until a day of one’s choice, and what was said long ago is found in it', async () => {
  const made = await makeRow(manager, customer, { name: 'Wiremu', email: 'w@example.co.nz' })
  for (let n = 0; n < 203; n++)
    await receivedText(made.id, '+64215557009', n === 0 ? 'The very first' : `Number ${n}`)
  const thread = await receivedText(made.id, '+64215557009', 'The very last')
  await world.database.write({ organisation_id: world.organisations[0], user_id: null }, (conn) =>
    conn.query(`update threads set snooze_cut_short = now() - interval '1 day' where id = $1`, [
      thread,
    ]),
  )
  const { page, context, troubles } = await visitAs(browser, url, 'user', { width: 390, password })
  await go(page, `/app/messages?thread=${thread}`)
  const log = page.getByRole('log')
  await log.getByText('The very last').waitFor()
  expect(await log.getByText('The very first').count()).toBe(0)
  await page.getByRole('button', { name: 'Earlier messages' }).click()
  await log.getByText('The very first').waitFor()
  await page.getByRole('button', { name: 'Earlier messages' }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Rest' }).click()
  await page.getByRole('menuitem', { name: 'In a week' }).waitFor()
  expect(await page.getByRole('menuitem', { name: /^As before/ }).count()).toBe(0)
  await page.getByRole('menuitem', { name: 'A day and time …' }).click()
  const dialog = page.getByRole('dialog')
  const at = dialog.getByLabel('Comes back at')
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const inDays = (days: number) => day(days).split('-').reverse().join('/')
  await at.fill(`${inDays(100)} 9:00`)
  await at.blur()
  await dialog.getByText('Choose a moment in the next 90 days.').waitFor()
  await at.fill(`${inDays(40)} 9:00`)
  await at.blur()
  await dialog.getByRole('button', { name: 'Rest until then' }).click()
  await expect.poll(async () => (await threadNow(thread)).state).toBe('snoozed')
  expect((await threadNow(thread)).snoozed_until.slice(0, 7)).toBe(day(40).slice(0, 7))
  expect(troubles).toEqual([])
  await context.close()
})

test('who nobody knows may be a supplier that nothing leads to', async () => {
  const { id } = await makeRow(manager, supplier, { name: 'Lines of the North' })
  const stranger = await received(null, 'Accounts <accounts@north.example>', 'six')
  const { page, context, troubles } = await visitAs(browser, url, 'user', { width: 1280, password })
  await go(page, `/app/messages?tab=unmatched&thread=${stranger}`)
  await page.getByLabel('It is', { exact: true }).selectOption('supplier')
  await page.getByRole('combobox', { name: 'Which supplier' }).click()
  await page.getByRole('option', { name: 'Lines of the North' }).click()
  await says(page, 'Matched.')
  const { data } = (await manager.get('/threads', { supplier_id: id })).body
  expect(data).toMatchObject([{ last_words: expect.stringContaining('six') }])
  expect(troubles).toEqual([])
  await context.close()
})
