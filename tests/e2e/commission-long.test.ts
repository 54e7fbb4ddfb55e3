import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visit, visitAs } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/client.ts'
import { commissionOffice, done } from '#tests/support/commissioned.ts'
import { linkTo } from '#tests/support/mailed-link.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { makeWorld, password, type World } from '#tests/support/world.ts'
import { button, go, says } from './steps.ts'

// A statement of many lines: sent at once, on paper a moment later.
const address = 'many@example.co.nz'
const LINES = 205

let world: World
let browser: Browser
let page: Page
let url: string
let id: number

beforeAll(async () => {
  ;[world, browser] = await Promise.all([makeWorld(), openBrowser()])
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const bound = world.app.server.address()
  url = `http://localhost:${typeof bound === 'object' && bound ? bound.port : 0}`
  const office = await commissionOffice(world)
  const partner_id = await office.newPartner({ name: 'Many Lines Ltd', email: address })
  for (let line = 1; line <= LINES; line++)
    await office.manager.put('/commission', { partner_id, amount: '1.00', reason: `Event ${line}` })
  world.clock.advance(86_400_000)
  await (office.manager as Client).signIn('manager', password)
  id = (await done(office.manager, '/partner/commission/send', { id: partner_id })).id
  const look = { width: 1400, password, at: world.clock.now() }
  page = (await visitAs(browser, url, 'manager', look)).page
})
afterAll(async () => {
  await browser.close()
  await world.close()
})

test('a long statement says that its PDF is being drawn, and has it by itself a moment later', async () => {
  await go(page, `/app/commissionstatement?id=${id}`)
  await page.getByText('PDF is being drawn', { exact: true }).waitFor()
  await says(page, /the mail leaves as soon as its PDF is drawn/)
  expect(await button(page, 'PDF').count()).toBe(0)
  await button(page, 'JSON').waitFor()
  await page.getByRole('tab', { name: 'Delivery' }).click()
  await says(page, 'Its PDF is being drawn; the mail leaves with it.')
  expect(await axeFindings(page)).toEqual([])
  await runQueue(world, { clock: world.clock }, 'draw-commission-statement')
  await button(page, 'PDF').waitFor()
  await page.getByRole('link', { name: address }).waitFor()
  expect(await page.getByText('PDF is being drawn', { exact: true }).count()).toBe(0)
})

test('the partner’s page has it added up while the PDF is still to come', async () => {
  const token = await linkTo(world, address)
  const drawing = (is: boolean) =>
    world.owner.query('update commissionstatements set is_being_drawn = $2 where id = $1', [id, is])
  await drawing(true)
  const { page: guest, context } = await visit(browser, url, { width: 390 })
  await guest.goto(`/commission/#${token}`)
  await guest.getByText('The PDF is being drawn; it stands here in a moment.').waitFor()
  await guest.getByText(`All ${LINES} lines add up`).waitFor()
  expect(await guest.getByRole('button', { name: 'Download PDF' }).count()).toBe(0)
  expect(await axeFindings(guest)).toEqual([])
  await drawing(false)
  await guest.getByRole('button', { name: 'Download PDF' }).waitFor()
  await context.close()
})
