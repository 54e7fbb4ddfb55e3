import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeReport } from '#server/reports/make-report-job.ts'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type WorkedExample, workedExample } from '#tests/support/reporting.ts'
import { settingIs } from '#tests/support/supplied.ts'
import { workOff } from '#tests/support/work-off.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'
import { go } from './steps.ts'

let world: World
let example: WorkedExample
let browser: Browser
let url: string

const today = Temporal.Now.plainDateISO('Pacific/Auckland')
const sent = today.subtract({ months: 1 }).with({ day: 5 })
const last = sent.with({ day: 28 }).toString()
const ended = sent.with({ day: sent.daysInMonth }).toString()

// An invoice of the last month, whose GST period has ended.
beforeAll(async () => {
  world = await makeWorld()
  await settingIs(world, 'gst_period', '1')
  world.clock.stopAt(new Date(`${sent}T00:00:00Z`))
  const dates = { due_date: last, discounted_date: last }
  example = await workedExample(await world.as('admin'), { dates })
  world.clock.stopAt(new Date())
  browser = await openBrowser()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const address = world.app.server.address()
  url = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(async () => {
  await browser.close()
  await world.close()
})

test('a GST return is prepared, filed and locks its period', async () => {
  const { page, context, troubles } = await visitAs(browser, url, 'manager', {
    width: 1400,
    password,
  })
  await go(page, '/app/reports')
  await page.getByRole('link', { name: 'GST return' }).click()
  await page.getByRole('button', { name: /^Prepare / }).click()
  const boxes = page.getByRole('table', { name: 'Boxes of the return' })
  await boxes.waitFor()
  expect(await boxes.getByRole('row', { name: /^5 / }).textContent()).toContain('709.75')
  await page.getByRole('link', { name: example.invoice_number }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Adjust by hand' }).click()
  const line = page.getByRole('group', { name: 'Line 1' })
  await line.getByLabel('Box').selectOption('13')
  await line.getByLabel('GST').fill('5')
  await page.getByRole('button', { name: 'Save and compute anew' }).click()
  await page.getByRole('dialog').getByRole('alert').first().waitFor()
  await line.getByLabel('Reason').fill('Private use of a car')
  const paper = { name: 'car.txt', mimeType: 'text/plain', buffer: Buffer.from('Logbook') }
  await line.locator('input[type=file]').setInputFiles(paper)
  await page.getByRole('button', { name: 'Save and compute anew' }).click()
  await page.getByText('Box 13: 5.00 by hand, Private use of a car').waitFor()
  expect(await boxes.getByRole('row', { name: /^13 / }).textContent()).toContain('5.00')
  const kept = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Its paper' }).click()
  expect((await kept).suggestedFilename()).toBe('car.txt')
  await page.getByRole('button', { name: 'File', exact: true }).click()
  await page.getByLabel('Inland Revenue’s reference').fill('IR-0815')
  await page.getByRole('button', { name: 'File and lock' }).click()
  await page.getByText('Filed, and final').waitFor()
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  await history.getByText('Filed by manager Test').waitFor()
  await page.keyboard.press('Escape')
  const { rows } = await world.owner.query('select locked_to from book_locks order by id desc')
  expect(rows[0].locked_to).toBe(ended)
  expect(troubles).toEqual([])
  await context.close()
})

for (const look of [{ width: 1400 }, { width: 390, dark: true }])
  test(`a report opens by its address and a row leads to its invoice at ${look.width}`, async () => {
    const seen = await visitAs(browser, url, 'manager', { ...look, password })
    const { page, context, troubles } = seen
    await go(page, '/app/reports?name=receivables')
    await page.getByText('Agrees with the books').waitFor()
    expect(await axeFindings(page)).toEqual([])
    const row = page.getByRole('table', { name: 'Aged receivables', exact: true }).getByRole('link')
    await row.first().click()
    const invoice = page.getByRole('link', { name: example.invoice_number })
    await invoice.click()
    await page.waitForURL(`**/app/invoice/edit?id=${example.invoice_id}`)
    await page.goBack()
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    expect((await file).suggestedFilename()).toMatch(/^receivables-.*\.csv$/)
    expect(troubles).toEqual([])
    await context.close()
  })

/** So many customers who owe a dollar each, by the books alone. */
async function debtors(count: number) {
  await scope(world.owner, world.organisations[0])
  await world.owner.query(
    `with c as (insert into customers (organisation_id, name, customer_status)
        select $1, 'Debtor ' || lpad(n::text, 3, '0'), 'active' from generate_series(1, $2::int) n
        returning id),
      e as (insert into transactions (organisation_id, event, transaction_date, amount, actor_name,
          source, request_id) values ($1, 'manual', $3, $2, 'Test', 'system', 'test') returning id)
    insert into accounttransactions (organisation_id, transaction_id, account, amount,
      transaction_date, customer_id)
    select $1, e.id, x.account, x.amount, $3, c.id from e cross join c
      cross join (values (1100, 1), (3000, -1)) x (account, amount)`,
    [world.organisations[0], count, today.toString()],
  )
}

test('a report is printed whole, however many pages it has on the screen', async () => {
  await debtors(120)
  const { page, context, troubles } = await visitAs(browser, url, 'manager', {
    width: 1400,
    password,
  })
  await go(page, `/app/reports?name=receivables&as_at=${today}`)
  const rows = page
    .getByRole('table', { name: 'Aged receivables', exact: true })
    .locator('tbody tr')
  await rows.nth(99).waitFor()
  expect(await rows.count()).toBe(100)
  // Paper is not there to be looked at: what is on the page when it would be drawn is kept.
  await page.evaluate(`window.print = () => {
    document.body.dataset.printed = String(document.querySelectorAll('table[aria-label="Aged receivables"] tbody tr').length)
    window.dispatchEvent(new Event('afterprint'))
  }`)
  await page.getByRole('button', { name: 'Print' }).click()
  await page.locator('body[data-printed="121"]').waitFor()
  await rows.nth(100).waitFor({ state: 'detached' })
  // Nothing on it leads anywhere.
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByLabel('You are here').isVisible()).toBe(false)
  const inkOf = (what: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${what}')).color`)
  expect(await inkOf('tbody a')).toBe(await inkOf('tbody'))
  expect(troubles).toEqual([])
  await context.close()
})

test('a report that takes longer is made meanwhile, and made anew when somebody wants it', async () => {
  const { page, context, troubles } = await visitAs(browser, url, 'manager', {
    width: 1400,
    password,
  })
  await world.owner.query('begin; lock table daytotals in access exclusive mode')
  await go(page, '/app/reports?name=discounts&group=side')
  const notice = page.getByRole('status').filter({ hasText: 'takes longer than usual' })
  await notice.waitFor()
  await world.owner.query('rollback')
  expect(await axeFindings(page)).toEqual([])
  // Left and come back to, it is there.
  await go(page, '/app/customers')
  await workOff(world, makeReport)
  await go(page, '/app/reports?name=discounts&group=side')
  await page.getByText(/^Made at /).waitFor()
  await page.getByRole('table', { name: 'Discounts' }).waitFor()
  await page.getByRole('button', { name: 'Make it anew' }).click()
  await page.getByText(/^Made at /).waitFor({ state: 'detached' })
  expect(troubles).toEqual([])
  await context.close()
})
