import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { networkMessage } from '#domain/kit/problem.ts'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, signIn, type Visit, visit, visitAs } from '#tests/support/browser.ts'
import { makeSentInvoices, type SentInvoices, sentInApril } from '#tests/support/sent-invoices.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'
import { button, go, says } from './steps.ts'

let world: World
let invoices: SentInvoices
let browser: Browser
let url: string

beforeAll(async () => {
  world = await makeWorld()
  invoices = await makeSentInvoices(world)
  browser = await openBrowser()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const address = world.app.server.address()
  url = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(async () => {
  await browser.close()
  await world.close()
})

const aprilInvoice = (name: string) => sentInApril(invoices, { name })

function atWork(look: { width: number; dark?: boolean }): Promise<Visit> {
  return visitAs(browser, url, 'user', { ...look, password })
}

/** A mail of somebody that nobody has read. */
async function mailed(name: string, words: string): Promise<void> {
  const [organisation_id] = world.organisations
  const from = `${name} <somebody@example.co.nz>`
  await world.database.write({ organisation_id, user_id: null }, async (conn) => {
    const [made] = await conn.query<{ id: number }>(
      `insert into customers (organisation_id, name, customer_number, customer_type)
       values (scope_organisation(), $1, 'C-mail', 'residential') returning id`,
      [name],
    )
    await conn.query(
      `insert into messages (organisation_id, type, direction, kind, subject, text_plain, status,
         customer_id, sender) values (scope_organisation(), 'email', 'in', 'mail', 'Asked', $1,
         'received', $2, $3)`,
      [words, made?.id, from],
    )
  })
}

const messagesOn = (page: Page) => page.getByRole('log').getByRole('listitem')
const markup = '<b>Why</b> is April so high?\nWe were away.'

test('a customer asks on a phone, staff answer, the customer reads the answer', async () => {
  const { invoice, customer_id, token } = await aprilInvoice('Whetū Ngāta')
  const phone = await visit(browser, url, { width: 390, touch: true })
  await phone.page.goto(`/invoice/#${token}`)
  await button(phone.page, 'Write to us').click()
  await expect.poll(() => phone.page.evaluate('document.activeElement?.tagName')).toBe('TEXTAREA')
  await phone.page.getByLabel('Your message').fill(markup)
  await button(phone.page, 'Send').dblclick()
  await expect.poll(() => messagesOn(phone.page).count()).toBe(1)
  // What a customer writes is never markup.
  expect(await messagesOn(phone.page).textContent()).toContain(markup)
  expect(await phone.page.getByLabel('Your message').inputValue()).toBe('')
  expect(await axeFindings(phone.page)).toEqual([])
  expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(390)

  const staff = await atWork({ width: 1280 })
  await staff.page.getByRole('link', { name: 'Messages, 1 thread unread' }).waitFor()
  await go(staff.page, '/app/messages/chats')
  const thread = staff.page.getByRole('link', { name: /Whetū Ngāta.*1 unread/ })
  await thread.click()
  expect(await messagesOn(staff.page).textContent()).toContain(markup)
  await staff.page.getByRole('link', { name: 'Messages, none unread' }).waitFor()
  expect(await axeFindings(staff.page)).toEqual([])
  const answer = staff.page.getByLabel('Your answer')
  await answer.fill('The reading was estimated. We ask for a new one.')
  await answer.press('Control+Enter')
  await expect.poll(() => messagesOn(staff.page).count()).toBe(2)
  await says(staff.page, `${invoice.invoice_number} · Not seen yet`)

  await expect.poll(() => messagesOn(phone.page).count()).toBe(2)
  expect(await messagesOn(phone.page).last().textContent()).toContain('We ask for a new one.')
  await button(phone.page, 'Read our answer').waitFor()
  await staff.page.reload()
  await says(staff.page, `${invoice.invoice_number} · Seen on the page`)

  await go(staff.page, `/app/customer/details?id=${customer_id}&tab=messages`)
  // The mail that brought the invoice stands in the same thread.
  await messagesOn(staff.page).getByText('We ask for a new one.').waitFor()
  await messagesOn(staff.page).getByRole('link', { name: 'Email' }).waitFor()
  expect([...phone.troubles, ...staff.troubles]).toEqual([])
  await Promise.all([phone.context.close(), staff.context.close()])
})

test('on a phone staff see one thing at a time, and nothing to read says so', async () => {
  const { token } = await aprilInvoice('Hēmi Rata')
  const guest = world.guest()
  await guest.get('/options')
  const headers = { 'x-link-token': token }
  await guest.put('/public/invoice/chat', { text_plain: 'Kia ora?' }, headers)
  const { page, context, troubles } = await atWork({ width: 390, dark: true })
  await go(page, '/app/messages/chats')
  await page.getByRole('link', { name: /Hēmi Rata/ }).click()
  await page.getByRole('heading', { level: 2, name: 'Hēmi Rata' }).waitFor()
  expect(await page.getByRole('list', { name: 'Chats' }).isVisible()).toBe(false)
  await page.getByLabel('Your answer').fill('x'.repeat(2001))
  await says(page, 'That is 1 character too long.')
  expect(await button(page, 'Send').isDisabled()).toBe(true)
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'All chats' }).click()
  await page.getByRole('list', { name: 'Chats' }).waitFor()
  await says(page, 'Nothing unread')
  expect(troubles).toEqual([])
  await context.close()
})

