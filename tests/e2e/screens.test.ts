import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Path, routes } from '#domain/access/routes.ts'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, type Visit, visit, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { go } from './steps.ts'

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
  '/app/contract',
  '/app/contract/edit',
  '/app/meter',
  '/app/meter/edit',
  '/app/meterreading/edit',
  '/app/network/edit',
  '/app/proposal/edit',
  '/app/supplier/edit',
  '/app/partner/edit',
  '/app/staff/edit',
  '/app/user/admin',
  '/app/organisation/admin',
])
// The shell around a screen is the same everywhere: it is looked at with these.
const wholePages = new Set<Path>(['/app/home', '/app/customers', '/app/signin', '/invoice/'])
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

/** What is drawn while something is still loading. */
const onItsWay = '[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root'

async function inspect({ page, troubles }: Visit, path: Path, isLoaded: boolean) {
  const address = withId.has(path) ? `${path}?id=1` : path
  if (isLoaded) await page.goto(address)
  else await go(page, address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect.poll(() => page.locator(onItsWay).count()).toBe(0)
  const found = await axeFindings(page, wholePages.has(path) ? 'html' : 'main')
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  if (overflow > 0) found.push(`scrolls sideways by ${overflow} px`)
  return [...found, ...troubles.splice(0)].map((finding) => `${path} ${finding}`)
}

async function inspectAll(visited: Visit, paths: Path[], isLoaded: boolean): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) found.push(...(await inspect(visited, path, isLoaded)))
  await visited.context.close()
  return found
}

// The keys of the table are its paths.
const paths = (Object.keys(routes) as Path[]).filter((path) => !skipped.has(path))
const isPublic = (path: Path) => routes[path].entry === 'public'

// Each screen is loaded by its address in the first look, and come to from another in the others.
for (const look of looks) {
  const name = `${look.width} px ${look.dark ? 'dark' : 'light'}`
  test(`every screen behind sign-in is clean at ${name}`, async () => {
    const guarded = paths.filter((path) => !isPublic(path))
    const visited = await visitAs(browser, site.url, 'padmin', look)
    const found = await inspectAll(visited, guarded, look === looks[0])
    expect(found).toEqual([])
  }, 600_000)

  test(`every public screen is clean at ${name}`, async () => {
    const open = paths.filter(isPublic)
    const found = await inspectAll(await visit(browser, site.url, look), open, true)
    expect(found).toEqual([])
  })
}
