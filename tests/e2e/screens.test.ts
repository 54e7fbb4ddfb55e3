import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Path, routes } from '#domain/access/routes.ts'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, type Visit, visit, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'

// Every screen of the product is opened, must draw itself without a script error or a violation of
// the content policy, and must satisfy axe.
const looks = process.env.HEAVY
  ? [1280, 959, 390].flatMap((width) => [
      { width, dark: false },
      { width, dark: true },
    ])
  : [
      { width: 1280, dark: false },
      { width: 390, dark: true },
    ]

// Records open with ?id=; these exist in the demonstration data.
const withId = new Set<Path>([
  '/app/customer/edit',
  '/app/customer/details',
  '/app/supplier/edit',
  '/app/partner/edit',
  '/app/staff/edit',
  '/app/user/admin',
  '/app/organisation/admin',
])
// Their own page says where they lead; opening them signs the visitor out.
const skipped = new Set<Path>(['/app/signout'])

let site: Site
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

async function inspect({ page, troubles }: Visit, path: Path): Promise<string[]> {
  await page.goto(withId.has(path) ? `${path}?id=1` : path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  const found = await axeFindings(page)
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  if (overflow > 0) found.push(`scrolls sideways by ${overflow} px`)
  return [...found, ...troubles.splice(0)].map((finding) => `${path} ${finding}`)
}

for (const look of looks) {
  const name = `${look.width} px ${look.dark ? 'dark' : 'light'}`
  test(`every screen behind sign-in is clean at ${name}`, async () => {
    const visited = await visitAs(browser, site.url, 'padmin', look)
    const found: string[] = []
    // The keys of the table are its paths.
    for (const [path, { entry }] of Object.entries(routes))
      if (entry !== 'public') found.push(...(await inspect(visited, path as Path)))
    await visited.context.close()
    expect(found).toEqual([])
  }, 300_000)

  test(`every public screen is clean at ${name}`, async () => {
    const visited = await visit(browser, site.url, look)
    const found: string[] = []
    for (const [path, { entry }] of Object.entries(routes))
      if (entry === 'public' && !skipped.has(path as Path))
        found.push(...(await inspect(visited, path as Path)))
    await visited.context.close()
    expect(found).toEqual([])
  }, 120_000)
}
