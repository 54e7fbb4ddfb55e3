import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { testSecrets } from '#tests/support/config.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { demoDatabase, demoPassword } from '#tests/support/demo-database.ts'
import type { TestDatabase } from '#tests/support/filled-database.ts'
import { type HttpClient, type HttpReply, signInOver } from '#tests/support/http-client.ts'
import { launchAndWait, type ServerProcess } from '#tests/support/server-process.ts'
import { type TemporaryFolder, temporaryFolder } from '#tests/support/temporary-folder.ts'
import { act, button, go, says } from './steps.ts'

// The product as a newcomer starts it: the server, its worker, and the doubles beside it. Somebody
// plays both sides, in the office and at the customer's phone and mailbox.
let copy: TestDatabase
let folder: TemporaryFolder
let server: ServerProcess
let browser: Browser
let page: Page
let manager: HttpClient
let invoice_id: number

// A mailbox that nobody tells of news is read every minute; what is written leaves after ten seconds.
const byMail = { timeout: 100_000 }
const email = 'hine@circle.example'
const mobile = '+64215550777'

beforeAll(async () => {
  copy = await cloneDatabase(demoDatabase)
  folder = temporaryFolder()
  const urls = { DATABASE_URL: copy.ownerUrl, DATABASE_APP_URL: copy.appUrl }
  const env = { ...testSecrets, ...urls, DEMO: '1' }
  ;[server, browser] = await Promise.all([
    launchAndWait({ dataDir: folder.path, env }),
    openBrowser(),
  ])
  manager = await signInOver(server.url, 'manager', demoPassword)
  await prepare()
  page = (await visitAs(browser, server.url, 'manager')).page
})
afterAll(async () => {
  await browser.close()
  server.signal('SIGTERM')
  await server.exited
  await copy.drop()
  folder.remove()
})

async function done(asked: Promise<HttpReply>) {
  const { status, body } = await asked
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body.data
}

/** A customer who agreed to reminders on the phone, and a draft whose day has passed. */
async function prepare(): Promise<void> {
  const admin = await signInOver(server.url, 'admin', demoPassword)
  const always = { name: 'sms_quiet_hours', value: 'none' }
  await done(admin.send('PUT', '/organisationconfig', always))
  const who = { name: 'Hine Parata', email, phone_mobile: mobile, customer_type: 'residential' }
  const { id: customer_id } = await done(manager.send('PUT', '/customer', who))
  const consent = { channel: 'sms', purpose: 'reminder', how: 'On the phone', customer_id }
  await done(manager.send('PUT', '/consent', consent))
  const due_date = addDays(new Date().toISOString().slice(0, 10), -20)
  const lines = [{ name: 'Energy', quantity: '1', rate: '100.00', unit: 'each' }]
  const draft = { customer_id, lines, due_date, discounted_date: due_date }
  invoice_id = (await done(manager.send('PUT', '/invoice', draft))).id
  const acknowledge = ['W01', 'W02', 'W03', 'W04', 'W05']
  await done(manager.send('POST', '/invoice/approve', { id: invoice_id, acknowledge }))
}

const threadPage = async () => {
  await go(page, '/app/messages')
  await page.getByRole('link', { name: /Hine Parata/ }).click()
  await page.getByRole('heading', { level: 2, name: 'Hine Parata' }).waitFor()
}

test('an invoice comes by mail, is answered, and the answer answered', async () => {
  await go(page, `/app/invoice/edit?id=${invoice_id}`)
  await act(page, 'Send', 'Send')
  await button(page, 'Send now').click()
  await says(page, '1 invoice sent.')
  await go(page, '/app/messages/doubles')
  const mail = page.getByRole('article', { name: new RegExp(`^Invoice .* to ${email}`) })
  await mail.waitFor(byMail)
  await mail.getByRole('textbox').fill('Which meter is this for?')
  await mail.getByRole('button', { name: 'Answer', exact: true }).click()
  await says(page, 'Done. It comes in a moment.')
  await threadPage()
  await page.getByRole('log').getByText('Which meter is this for?').waitFor(byMail)
  await page.getByLabel('Your email').fill('The one in the hall.')
  await page.keyboard.press('Control+Enter')
  await says(page, 'On its way.')
  await go(page, '/app/messages/doubles')
  await page
    .getByRole('article', { name: new RegExp(`^Re: Invoice .* to ${email}`) })
    .waitFor(byMail)
})

test('a reminder comes by mail and on the phone; what is texted back is answered there', async () => {
  await go(page, `/app/invoice/edit?id=${invoice_id}`)
  await act(page, 'Remind', 'Remind')
  await button(page, 'Send now').click()
  await says(page, '1 reminder sent.')
  await go(page, '/app/messages/doubles')
  await page.getByRole('article', { name: new RegExp(`^Reminder: .* to ${email}`) }).waitFor(byMail)
  const phone = page.getByRole('article', { name: `Phone ${mobile}` })
  await phone.getByText(/is still to pay/).waitFor(byMail)
  await phone.getByRole('textbox').fill('I pay on Friday')
  await phone.getByRole('button', { name: 'Answer', exact: true }).click()
  await threadPage()
  await page.getByRole('log').getByText('I pay on Friday').waitFor(byMail)
  await page.getByLabel(/^Text message to/).fill('Thank you, Hine.')
  await page.keyboard.press('Control+Enter')
  await says(page, 'Text message on its way.')
  await go(page, '/app/messages/doubles')
  await phone.getByText(/Thank you, Hine\./).waitFor(byMail)
})

test('STOP on the phone is confirmed once, and nothing more is texted', async () => {
  const phone = page.getByRole('article', { name: `Phone ${mobile}` })
  await phone.getByRole('button', { name: 'STOP' }).click()
  await phone.getByText(/no more text messages/i).waitFor(byMail)
  await threadPage()
  await page.getByLabel(/^Text message to/).fill('One more thing.')
  await page.getByText(/does not want anything/).waitFor()
  expect(await page.getByRole('button', { name: 'Send text message' }).isDisabled()).toBe(true)
})