// Shows: E21
test('who works elsewhere is told that a customer has written', async () => {
  const { token } = await aprilInvoice('Tāne Pōtiki')
  const { page, context } = await visit(browser, url)
  await page.clock.install()
  await signIn(page, 'user', password)
  await page.getByRole('link', { name: /^Messages, / }).waitFor()
  const guest = world.guest()
  await guest.get('/options')
  const headers = { 'x-link-token': token }
  await guest.put('/public/invoice/chat', { text_plain: 'Kia ora' }, headers)
  await page.clock.runFor(21_000)
  await says(page, 'Tāne Pōtiki has written to us.')
  await page.getByRole('link', { name: 'Messages, 1 thread unread' }).waitFor()
  await mailed('Rewa Kōpua', 'Is my mail as good as a chat?')
  await page.clock.runFor(21_000)
  await says(page, 'Rewa Kōpua has written to us.')
  await page.getByRole('link', { name: 'Messages, 2 threads unread' }).waitFor()
  await context.close()
})

test('what was said is found in the message history, read there, and written from there', async () => {
  const { token } = await aprilInvoice('Tama Wiki')
  const guest = world.guest()
  await guest.get('/options')
  const said = { text_plain: 'Is the levy new?' }
  await guest.put('/public/invoice/chat', said, { 'x-link-token': token })
  const { page, context, troubles } = await atWork({ width: 1280 })
  await go(page, '/app/messages?tab=history')
  await page.getByRole('link', { name: 'Is the levy new?' }).click()
  await page.getByRole('heading', { level: 1, name: 'From the customer' }).waitFor()
  await page.getByRole('link', { name: 'Open the chat' }).click()
  await expect.poll(() => messagesOn(page).count()).toBe(1)
  await go(page, '/app/message/new')
  await page.getByRole('combobox', { name: 'Customer' }).click()
  await page.getByRole('option', { name: 'Tama Wiki' }).click()
  await page.getByRole('radiogroup', { name: 'How' }).getByText('Chat', { exact: true }).click()
  await page.getByLabel('Your answer').fill('It is, since October.')
  await button(page, 'Send').click()
  await expect.poll(() => messagesOn(page).count()).toBe(2)
  expect(troubles).toEqual([])
  await context.close()
})

test('a link that ends while the page is open says so where it was written', async () => {
  const { invoice, token } = await aprilInvoice('Ana Pere')
  const { page, context } = await visit(browser, url, { width: 390 })
  await page.goto(`/invoice/#${token}`)
  await page.getByLabel('Your message').fill('Are you there?')
  await invoices.manager.post('/invoice/cancel', { id: invoice.id, reason: 'Wrong site' })
  await button(page, 'Send').click()
  await says(page, 'This invoice was cancelled')
  expect(await page.getByLabel('Your message').inputValue()).toBe('Are you there?')
  await context.close()
})

// Shows: E09
test('what was just sent stays in sight when an older look at the chat comes in late', async () => {
  const { token } = await aprilInvoice('Rewi Tautari')
  const { page, context } = await visit(browser, url, { width: 390 })
  await page.clock.install()
  await page.goto(`/invoice/#${token}`)
  await page.getByLabel('Your message').fill('Kia ora?')
  const letGo = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(/public\/invoice\/chat/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    held.resolve()
    await letGo.promise
    await route.fulfill({ response })
  })
  await page.clock.runFor(11_000)
  await held.promise
  await button(page, 'Send').click()
  await expect.poll(() => messagesOn(page).count()).toBe(1)
  const late = page.waitForResponse((reply) => reply.request().method() === 'GET')
  letGo.resolve()
  await late
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => done()))')
  expect(await messagesOn(page).count()).toBe(1)
  await context.close()
})

test('what was written instead of a message whose fate was unknown is sent too', async () => {
  const { token } = await aprilInvoice('Moana Reti')
  const { page, context } = await visit(browser, url, { width: 390 })
  await page.goto(`/invoice/#${token}`)
  // It arrives, but its answer does not.
  const swallowed = '**/public/invoice/chat'
  await page.route(swallowed, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  const box = page.getByLabel('Your message')
  await box.fill('I pay on Friday')
  await button(page, 'Send').click()
  // Nobody can change what is on its way.
  expect(await box.isEditable()).toBe(false)
  await says(page, networkMessage)
  await expect.poll(() => box.isEditable()).toBe(true)
  await page.unroute(swallowed)
  await box.fill('I pay on Monday')
  await button(page, 'Send').click()
  await expect.poll(() => box.inputValue()).toBe('')
  await expect
    .poll(() => messagesOn(page).allTextContents())
    .toEqual([expect.stringContaining('Friday'), expect.stringContaining('Monday')])
  await context.close()
})

test('what came before one’s own message, and was not fetched yet, is still fetched', async () => {
  const { customer_id, invoice, token } = await aprilInvoice('Hana Kere')
  const { page, context } = await visit(browser, url, { width: 390 })
  await page.clock.install()
  const isLoaded = page.waitForResponse(/public\/invoice\/chat/)
  await page.goto(`/invoice/#${token}`)
  await isLoaded
  await scope(world.owner, world.organisations[0])
  await world.owner.query(
    `insert into messages (organisation_id, type, direction, sender, text_plain, status,
       reference_object, reference_id, customer_id, invoice_id, created_at)
     values ($1, 'chat', 'out', 'Staff', 'We read your meter again.', 'accepted', 'customer',
       $2::int, $2::bigint, $3, clock_timestamp() - interval '9 seconds')`,
    [world.organisations[0], customer_id, invoice.id],
  )
  await page.getByLabel('Your message').fill('Anything new?')
  await button(page, 'Send').click()
  await expect.poll(() => messagesOn(page).count()).toBe(1)
  await page.clock.runFor(11_000)
  await expect.poll(() => messagesOn(page).count()).toBe(2)
  expect(await messagesOn(page).first().textContent()).toContain('We read your meter again.')
  await context.close()
})
