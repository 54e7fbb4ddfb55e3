import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { staff } from '#domain/identity/staff.ts'
import { partner } from '#domain/partners/partner.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { silentMail } from '#tests/support/smtp-sink.ts'
import { textFile, upload } from '#tests/support/upload.ts'
import { makeWorld, password, type World } from '#tests/support/world.ts'
import { go, says } from './steps.ts'

// Writing in the office, by keys alone.
let world: World
let browser: Browser
let url: string
let manager: Client
let customer_id: number
let thread_id: number

beforeAll(async () => {
  world = await makeWorld({ smtpUrl: silentMail })
  browser = await openBrowser()
  manager = await world.as('manager')
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const address = world.app.server.address()
  url = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
  const whetu = { name: 'Whetū Ngāta', email: 'whetu@example.co.nz' }
  customer_id = (await makeRow(manager, customer, whetu)).id
  thread_id = await came('Is the levy new?')
  await makeRow(manager, staff, { name: 'Aroha Tāwhiri', is_active: true })
  const shared = { kept_for: 'shared', text_plain: 'Kia ora {{customer_name}}.' }
  await manager.put('/cannedreply', { ...shared, name: 'Greeting' })
  await manager.put('/cannedreply', { ...shared, name: 'Levy', text_plain: 'The levy is new.' })
})
afterAll(async () => {
  await browser.close()
  await world.close()
})

/** A mail of the customer's or a stranger's, and the thread it is in. */
async function came(text: string, from: number | null = customer_id): Promise<number> {
  const [organisation_id] = world.organisations
  const [row] = await world.database.write({ organisation_id, user_id: null }, (conn) =>
    conn.query<{ thread_id: number }>(
      `insert into messages (organisation_id, type, direction, kind, subject, text_plain, status,
         customer_id, sender, rfc_id)
       values (scope_organisation(), 'email', 'in', 'mail', 'The levy', $2, 'received', $1,
         'Whetū <whetu@example.co.nz>', '<' || md5($2) || '@example.co.nz>') returning thread_id`,
      [from, text],
    ),
  )
  return row?.thread_id ?? 0
}

const visit = () => visitAs(browser, url, 'user', { width: 1280, password })
const sent = async () =>
  (await manager.get('/messages', { thread_id, direction: 'out', order: 'id' })).body.data
const left = async () =>
  (await sent()).filter(({ status }: { status: string }) => status !== 'draft')
const typed = (page: Page) => page.getByLabel('Your email').inputValue()

async function openThread(page: Page) {
  await go(page, `/app/messages?state=all&thread=${thread_id}`)
  await page.getByLabel('Your email').waitFor()
  await page.keyboard.press('r')
  await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('TEXTAREA')
}

/** Opens a menu and goes to one of its items, by keys alone; what it does is waited for by others. */
async function choose(page: Page, button: string, item: string): Promise<void> {
  // One that is still closing would be taken for the one that opens.
  await page.getByRole('menu').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: button }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: item }).waitFor()
  const goOn = async () => {
    await page.keyboard.press('ArrowDown')
    return page.evaluate<string>("document.activeElement?.textContent ?? ''")
  }
  await expect.poll(goOn).toBe(item)
  await page.keyboard.press('Enter')
}

