import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { lettersWhere } from '#tests/support/letters.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import {
  act,
  actAndLeave,
  addressIs,
  button,
  field,
  go,
  newCustomer,
  says,
  typeLabelled,
} from './steps.ts'

let site: Site
let browser: Browser
let page: Page
let customer: number
const address = 'books@rimuroad.example'

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'admin')).page
  customer = await newCustomer(page, { name: 'Rimu Road Studio', email: address })
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.close()
})

const preview = () => page.getByRole('region', { name: 'Preview' })

/** An invoice is written, approved and sent; answers the mail it came with. */
async function mailOfInvoice(quantity: string) {
  await go(page, `/app/invoice/new?customer_id=${customer}`)
  await button(page, 'Write lines').click()
  await typeLabelled(page, {
    'Charge of line 1': 'Energy',
    'Quantity of line 1': quantity,
    'Unit of line 1': 'kWh',
    'Rate of line 1': '0.25',
  })
  await page.getByLabel('Notes', { exact: true }).click()
  await expect.poll(() => button(page, 'Save').isEnabled()).toBe(true)
  await button(page, 'Save').click()
  await addressIs(page, /invoice\/edit\?id=\d+/)
  await actAndLeave(site, page, 'Approve and Send')
  await page.getByRole('main').getByText('invoiced').first().waitFor()
  return (await lettersWhere(site.owner, 'mail_to = $1', [address])).at(-1)
}

// Shows: E12
test('the words of the invoice mail are changed, seen with a real invoice, sent, and given back', async () => {
  await go(page, '/app/messagetemplates')
  await page.getByRole('row', { name: /Third reminder.*Your words/i }).waitFor()
  expect(await axeFindings(page, 'main')).toEqual([])
  await page.getByRole('link', { name: 'Invoice', exact: true }).click()
  await field(page, 'subject').fill('Your power bill ')
  // By keyboard: the field is found by its label and stands where the cursor was.
  const fields = page.getByRole('combobox', { name: 'Insert a field: Subject' })
  await fields.fill('Invoice number')
  await page.getByRole('option', { name: 'Invoice number' }).first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => field(page, 'subject').inputValue())
    .toBe('Your power bill {{invoice_number}}')

  await field(page, 'text_base').fill('Hi {{customer_nme}}, your bill: {{link}}')
  await preview().getByText('Did you mean {{customer_name}}?').waitFor()
  await button(page, 'Save').click()
  await says(page, 'Line 1, column 4: There is no field {{customer_nme}} here.')
  await field(page, 'text_base').fill('Hi {{customer_name}}, your bill: {{link}}')
  const real = page.getByRole('combobox', { name: 'With a real invoice' })
  await real.fill('INV-10')
  await page
    .getByRole('option', { name: /^INV-10/ })
    .first()
    .click()
  await preview()
    .getByText(/^Your power bill INV-10/)
    .waitFor()
  expect(await axeFindings(page, 'main')).toEqual([])
  // The mail itself, as programs in dark colours show it.
  await preview().getByText('HTML', { exact: true }).click()
  await preview().getByText('Dark', { exact: true }).click()
  const shown = preview().getByTitle('HTML of the mail')
  await expect.poll(() => shown.getAttribute('srcdoc')).toContain('content="dark"')
  const scheme = `getComputedStyle(document.querySelector('iframe')).colorScheme`
  expect(await page.evaluate<string>(scheme)).toBe('dark')
  await preview().getByText('Text', { exact: true }).click()
  await button(page, 'Send to me').click()
  await says(page, /^Sent to /)
  await button(page, 'Save').click()
  await addressIs(page, /messagetemplate\/edit\?id=\d+/)
  const template = page.url()

  const mail = await mailOfInvoice('400')
  expect(mail?.subject).toMatch(/^Your power bill INV-/)
  expect(mail?.text_plain).toMatch(
    /^Hi Rimu Road Studio, your bill: http.*\/invoice\/#[\w-]{43}\n$/,
  )

  await go(page, template)
  await field(page, 'text_base').fill('Hello {{customer_name}}: {{link}}')
  await button(page, 'Save').click()
  await says(page, 'Changes saved.')
  await button(page, 'Versions').click()
  const versions = page.getByRole('dialog')
  await versions.getByText('Hi {{customer_name}}, your bill: {{link}}').waitFor()
  await versions.getByRole('button', { name: 'Use these words' }).click()
  await expect.poll(() => field(page, 'text_base').inputValue()).toMatch(/^Hi /)
  await button(page, 'Save').click()
  await says(page, 'Changes saved.')

  await act(page, 'Back to the standard', 'Back to the standard')
  await page.getByRole('row', { name: /^Invoice Standard/i }).waitFor()
  const standard = await mailOfInvoice('200')
  expect(standard?.subject).toMatch(/^Invoice INV-\d+ from /)
  expect(standard?.text_plain).toContain('Your invoice is attached as a PDF.')
})
