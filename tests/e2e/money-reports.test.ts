import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { makeSentInvoices, months, type SentInvoices } from '#tests/support/sent-invoices.ts'
import { makeWorld, password, type World } from '#tests/support/world.ts'
import { go } from './steps.ts'

let world: World
let invoices: SentInvoices
let browser: Browser
let url: string

beforeAll(async () => {
  world = await makeWorld()
  invoices = await makeSentInvoices(world)
  const who = await invoices.supplied({ name: 'Bay Dairy', receive_mail_invoices: true })
  const old = await invoices.draft({ ...who, ...months.april, due_date: '2026-06-01' })
  await invoices.send(old.id)
  browser = await openBrowser()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const address = world.app.server.address()
  url = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(async () => {
  await browser.close()
  await world.close()
})

test('invoices that go by post come as one file from the list', async () => {
  const look = { width: 1400, password }
  const { page, context } = await visitAs(browser, url, 'accounting', look)
  await go(page, '/app/invoices')
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Post run' }).click()
  expect((await file).suggestedFilename()).toMatch(/^Post-run-.*\.pdf$/)
  await context.close()
})
