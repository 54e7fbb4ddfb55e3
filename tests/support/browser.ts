import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { z } from 'zod'
import { chromiumPath } from './chromium.ts'
import { demoPassword } from './demo-database.ts'

// The list named last is the only one that counts, so what Playwright switches off is repeated here.
// Popups of the address bar are pages of their own: each new window would draw two that nobody sees.
const withoutFeatures = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]
// The browser must not talk to anybody but the site under test.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  `--disable-features=${withoutFeatures.join(',')}`,
]

let kept: Promise<Browser> | undefined

/** One browser serves all files of a worker and goes with it; closing it closes its windows. */
export function openBrowser(): Promise<Browser> {
  kept ??= launch()
  return kept
}

/** All windows of this worker that are open now. */
export async function openPages(): Promise<Page[]> {
  return ((await kept)?.contexts() ?? []).flatMap((context) => context.pages())
}

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: flags })
  browser.on('disconnected', () => {
    kept = undefined
  })
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
  }
  return browser
}

export interface Visit {
  page: Page
  context: BrowserContext
  /** Errors of scripts and violations of the content policy; a clean visit has none. */
  troubles: string[]
}

interface Look {
  width?: number
  height?: number
  dark?: boolean
  /** Fingers instead of a mouse. */
  touch?: boolean
  /** What the browser's clock says, where the server's says something else than now. */
  at?: Date
}

/** How long a screen may take to show what is waited for, on a machine with more to do. */
const patienceMs = 45_000

/** A fresh person at a fresh browser window. */
export async function visit(browser: Browser, url: string, look: Look = {}): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: look.width ?? 1280, height: look.height ?? 900 },
    colorScheme: look.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    hasTouch: look.touch ?? false,
    isMobile: look.touch ?? false,
    acceptDownloads: true,
  })
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  if (look.at) await setClock(page, look.at)
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(`script error: ${error.message}`))
  page.on('console', (message) => {
    if (/Content Security Policy|Content-Security-Policy/i.test(message.text()))
      troubles.push(message.text())
  })
  return { page, context, troubles }
}

async function setClock(page: Page, at: Date): Promise<void> {
  await page.clock.setFixedTime(at)
  // Temporal has a clock of its own.
  const now = `Temporal.Instant.fromEpochMilliseconds(${at.getTime()})`
  await page.addInitScript(`Temporal.Now.instant = () => ${now}`)
}

export async function signIn(page: Page, username: string, password = demoPassword): Promise<void> {
  if (!page.url().includes('/app/signin')) await page.goto('/app/signin')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(
    (address) => !address.pathname.includes('signin') && address.pathname !== '/',
  )
  await page.getByRole('heading', { level: 1 }).waitFor()
}

interface Person extends Look {
  /** That of the demonstration, unless the world has another. */
  password?: string
}

/**
 * A signed-in person at a fresh window. Typing a password is the business of the tests of signing in:
 * here the session is asked for as the sign-in screen would, and lies where it would have put it.
 */
export async function visitAs(
  browser: Browser,
  url: string,
  username: string,
  { password = demoPassword, ...look }: Person = {},
): Promise<Visit> {
  const visited = await visit(browser, url, look)
  const token = await takeSession(visited.context, username, password)
  // Storage belongs to an address: any page of it will do, and this one is small.
  await visited.page.goto('/healthz')
  await visited.page.evaluate((value) => localStorage.setItem('token', value), token)
  await visited.page.goto('/app/home')
  await visited.page.getByRole('heading', { level: 1 }).waitFor()
  return visited
}

async function takeSession(
  context: BrowserContext,
  username: string,
  password: string,
): Promise<string> {
  await context.request.get('/api/v1/options')
  const csrf = (await context.cookies()).find(({ name }) => name === 'csrf_token')?.value ?? ''
  const reply = await context.request.post('/api/v1/user/signin', {
    data: { username, password },
    headers: { 'x-csrf-token': csrf },
  })
  if (!reply.ok()) throw new Error(`${username} cannot sign in: ${await reply.text()}`)
  return signedIn.parse(await reply.json()).token
}

const signedIn = z.object({ token: z.string() })
