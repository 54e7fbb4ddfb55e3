import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Visit, visit, visitAs } from '#tests/support/browser.ts'
import { plant } from '#tests/support/hostile-words.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { scope } from '#tests/support/world.ts'

// Whoever may write a name, a note or a reference may write markup there. It is put into every field
// of words behind the server's back, so that the screens alone stand against it.

const few = [
  '/app/home',
  '/app/customers',
  '/app/customer/details?id=1',
  '/app/customer/details?id=1&tab=timeline',
  '/app/customer/edit?id=1',
  '/app/contract?id=1',
  '/app/invoices',
  '/app/tasks',
  '/app/networks',
]
const more = [
  '/app/customer/details?id=1&tab=notes',
  '/app/contracts',
  '/app/contract/edit?id=1',
  '/app/meters',
  '/app/meter?id=1',
  '/app/meterreadings',
  '/app/bills',
  '/app/payments',
  '/app/proposals',
  '/app/proposal/edit?id=1',
  '/app/suppliers',
  '/app/supplier/edit?id=1',
  '/app/supplier/details?id=1',
  '/app/partners',
  '/app/partner/edit?id=1',
  '/app/partner/details?id=1',
  '/app/staffs',
  '/app/notes',
  '/app/enquiries',
  '/app/adjustments',
  '/app/banktransactions',
  '/app/transactions',
  '/app/files',
  '/app/messages?tab=history',
  '/app/messagetemplates',
  '/app/faqs',
]
const screens = process.env.HEAVY ? [...few, ...more] : few

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** What would have run, and what on the page would run once somebody clicks or points at it. */
const ACTING = `(() => {
  const all = [...document.querySelectorAll('*')]
  const acts = (one) => one.getAttributeNames().some((name) => /^on|^srcdoc$/.test(name)) ||
    ['href', 'action', 'formaction', 'data'].some((name) =>
      /^[s\0-\x20]*(javascript|data|vbscript):/i.test(one.getAttribute(name) ?? ''))
  const ran = globalThis.__xss === undefined ? [] : ['something ran']
  return [...ran, ...all.filter(acts).map((one) => one.outerHTML.slice(0, 200))]
})()`

async function expectHarmless({ page, troubles }: Visit, path: string): Promise<number> {
  await expect
    .poll(() => page.locator('[aria-busy="true"], .mantine-Skeleton-root').count())
    .toBe(0)
  expect(await page.evaluate(ACTING), path).toEqual([])
  expect(troubles.splice(0), path).toEqual([])
  return page.getByText('__xss').count()
}

// Shows: T05, T07, R25, V3.2.2
test('markup in every field of words is shown as it was written, and never runs', async () => {
  const visited = await visitAs(browser, site.url, 'padmin')
  await scope(site.owner, 1)
  expect(await plant(site.owner)).toBeGreaterThan(60)
  let seen = 0
  for (const path of screens) {
    await visited.page.goto(path)
    await visited.page.getByRole('heading', { level: 1 }).first().waitFor()
    seen += await expectHarmless(visited, path)
  }
  expect(seen, 'the words stand on the screens').toBeGreaterThan(screens.length)
  await visited.context.close()
}, 600_000)

// It fits into JSON as it is.
const UNQUOTED = '<img src=x onerror=__xss=1><svg onload=__xss=1>'

/** Behind each public page there is something of the demonstration; here it gets a link that is known. */
const links = {
  '/invoice/': 'invoice',
  '/contract/': 'contract_document',
  '/directdebit/': 'ddinvitation',
  '/commission/': 'commissionstatement',
}
const information = ['/app/about', '/app/contact', '/app/help', '/app/privacy', '/app/terms']

// Shows: T05, T07, T12, R25
test('on the pages that anybody may open it is words as well', async () => {
  await scope(site.owner, 1)
  await plant(site.owner)
  // What was sent was drawn once and for all: it is put in there where the broker's name stands.
  for (const table of ['invoice_documents', 'contract_documents'])
    await site.owner.query(
      `update ${table} set content =
         replace(content::text, 'Harbour Energy Brokers', $1::text)::jsonb`,
      [UNQUOTED],
    )
  await site.owner.query(
    `update commission_documents set proof =
       regexp_replace(proof, '"(customer|partner)":"[^"]*"', '"\\1":"' || $1::text || '"', 'g')`,
    [UNQUOTED],
  )
  const visited = await visit(browser, site.url)
  const seen = new Map<string, number>()
  for (const [path, opens] of Object.entries(links)) {
    const token = opens.padEnd(43, 'A').replaceAll('_', '-')
    const given = await site.owner.query(
      `update public_links set token_hash = sha256($1), revoked_at = null,
         expires_at = now() + interval '1 day'
       where id = (select max(id) from public_links where object_class = $2 and organisation_id = 1)`,
      [token, opens],
    )
    expect(given.rowCount, path).toBe(1)
    await visited.page.goto(`${path}#${token}`)
    await visited.page.getByRole('heading', { level: 1 }).first().waitFor()
    seen.set(path, await expectHarmless(visited, path))
  }
  for (const path of information) {
    await visited.page.goto(path)
    await visited.page.getByRole('heading', { level: 1 }).first().waitFor()
    seen.set(path, await expectHarmless(visited, path))
  }
  expect([...seen].filter(([, times]) => times === 0)).toEqual([])
  await visited.context.close()
}, 300_000)
