import type { Browser, Page, Request, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { button, field, fill, heading, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'user')).page
  await page.clock.install()
})
afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.clock.resume()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

interface Saves {
  /** The keys of those that have come. */
  keys: unknown[]
  /** Waits until the page has the answer to the latest. */
  answered(): Promise<void>
}

/** Answers every save with the given failure. */
async function failSaves(answer: (route: Route) => Promise<void>): Promise<Saves> {
  const saves: Request[] = []
  const keys: unknown[] = []
  await page.route('**/api/v1/customer', async (route) => {
    const request = route.request()
    if (request.method() === 'GET') return route.continue()
    saves.push(request)
    keys.push(request.headers()['idempotency-key'])
    await answer(route)
  })
  // The question whether the server is back must not bring it back here.
  await page.route('**/readyz', (route) => route.abort())
  return {
    keys,
    async answered() {
      await expect.poll(() => saves.length).toBeGreaterThan(0)
      await (await saves.at(-1)?.response())?.finished()
      await page.evaluate('new Promise((resolve) => queueMicrotask(resolve))')
    },
  }
}

const refusal = (status: number) => (route: Route) =>
  route.fulfill({ status, json: { success: false, message: `Answered with ${status}.` } })

/** Opens a form, types, stops the clock and saves; time then passes only when told to. */
async function saveWithStoppedClock(): Promise<void> {
  await page.goto('/app/customer/edit?id=5')
  await heading(page, /./)
  await fill(page, { trading_name: `At ${Date.now()}` })
  await page.clock.pauseAt(new Date(await page.evaluate<number>('Date.now() + 1000')))
  await button(page, 'Save').click()
}

async function pass(ms: number): Promise<void> {
  await page.clock.runFor(ms)
  await page.evaluate('new Promise((resolve) => queueMicrotask(resolve))')
  // The page's time stands still meanwhile: a call it has made reaches us before more passes.
  await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Lets time pass, in small steps at the end, until that many calls have come; tells how much. */
async function passUntil(keys: unknown[], count: number, firstMs: number): Promise<number> {
  await pass(firstMs)
  let passedMs = firstMs
  for (; keys.length < count && passedMs < 10_000; passedMs += stepMs) await pass(stepMs)
  return passedMs
}

const stepMs = 100
/** How long is waited before the second, third and fourth call. */
const waits = [
  [1000, 2],
  [2000, 3],
  [4000, 4],
] as const

const failures: [string, (route: Route) => Promise<void>][] = [
  ['no connection', (route) => route.abort('connectionrefused')],
  ['502', refusal(502)],
  ['503', refusal(503)],
  ['504', refusal(504)],
]

// Shows: R33
test.each(failures)(
  '%s: tried again after 1, 2 and 4 s, then told; the same key each time',
  async (_, answer) => {
    const { keys, answered } = await failSaves(answer)
    await saveWithStoppedClock()
    const typed = await field(page, 'trading_name').inputValue()
    for (const [waitMs, count] of waits) {
      await answered()
      const passedMs = await passUntil(keys, count, waitMs - stepMs)
      expect(passedMs).toBeGreaterThanOrEqual(waitMs)
      expect(passedMs).toBeLessThan(waitMs + 1000)
    }
    await page.getByRole('alert').first().waitFor()
    await page.clock.runFor(60_000)
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(1)
    expect(await field(page, 'trading_name').inputValue()).toBe(typed)

    // Saving by hand later sends the same key once more, so that nothing happens twice.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.clock.resume()
    const again = page.waitForRequest((request) => request.url().endsWith('/v1/customer'))
    await button(page, 'Save').click()
    expect((await again).headers()['idempotency-key']).toBe(keys[0])
    await says(page, 'Changes saved.')
  },
)

// Shows: R33
test.each([400, 403, 404, 413, 500])(
  '%i is an answer: shown at once, never tried again',
  async (status) => {
    const { keys } = await failSaves(refusal(status))
    await saveWithStoppedClock()
    await page.getByRole('alert').getByText(`Answered with ${status}.`).waitFor()
    await page.clock.runFor(60_000)
    expect(keys).toHaveLength(1)
  },
)

test('401 asks for the password and is not tried again before it is given', async () => {
  const { keys } = await failSaves(refusal(401))
  await saveWithStoppedClock()
  await page.getByRole('dialog', { name: 'Sign In' }).waitFor()
  await page.clock.runFor(60_000)
  expect(keys).toHaveLength(1)
})
