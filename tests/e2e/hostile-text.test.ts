import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities } from '#domain/entities.ts'
import { type Entity, fieldsOf } from '#domain/kit/entity.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { scope } from '#tests/support/world.ts'

// Whoever may write a name, a note or a reference may write markup there. It is put into every field
// of words behind the server's back, so that the screens alone stand against it.
const payload = `"'><img src=x onerror=__xss=1><svg onload=__xss=1>`

const few = [
  '/app/home',
  '/app/customers',
  '/app/customer/details?id=1',
  '/app/customer/details?id=1&tab=timeline',
  '/app/customer/edit?id=1',
  '/app/contract?id=1',
  '/app/invoices',
  '/app/tasks',
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
  '/app/networks',
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

const ofWords = (entity: Entity) =>
  fieldsOf(entity).filter(
    ([, { kind, options }]) => /^(text|longText)$/.test(kind) && !options.masked,
  )

/** Answers how many columns took it; some are held to a form of their own. */
async function plant(): Promise<number> {
  await scope(site.owner, 1)
  let taken = 0
  for (const entity of entities.filter((one) => one.scope === 'organisation'))
    for (const [name, { options }] of ofWords(entity)) {
      const words = options.unique ? `$1 || id` : '$1'
      const text = `left(${words}, ${options.max ?? 2000})`
      const planted = await site.owner
        .query(`update ${entity.plural} set ${name} = ${text}`, [payload])
        .catch(() => null)
      if (planted?.rowCount) taken += 1
    }
  return taken
}

// Shows: T05, T07, R25, V3.2.2
test('markup in every field of words is shown as it was written, and never runs', async () => {
  const { page, context, troubles } = await visitAs(browser, site.url, 'padmin')
  expect(await plant()).toBeGreaterThan(60)
  let seen = 0
  for (const path of screens) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect
      .poll(() => page.locator('[aria-busy="true"], .mantine-Skeleton-root').count())
      .toBe(0)
    const ran =
      'globalThis.__xss === undefined && !document.querySelector("img[src=x], svg[onload]")'
    expect(await page.evaluate(ran), path).toBe(true)
    seen += await page.getByText('<img src=x').count()
    expect(troubles.splice(0), path).toEqual([])
  }
  expect(seen, 'the words stand on the screens').toBeGreaterThan(screens.length)
  await context.close()
}, 600_000)
