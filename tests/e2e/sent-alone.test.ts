import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { lettersWhere } from '#tests/support/letters.ts'
import { letLeave } from '#tests/support/run-queue.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { button, go, heading, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'accounting')).page
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

interface OneThing {
  what: string
  /** The record that it is sent from, in the demonstration's own words. */
  find: string
  path: string
  opens: string
  sends: string
  noun: string
  past: string
  /** What its reader reads. */
  words: RegExp
}

const sendings: OneThing[] = [
  {
    what: 'the offer of a contract',
    find: `select id::int from contracts where contract_number = 'K-1046'`,
    path: '/app/contract?id=',
    ...{ opens: 'Send', sends: 'Send', noun: 'offer', past: 'sent' },
    words: /Please open this link to look it over and accept it/,
  },
  {
    what: 'an invitation to pay by direct debit',
    find: `select c.id::int from customers c where c.email is not null and c.deleted_at is null
      and c.debits_frozen_reason is null and not exists (select from mandates m
      where m.customer_id = c.id) and not exists (select from guardcodes g
      where g.customer_id = c.id) order by c.id limit 1`,
    path: '/app/customer/details?tab=direct-debit&id=',
    ...{ opens: 'Invite', sends: 'Send', noun: 'invitation', past: 'sent' },
    words: /You can have your invoices paid from your bank account by direct debit/,
  },
  {
    what: 'a statement of account',
    find: `select id::int from customers where customer_number = 'C-1001'`,
    path: '/app/customer/details?id=',
    ...{ opens: 'Statement', sends: 'Send', noun: 'statement', past: 'sent' },
    words: /Here is your statement from/,
  },
  {
    what: 'a receipt',
    find: `select p.id::int from invoicepayments p join customers c on c.id = p.customer_id
      where p.payment_status = 'received' and c.email is not null order by p.id limit 1`,
    path: '/app/invoicepayment?id=',
    ...{ opens: 'Send receipt', sends: 'Send', noun: 'receipt', past: 'sent' },
    words: /Thank you\. We received \$/,
  },
  {
    what: 'a message once more',
    find: `select id::int from messages where subject = 'Your contract K-1008-2 with Harbour Energy'`,
    path: '/app/message?id=',
    ...{ opens: 'Send again', sends: 'Send again', noun: 'message', past: 'sent again' },
    words: /is ready for you to read/,
  },
  {
    what: 'a commission statement once more',
    find: `select id::int from commissionstatements where statement_number = 'CS-000004'`,
    path: '/app/commissionstatement?id=',
    ...{ opens: 'Resend', sends: 'Send again', noun: 'statement', past: 'sent again' },
    words: /Here is your commission statement CS-000004/,
  },
]

const dialog = () => page.getByRole('dialog')

/** Opens it from its record: a button of the page, or a line of its menu. */
async function open(name: string): Promise<void> {
  const shown = page.getByRole('main').getByRole('button', { name, exact: true })
  const listed = page.getByRole('menuitem', { name, exact: true })
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true })
  await shown.or(more).first().waitFor()
  if (!(await shown.first().isVisible())) await more.click()
  await shown.or(listed).first().click()
  await dialog().waitFor()
}

// Shows: E08, E12, E33
test.each(sendings)(
  '$what is read with its reader before it leaves, taken back, and sent',
  async (one) => {
    const { rows } = await site.owner.query<{ id: number }>(one.find)
    await go(page, `${one.path}${rows[0]?.id}`)
    await heading(page, /./)
    await open(one.opens)
    const letter = dialog().getByRole('figure')
    await letter.getByText(one.words).waitFor()
    const caption = await letter.locator('figcaption').textContent()
    const [, to = ''] = /^Email to ([^\s,]+)/.exec(caption ?? '') ?? []
    const before = (await lettersWhere(site.owner, 'mail_to = $1', [to])).length
    expect(await axeFindings(page, '[role="dialog"]')).toEqual([])
    // Whoever gives up goes on where they were.
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('BUTTON')
    await open(one.opens)
    await letter.getByText(one.words).waitFor()
    const send = dialog().getByRole('button', { name: one.sends, exact: true })
    await send.click()
    await dialog().waitFor({ state: 'detached' })
    await says(page, new RegExp(`^1 ${one.noun} leaves in \\d+ s\\.$`))
    // By keys alone, from wherever one is by then.
    await page.keyboard.press('z')
    await page.keyboard.press('Enter')
    await says(page, '1 taken back.')
    await letLeave(site, { config: site.config })
    expect(await lettersWhere(site.owner, 'mail_to = $1', [to])).toHaveLength(before)
    await open(one.opens)
    await letter.getByText(one.words).waitFor()
    await send.click()
    await dialog().waitFor({ state: 'detached' })
    await button(page, 'Take back').waitFor()
    await letLeave(site, { config: site.config })
    await says(page, `1 ${one.noun} ${one.past}.`)
    expect(await lettersWhere(site.owner, 'mail_to = $1', [to])).toHaveLength(before + 1)
  },
)