test('replies that are kept are brought in by a slash, and what came meanwhile is shown first', async () => {
  const { page, context, troubles } = await visit()
  await openThread(page)
  await page.keyboard.type('/gree')
  await page.getByRole('option', { name: /Greeting/ }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => typed(page)).toBe('Kia ora Whetū Ngāta.')
  await page.keyboard.type(' and/or /')
  await page.getByRole('option', { name: /Greeting/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect.poll(() => typed(page)).toBe('Kia ora Whetū Ngāta. and/or The levy is new.')

  await came('Never mind, I have found it.')
  await page.keyboard.press('Control+Enter')
  const meanwhile = page.getByRole('alert').filter({ hasText: 'Meanwhile' })
  await meanwhile.getByText('Never mind, I have found it.').waitFor()
  expect(await left()).toEqual([])
  await page.keyboard.press('Control+Enter')
  await says(page, 'On its way.')
  expect(await left()).toMatchObject([{ status: 'queued', subject: 'Re: The levy' }])

  await page.keyboard.type('Kia ora Whetū Ngāta. and/or The levy is new.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alert').filter({ hasText: 'They got the same words' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await left()).length).toBe(2)
  expect(troubles.filter((one) => !one.includes('476'))).toEqual([])
  await context.close()
})

test('a note names a colleague, whose name stands out in it', async () => {
  const { page, context, troubles } = await visit()
  await openThread(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await page.getByLabel('Note for colleagues').waitFor()
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.type('@taw')
  await page.getByRole('option', { name: 'Aroha Tāwhiri' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('ring her on Tuesday')
  await page.keyboard.press('Control+Enter')
  await says(page, 'Noted.')
  await page.locator('mark', { hasText: '@Aroha Tāwhiri' }).waitFor()
  const [note] = (await manager.get('/messages', { thread_id, type: 'note' })).body.data
  expect(note.text_plain).toBe('@Aroha Tāwhiri ring her on Tuesday')
  expect(troubles).toEqual([])
  await context.close()
})

test('a supplier’s and a partner’s page have their thread, or the place to begin one', async () => {
  const [lines, agency] = [
    await makeRow(manager, supplier, { email: 'desk@lines.example' }),
    await makeRow(manager, partner, { email: 'hi@agency.example' }),
  ]
  const words = { subject: 'Rates', text_plain: 'When do the new ones begin?' }
  const mail = { type: 'email', supplier_id: lines.id, ...words }
  const { id } = (await manager.put('/message', mail)).body.data
  await manager.post('/message/send', { id })
  const { page, context, troubles } = await visit()
  await go(page, `/app/supplier/details?id=${lines.id}&tab=messages`)
  const messages = page.getByRole('region', { name: 'Messages' })
  await messages.getByRole('log').getByText(words.text_plain).waitFor()
  await messages.getByLabel('Your email').waitFor()
  await go(page, `/app/partner/details?id=${agency.id}&tab=messages`)
  await messages.getByRole('link', { name: 'Write an email' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'New message' }).waitFor()
  await page.getByLabel('Your email').waitFor()
  expect(troubles).toEqual([])
  await context.close()
})

test('a stranger who wrote becomes a customer, and what they wrote is theirs', async () => {
  const strange = await came('Do you serve Whanganui?', null)
  const { page, context, troubles } = await visit()
  await go(page, `/app/messages?state=all&thread=${strange}`)
  await page.getByText('Nobody knows whetu@example.co.nz').waitFor()
  await page.getByRole('button', { name: 'New customer', exact: true }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Whetū the Second')
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create' }).click()
  await says(page, /Matched/)
  const { body } = await manager.get('/customers', { name: 'Whetū the Second' })
  expect(body.data).toMatchObject([{ email: 'whetu@example.co.nz' }])
  const theirs = await manager.get('/messages', { customer_id: body.data[0].id })
  expect(theirs.body.data).toMatchObject([{ text_plain: 'Do you serve Whanganui?' }])
  expect(troubles).toEqual([])
  await context.close()
})

// Shows: E12
test('words with fields are shown as their reader gets them: beside, or folded below', async () => {
  const { page, context, troubles } = await visit()
  await page.setViewportSize({ width: 1400, height: 900 })
  await go(page, `/app/message/new?to=customer&customer=${customer_id}`)
  const mail = page.getByRole('region', { name: 'Email' })
  await mail.getByLabel('Subject').fill('News')
  await mail.getByLabel('Your email').fill('Kia ora\n{{custmer_name}}')
  await mail.getByText('Preview: one thing to mend').waitFor()
  await mail.getByRole('button', { name: /^Text: Line 2, column \d+: / }).click()
  const chosen = 'getSelection().toString()'
  await expect.poll(() => page.evaluate(chosen)).toBe('{{custmer_name}}')
  await mail.getByLabel('Your email').fill('Kia ora {{customer_name}}')
  const name = (await manager.get('/customer', { id: customer_id })).body.data.name
  await mail.getByTestId('preview-text').getByText(`Kia ora ${name}`).waitFor()
  const [written, shown] = [
    await mail.getByLabel('Your email').boundingBox(),
    await mail.getByTestId('preview-text').boundingBox(),
  ]
  expect(shown?.x).toBeGreaterThan((written?.x ?? 0) + (written?.width ?? 0))
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.setViewportSize({ width: 390, height: 844 })
  await go(page, `/app/message/new?to=customer&customer=${customer_id}`)
  await mail.getByLabel('Your email').fill('Kia ora {{customer_name}}')
  const folded = mail.getByText('Preview', { exact: true })
  await folded.waitFor()
  expect(await mail.getByTestId('preview-text').isVisible()).toBe(false)
  await folded.click()
  await mail.getByTestId('preview-text').getByText(`Kia ora ${name}`).waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  expect(troubles).toEqual([])
  await context.close()
})

test('a mail takes copies and files along and leaves tomorrow; a draft goes on being written', async () => {
  const about = { reference_object: 'customer', reference_id: String(customer_id) }
  await upload(manager, textFile('day,0.25\n', 'rates.csv'), about)
  const { page, context, troubles } = await visit()
  await openThread(page)
  await page.keyboard.type('Here are your rates.')
  await page.getByRole('button', { name: 'Cc, Bcc' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Cc', exact: true }).focus()
  await page.keyboard.type('tama@example.co.nz,')
  await choose(page, 'Attach', 'rates.csv')
  await page.getByRole('list', { name: 'Attached' }).getByText('rates.csv').waitFor()
  const choosing = page.waitForEvent('filechooser')
  await choose(page, 'Attach', 'Upload a file')
  const chosen = { name: 'levy.txt', mimeType: 'text/plain', buffer: Buffer.from('A levy') }
  await (await choosing).setFiles(chosen)
  await page.getByRole('list', { name: 'Attached' }).getByText('levy.txt').waitFor()
  await expect.poll(async () => (await sent()).at(-1)?.file_ids?.length).toBe(2)
  const id: number = (await sent()).at(-1).id

  await go(page, `/app/message/edit?id=${id}`)
  await page.getByRole('heading', { level: 1, name: 'Draft' }).waitFor()
  await expect.poll(() => typed(page)).toBe('Here are your rates.')
  expect(await axeFindings(page)).toEqual([])
  await choose(page, 'Send later', 'Tomorrow at 8:30 am')
  await page.getByText(/^Leaves .*8:30 am\.$/).waitFor()
  await page.getByLabel('Your email').focus()
  await page.keyboard.press('Control+Enter')
  await says(page, /It leaves .*8:30 am\./)
  const { data } = (await manager.get('/message', { id })).body
  expect(data).toMatchObject({ status: 'queued', cc: ['tama@example.co.nz'] })
  expect(data.file_ids).toHaveLength(2)
  expect(Date.parse(data.not_before)).toBeGreaterThan(Date.now())
  expect(troubles).toEqual([])
  await context.close()
})
