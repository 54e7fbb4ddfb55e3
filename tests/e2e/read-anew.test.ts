import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { scope } from '#tests/support/world.ts'
import { act, button, go, says, typeLabelled } from './steps.ts'

let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'manager')).page
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const dialog = () => page.getByRole('dialog')

/** An invoice in this state whose lines come from readings and rates, without a hand's. */
async function meteredInvoice(status: string) {
  await scope(site.owner, 1)
  const { rows } = await site.owner.query<{ id: number; contract_id: number }>(
    `select id, contract_id from invoices where invoice_status = $1 and deleted_at is null
       and contract_id is not null and jsonb_array_length(lines) between 2 and 8
       and not exists (select from jsonb_array_elements(lines) l where l->>'source' <> 'rate')
     order by id limit 1`,
    [status],
  )
  if (!rows[0]) throw new Error(`The demonstration has no metered invoice that is ${status}.`)
  return rows[0]
}

/** Another rate was agreed all along. */
const correctRates = (contract_id: number) =>
  site.owner.query(
    `update rates set rate_amount = rate_amount + 0.01
     where contract_id = $1 and rate_unit = 'kWh'`,
    [contract_id],
  )

/** Opens the dialog of an action, from its button or the menu. */
async function open(name: string): Promise<void> {
  const shown = button(page, name)
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true })
  await shown.or(more).first().waitFor()
  if ((await shown.count()) > 0) await shown.click()
  else {
    await more.click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
}

test('a draft is recalculated with its difference shown, and keeps what was written by hand', async () => {
  const { id, contract_id } = await meteredInvoice('draft')
  await go(page, `/app/invoice/edit?id=${id}&edit=true`)
  await button(page, 'Add a line').click()
  const place = await page.getByLabel(/^Charge of line/).count()
  await typeLabelled(page, {
    [`Charge of line ${place}`]: 'Special read',
    [`Rate of line ${place}`]: '25',
  })
  await expect.poll(() => button(page, 'Save').isEnabled()).toBe(true)
  await button(page, 'Save').click()
  await says(page, 'by hand')
  await correctRates(contract_id)
  await open('Recalculate')
  const changes = dialog().getByRole('group', { name: 'What changes' })
  await changes
    .getByText(/instead of/)
    .first()
    .waitFor()
  await changes.getByLabel('Special read: 25.00').waitFor()
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  await dialog().getByRole('button', { name: 'Recalculate' }).click()
  await says(page, 'Invoice recalculated.')
  await says(page, 'by hand')
  await act(page, 'Recalculate', 'Recalculate')
  await says(page, 'Special read')
})

test('a redo tells what differs before and after, and may drop a line', async () => {
  const { id, contract_id } = await meteredInvoice('invoiced')
  await correctRates(contract_id)
  await go(page, `/app/invoice/edit?id=${id}`)
  await open('Redo')
  await dialog()
    .getByRole('table', { name: 'Lines before and now' })
    .getByText(/at .* instead of/)
    .first()
    .waitFor()
  await typeLabelled(dialog(), { Reason: 'Another rate was agreed' })
  await dialog().getByRole('button', { name: 'Redo' }).click()
  await says(page, /Made in place of/)
  await page.getByRole('tab', { name: 'Use' }).click()
  await page.getByRole('heading', { name: 'Against the invoice it replaces' }).waitFor()
  await page.getByRole('table', { name: 'Lines before and now' }).waitFor()
})
