import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { expectHarmless } from '#tests/support/harmless-page.ts'
import { hostileTexts, plant, unseenIn } from '#tests/support/hostile-words.ts'
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

/** Fields have a part of them each; what was noted of a customer has them all. */
async function tellOnTimeline() {
  for (const [place, words] of hostileTexts().entries())
    await site.owner.query(
      `insert into history (organisation_id, customer_id, object_class, object_id, action, changes,
         actor_name, source, request_id)
       values (1, 1, 'note', $1::bigint, 'create', jsonb_build_object('text_plain',
         jsonb_build_array(null, $2::text)), 'Hana', 'screen', 'hostile ' || $1::bigint)`,
      [900_000 + place, words],
    )
}

// Shows: T05, T07, R25, V3.2.2
test('markup in every field of words is shown as it was written, and never runs', async () => {
  const visited = await visitAs(browser, site.url, 'padmin')
  await scope(site.owner, 1)
  expect(await plant(site.owner)).toBeGreaterThan(60)
  await tellOnTimeline()
  let seen = 0
  let read = ''
  for (const path of screens) {
    await visited.page.goto(path)
    await visited.page.getByRole('heading', { level: 1 }).first().waitFor()
    seen += await expectHarmless(visited, path)
    read += await visited.page.evaluate('document.body.textContent')
  }
  expect(seen, 'the words stand on the screens').toBeGreaterThan(screens.length)
  expect(unseenIn(read), 'each of them stands on a screen').toEqual([])
  await visited.context.close()
}, 600_000)
