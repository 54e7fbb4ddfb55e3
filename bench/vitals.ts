import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type ChildServer, startChild } from './child-server.ts'
import type { Line } from './report.ts'

// What a browser itself says of the five main screens, of this state of the code and of the one
// before, one after the other in the same minutes.
const screens = {
  home: '/app/home',
  customers: '/app/customers',
  customer: '/app/customer/details?id=1',
  invoices: '/app/invoices',
  invoice: '/app/invoice/edit?id=1',
}
type Screen = keyof typeof screens
const ROUNDS = 5
const GOALS = { lcp: 2000, cls: 0.05, inp: 200 }
/** The demonstration is made at the first start. */
const START_MS = 180_000

interface Vitals {
  /** When the largest part was drawn, in milliseconds. */
  lcp: number
  /** How much moved under the eyes. */
  cls: number
  /** The slowest answer to a key, in milliseconds. */
  inp: number
}

const root = fileURLToPath(new URL('..', import.meta.url))

export async function vitalLines(freePort: () => Promise<number>): Promise<Line[]> {
  const folders: string[] = []
  const servers: ChildServer[] = []
  const before = mkdtempSync(join(tmpdir(), 'switchboard-before-'))
  try {
    const commit = checkOutBefore(before)
    for (const place of [root, before]) {
      const data = mkdtempSync(join(tmpdir(), 'switchboard-vitals-'))
      folders.push(data)
      build(place)
      servers.push(await startDemo(place, data, await freePort()))
    }
    const browser = await openBrowser()
    const [ours = [], theirs = []] = await measureBoth(browser, servers)
    await browser.close()
    return (Object.keys(screens) as Screen[]).map((screen) => lineOf(screen, ours, theirs, commit))
  } finally {
    for (const server of servers) await server.stop()
    git('worktree', 'remove', '--force', before)
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** The last commit where something is not committed yet, otherwise the one before it. */
function checkOutBefore(folder: string): string {
  const commit = git('rev-parse', git('status', '--porcelain') ? 'HEAD' : 'HEAD~1')
  git('worktree', 'add', '--detach', '--force', folder, commit)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return commit.slice(0, 8)
}

function build(place: string): void {
  const words = `import('./scripts/setup/build-web-app.mjs').then((it) => it.buildWebApp())`
  execFileSync(process.execPath, ['-e', words], { cwd: place, stdio: 'ignore' })
}

function startDemo(place: string, data: string, port: number): Promise<ChildServer> {
  const program = join(place, 'src/server/main.ts')
  const env = { DATA_DIR: data, DEMO: '1' }
  return startChild({ program, port, env, readyPath: '/readyz', limitMs: START_MS })
}

type Measured = Record<Screen, Vitals>[]

/** Turn by turn, so that a busy moment of the machine meets both. */
async function measureBoth(browser: Browser, servers: ChildServer[]): Promise<Measured[]> {
  const found: Measured[] = servers.map(() => [])
  // The first round fills what the servers keep, and is left out.
  for (let round = 0; round <= ROUNDS; round++)
    for (const [place, { port }] of servers.entries()) {
      const measured = await measureAll(browser, `http://localhost:${port}`)
      if (round > 0) found[place]?.push(measured)
    }
  return found
}

const WATCH = `
  window.vitals = { lcp: 0, cls: 0, inp: 0 }
  const watch = (type, take, more) => new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) take(entry)
  }).observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', (entry) => { window.vitals.lcp = entry.startTime })
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) window.vitals.cls += entry.value
  })
  watch('event', (entry) => {
    window.vitals.inp = Math.max(window.vitals.inp, entry.duration)
  }, { durationThreshold: 16 })`

async function measureAll(browser: Browser, url: string): Promise<Record<Screen, Vitals>> {
  const { page, context } = await visitAs(browser, url, 'manager', { width: 1400 })
  await context.addInitScript(WATCH)
  const found: Partial<Record<Screen, Vitals>> = {}
  for (const [screen, path] of Object.entries(screens)) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    // Painting is over with the first key: what counts as the largest is known then.
    await page.waitForTimeout(300)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').first().waitFor()
    await page.keyboard.type('du')
    await page.waitForTimeout(300)
    found[screen as Screen] = await page.evaluate<Vitals>('window.vitals')
  }
  await context.close()
  return found as Record<Screen, Vitals>
}

function lineOf(screen: Screen, ours: Measured, theirs: Measured, commit: string): Line {
  const own = middleOf(ours, screen)
  const other = middleOf(theirs, screen)
  return {
    key: 'y',
    title: `Web Vitals of ${screen}`,
    ours: wordsOf(own),
    reference: `${commit} ${wordsOf(other)}`,
    reached: `${((own.lcp / other.lcp) * 100).toFixed(0)} % of its LCP`,
    goal: `LCP ≤ ${GOALS.lcp} ms, CLS < ${GOALS.cls}, INP ≤ ${GOALS.inp} ms`,
    isMet: own.lcp <= GOALS.lcp && own.cls < GOALS.cls && own.inp <= GOALS.inp,
    figures: { own, other },
  }
}

const wordsOf = ({ lcp, cls, inp }: Vitals) =>
  `LCP ${lcp.toFixed(0)} ms, CLS ${cls.toFixed(3)}, INP ${inp.toFixed(0)} ms`

function middleOf(rounds: Measured, screen: Screen): Vitals {
  const middle = (name: keyof Vitals) => {
    const sorted = rounds.map((round) => round[screen][name]).toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  }
  return { lcp: middle('lcp'), cls: middle('cls'), inp: middle('inp') }
}
