import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { z } from 'zod'
import { chromiumPath } from './chromium.ts'
import { demoPassword } from './demo-database.ts'

// The browser must not talk to anybody but the site under test.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: flags })
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
}

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
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(`script error: ${error.message}`))
  page.on('console', (message) => {
    if (/Content Security Policy|Content-Security-Policy/i.test(message.text()))
      troubles.push(message.text())
  })
  return { page, context, troubles }
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

/**
 * A signed-in person at a fresh window. Typing a password is the business of the tests of signing in:
 * here the session is asked for as the sign-in screen would, and lies where it would have put it.
 */
export async function visitAs(
  browser: Browser,
  url: string,
  username: string,
  look: Look = {},
): Promise<Visit> {
  const visited = await visit(browser, url, look)
  await takeSession(visited.context, url, username)
  await visited.page.goto('/app/home')
  await visited.page.getByRole('heading', { level: 1 }).waitFor()
  return visited
}

async function takeSession(context: BrowserContext, url: string, username: string): Promise<void> {
  await context.request.get('/api/v1/options')
  const { cookies } = await context.storageState()
  const csrf = cookies.find(({ name }) => name === 'csrf_token')?.value ?? ''
  const reply = await context.request.post('/api/v1/user/signin', {
    data: { username, password: demoPassword },
    headers: { 'x-csrf-token': csrf },
  })
  if (!reply.ok()) throw new Error(`${username} cannot sign in: ${await reply.text()}`)
  const { token } = signedIn.parse(await reply.json())
  const kept = { origin: new URL(url).origin, localStorage: [{ name: 'token', value: token }] }
  const signed = await context.storageState()
  await context.setStorageState({ ...signed, origins: [kept] })
}

const signedIn = z.object({ token: z.string() })
