import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { staff } from '#domain/identity/staff.ts'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { makeWorld, password, type World } from '#tests/support/world.ts'
import { go, says } from './steps.ts'

let world: World
let browser: Browser
let url: string
let manager: Client

beforeAll(async () => {
  world = await makeWorld()
  browser = await openBrowser()
  manager = await world.as('manager')
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
