import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Path, routes } from '#domain/access/routes.ts'
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

interface Finding {
  id: string
  impact: string
  help: string
  nodes: { html: string }[]
}

async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    // The script above has put axe on the page.
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Finding[] }> }
    }
    const result = await axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    })
    return result.violations
  })
  return violations
    .filter((found) => ['serious', 'critical'].includes(found.impact))
    .map((found) => `${found.id}: ${found.help}: ${found.nodes[0]?.html.slice(0, 160)}`)
}

async function inspect({ page, troubles }: Visit, path: Path): Promise<string[]> {
  await page.goto(withId.has(path) ? `${path}?id=1` : path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  const found = await findings(page)
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
