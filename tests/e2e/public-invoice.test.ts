import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { type Mode, modes, sentIn } from '#tests/support/billing-modes.ts'
import { openBrowser, visit } from '#tests/support/browser.ts'
import { rememberableIds, secretsIn } from '#tests/support/house-secrets.ts'
import { makeSentInvoices, months, type SentInvoices } from '#tests/support/sent-invoices.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let invoices: SentInvoices
let browser: Browser
let url: string

beforeAll(async () => {
  world = await makeWorld()
  await rememberableIds(world.owner)
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

// What is folded away and what only screen readers or the address bar say is read as well; the marks
// of the page's own making (ids, classes, where a pen goes) and random words (those of links, and the one
// that lets the page's styles in) are left out: they are others each time, and sooner or later an amount.
const EVERY_WORD = `(() => {
  const spoken = ['title', 'alt', 'value', 'href', 'src', 'content', 'placeholder', 'aria-label',
    'aria-valuetext', 'aria-description']
  const all = [...document.querySelectorAll('*:not(meta[name="nonce"])')]
  const ofAttributes = all.flatMap((one) => spoken.map((name) => one.getAttribute(name) ?? ''))
  const ofData = all.flatMap((one) => Object.values(one.dataset ?? {}))
  return [document.body.textContent, ...ofAttributes, ...ofData].filter(Boolean).join('\\n')
})()`

for (const mode of Object.keys(modes) as Mode[])
  test(`a customer billed ${mode} reads how it comes about, and nothing of ours`, async () => {
    const { token, figures } = await sentIn(world, invoices, mode)
    const { page, context } = await visit(browser, url)
    await page.goto(`/invoice/#${token}`)
    await page.getByText('How each amount comes about').click()
    await page
      .getByText(modes[mode].split ? '1 each × 250 = 250' : '600 kWh × 0.25 = 150')
      .waitFor()
    const written = (await page.evaluate<string>(EVERY_WORD)).replaceAll(/#[\w.-]{20,}/g, '#')
    expect(written).toContain('How each amount comes about')
    expect(secretsIn(written, figures)).toEqual([])
    expect(await page.getByText('Supplier’s charges', { exact: false }).count()).toBe(
      modes[mode].split ? 2 : 0,
    )
    await context.close()
  })
