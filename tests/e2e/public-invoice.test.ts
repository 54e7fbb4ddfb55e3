import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visit } from '#tests/support/browser.ts'
import { makeSentInvoices, months, type SentInvoices } from '#tests/support/sent-invoices.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

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
}, 60_000)
afterAll(async () => {
  await browser.close()
  await world.close()
})

async function mayInvoice() {
  const who = await invoices.supplied({ name: 'Whetū Ngāta' })
  await invoices.send((await invoices.draft({ ...who, ...months.april })).id)
  const may = await invoices.send((await invoices.draft({ ...who, ...months.may })).id)
  return { may, token: await invoices.tokenOf(may.id) }
}

for (const dark of [false, true])
  test(`a customer reads an invoice on a ${dark ? 'dark' : 'light'} phone`, async () => {
    const { may, token } = await mayInvoice()
    const { page, troubles, context } = await visit(browser, url, { width: 390, dark })
    await page.goto(`/invoice/#${token}`)
    await page.getByRole('heading', { name: 'What to pay' }).waitFor()
    // The secret is out of sight at once.
    expect(page.url()).not.toContain(token)
    const words = await page.locator('main').textContent()
    for (const amount of [may.discounted_total, may.undiscounted_total])
      expect(words).toContain(amount)
    expect(words).toContain('Why did my bill change?')
    await page.getByText('How each amount comes about').click()
    await page.getByText('744 kWh × 0.25 = 186').waitFor()
    expect(await axeFindings(page)).toEqual([])
    const width = await page.evaluate('document.documentElement.scrollWidth')
    expect(width).toBeLessThanOrEqual(390)
    await expect
      .poll(async () => (await invoices.user.get('/invoice', { id: may.id })).body.data.opened)
      .toBe(true)
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download PDF' }).click()
    expect((await file).suggestedFilename()).toContain(may.invoice_number)
    expect(troubles).toEqual([])
    await context.close()
  })

test('a closed link and a missing one explain themselves', async () => {
  const { may, token } = await mayInvoice()
  await invoices.manager.post('/invoice/cancel', { id: may.id, reason: 'Wrong site' })
  const { page, context } = await visit(browser, url, { width: 390 })
  await page.goto(`/invoice/#${token}`)
  await page.getByText('This invoice was cancelled').waitFor()
  await page.goto('/invoice/')
  await page.getByText('when you open it from the link').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await context.close()
})
