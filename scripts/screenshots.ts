import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { openBrowser, visitAs } from '#tests/support/browser.ts'

// The ten main screens as staff see them, by day and by night, at a desk and on a phone: made anew by
// `npm run screenshots` from the demonstration, so that docs/screens.md shows what there is.
const screens = [
  ['home', 'Home', '/app/home'],
  ['customers', 'Customers', '/app/customers'],
  ['customer', 'A customer on the phone', '/app/customer/details?id=1'],
  ['invoices', 'Invoices', '/app/invoices'],
  ['invoice', 'An invoice', '/app/invoice/edit?id=1'],
  ['contract', 'A contract', '/app/contract?id=1'],
  ['billing-run', 'Billing run', '/app/invoices/run'],
  ['bank', 'Bank', '/app/banktransactions'],
  ['inbox', 'Messages', '/app/messages'],
  ['reports', 'Reports', '/app/reports'],
] as const

const looks = [
  { width: 1400, height: 900, dark: false },
  { width: 1400, height: 900, dark: true },
  { width: 390, height: 844, dark: false },
  { width: 390, height: 844, dark: true },
]
type Look = (typeof looks)[number]

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'docs/images/screens')
const port = 5190
const url = `http://localhost:${port}`
const onItsWay = '[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root'

const fileOf = (name: string, { width, dark }: Look) =>
  `${name}-${width}-${dark ? 'dark' : 'light'}.jpg`

const data = mkdtempSync(join(tmpdir(), 'switchboard-screens-'))
const server = spawn(process.execPath, ['src/server/main.ts'], {
  cwd: root,
  stdio: 'ignore',
  env: { ...process.env, DATA_DIR: data, PORT: String(port), DEMO: '1' },
})
try {
  await isReady()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const browser = await openBrowser()
  for (const look of looks) await takeAll(browser, look)
  writeFileSync(join(root, 'docs/screens.md'), page())
  await browser.close()
} finally {
  server.kill('SIGTERM')
  await once(server, 'close')
  rmSync(data, { recursive: true, force: true })
}
process.exit(0)

async function isReady(): Promise<void> {
  for (let tries = 0; tries < 240; tries++) {
    const reply = await fetch(`${url}/readyz`).catch(() => null)
    if (reply?.ok) return
    await sleep(500)
  }
  throw new Error('The demonstration was not ready within two minutes.')
}

async function takeAll(browser: Browser, look: Look): Promise<void> {
  const { page: window, context } = await visitAs(browser, url, 'manager', look)
  for (const [name, , path] of screens) {
    await window.goto(path)
    await window.getByRole('heading', { level: 1 }).first().waitFor()
    while ((await window.locator(onItsWay).count()) > 0) await sleep(50)
    await window.evaluate('document.fonts.ready')
    const to = join(folder, fileOf(name, look))
    await window.screenshot({ path: to, type: 'jpeg', quality: 72, animations: 'disabled' })
    console.log(fileOf(name, look))
  }
  await context.close()
}

function page(): string {
  const shown = screens.map(([name, title]) =>
    [
      `## ${title}`,
      '',
      '| 1400 px | 390 px |',
      '|---|---|',
      ...[false, true].map((dark) => {
        const cells = looks
          .filter((look) => look.dark === dark)
          .map((look) => {
            const words = `${title} at ${look.width} px, ${dark ? 'dark' : 'light'}`
            return `![${words}](images/screens/${fileOf(name, look)})`
          })
        return `| ${cells.join(' | ')} |`
      }),
    ].join('\n'),
  )
  const head = `# The main screens

Taken from the demonstration by \`npm run screenshots\`, which writes this page anew as well.`
  return `${[head, ...shown].join('\n\n')}\n`
}
