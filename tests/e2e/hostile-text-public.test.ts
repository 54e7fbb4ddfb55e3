import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visit } from '#tests/support/browser.ts'
import { expectHarmless } from '#tests/support/harmless-page.ts'
import { plant } from '#tests/support/hostile-words.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { scope } from '#tests/support/world.ts'

// What the office writes is read by anybody with a link: markup that somebody put into every field of
// words is words on these pages, too.

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

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
test('markup is words on the pages that anybody may open', async () => {
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
