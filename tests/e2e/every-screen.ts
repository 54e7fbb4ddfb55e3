import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Path, routes } from '#domain/access/routes.ts'
import { axeFindings } from '#tests/support/accessibility.ts'
import type { Visit } from '#tests/support/browser.ts'
import { go } from './steps.ts'

// Every screen of the product is opened, must draw itself without a script error or a violation of
// the content policy, and must satisfy axe. The looks are changed under the open screen, as somebody
// does who turns a phone or whose evening begins.
interface Look {
  width: number
  dark: boolean
}
const [wide, narrow]: [Look, Look] = [
  { width: 1280, dark: false },
  { width: 390, dark: true },
]
const everyLook = [1280, 959, 390, 320].flatMap((width) => [
  { width, dark: false },
  { width, dark: true },
])
/** What the screens share is drawn in both looks by their neighbours; all eight are for the long run. */
const looksOf = (place: number): Look[] =>
  process.env.HEAVY ? everyLook : [place % 2 === 0 ? wide : narrow]

// Records open with ?id=; these exist in the demonstration data.
const withId = new Set<Path>([
  '/app/customer/edit',
  '/app/customer/details',
  '/app/contract',
  '/app/contract/edit',
  '/app/meter',
  '/app/meter/edit',
  '/app/meterreading/edit',
  '/app/task',
  '/app/bankaccount',
  '/app/payout',
  '/app/ddevent',
  '/app/network/edit',
  '/app/proposal/edit',
  '/app/supplier/edit',
  '/app/partner/edit',
  '/app/supplier/details',
  '/app/partner/details',
  '/app/commissionstatement',
  '/app/staff/edit',
  '/app/user/admin',
  '/app/organisation/admin',
])
// The shell around a screen is the same everywhere: it is looked at with these.
const wholePages = new Set<Path>(['/app/home', '/app/customers', '/app/signin', '/invoice/'])
// Where people are all day: these are held against the smallest phone and a page at 200 % each time.
const mainScreens = new Set<Path>([
  '/app/home',
  '/app/dashboard',
  '/app/customers',
  '/app/customer/details',
  '/app/contracts',
  '/app/invoices',
  '/app/banktransactions',
  '/app/messages',
  '/app/meters',
  '/app/reports',
])
const narrowest = [320, 1280 / 2]
// Their own page says where they lead; opening them signs the visitor out.
const skipped = new Set<Path>(['/app/signout'])

/** What is drawn while something is still loading. */
const onItsWay = '[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root'

async function openScreen(visited: Visit, path: Path) {
  const { page } = visited
  const address = withId.has(path) ? `${path}?id=1` : path
  // Behind sign-in a screen follows the last one as it does for the staff, without a load.
  if (page.url().includes('/app/') && !isPublic(path)) await go(page, address)
  else await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

async function change({ page }: Visit, { width, dark }: Look) {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
}

/** What is on its way is there, and no colour is half-way to another. */
async function settle(page: Page, dark: boolean) {
  await expect.poll(() => page.locator(onItsWay).count()).toBe(0)
  const scheme = `document.documentElement.dataset.mantineColorScheme === '${dark ? 'dark' : 'light'}'`
  const still = '!document.getAnimations().some((running) => running instanceof CSSTransition)'
  await expect.poll(() => page.evaluate<boolean>(`${scheme} && ${still}`)).toBe(true)
}

async function inspect({ page }: Visit, path: Path, { width, dark }: Look): Promise<string[]> {
  await settle(page, dark)
  const found = await axeFindings(page, wholePages.has(path) ? 'html' : 'main')
  found.push(...(await sideways(page)))
  return found.map((finding) => `${path} at ${width} px${dark ? ', dark' : ''}: ${finding}`)
}

/** WCAG 1.4.10: nothing but the text itself is scrolled to be read. */
async function sideways(page: Page): Promise<string[]> {
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  return overflow > 0 ? [`scrolls sideways by ${overflow} px`] : []
}

async function inspectReflow(visited: Visit, path: Path): Promise<string[]> {
  const found: string[] = []
  for (const width of mainScreens.has(path) ? narrowest : []) {
    await visited.page.setViewportSize({ width, height: 900 })
    await settleReflow(visited.page)
    found.push(...(await sideways(visited.page)).map((one) => `${path} at ${width} px: ${one}`))
  }
  return found
}

/** The rows of a list become cards, or a table again, one picture later. */
const settleReflow = (page: Page) =>
  page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 50)))')

/** What is wrong with these screens, one after the other, each in the looks of its place. */
export async function inspectAll(visited: Visit, screens: ScreenTurn[]): Promise<string[]> {
  const found: string[] = []
  for (const { path, place } of screens) {
    const looks = looksOf(place)
    if (looks[0]) await change(visited, looks[0])
    await openScreen(visited, path)
    for (const look of looks) {
      await change(visited, look)
      found.push(...(await inspect(visited, path, look)))
    }
    found.push(...(await inspectReflow(visited, path)))
    found.push(...visited.troubles.splice(0).map((trouble) => `${path} ${trouble}`))
  }
  await visited.context.close()
  return found
}

const isPublic = (path: Path) => routes[path].entry === 'public'

interface ScreenTurn {
  path: Path
  /** Its place among all of its kind, which decides how it looks. */
  place: number
}
// The keys of the table are its paths.
const paths = (Object.keys(routes) as Path[]).filter((path) => !skipped.has(path))
const turns = (some: Path[]): ScreenTurn[] => some.map((path, place) => ({ path, place }))

export const publicScreens = turns(paths.filter(isPublic))
const guarded = turns(paths.filter((path) => !isPublic(path)))
// About as long as what comes after it, with the public screens: two workers share them.
const middle = guarded.findIndex(({ path }) => path === '/app/contract')
/** Home, people, invoices, the bank and the books. */
export const screensOfMoney = guarded.slice(0, middle)
/** Contracts, meters, messages, settings and the platform. */
export const screensOfSupply = guarded.slice(middle)
