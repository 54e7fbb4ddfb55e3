import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root, run } from './run.mjs'

// The tests read here which browser to drive.
const foundFile = join(root, 'node_modules', '.switchboard-chromium')
const playwright = join(root, 'node_modules', 'playwright-core')

// The shell alone draws what the whole browser draws, in two thirds of the time.
const shells = ['/usr/bin/chromium-headless-shell', '/usr/lib/chromium/chromium-headless-shell']
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Finds a Chromium for the browser tests, or gets one. */
export function findOrInstallChromium() {
  const path = findChromium() || installChromium()
  if (!existsSync(foundFile) || readFileSync(foundFile, 'utf8') !== path) {
    writeFileSync(foundFile, path)
  }
}

function findChromium() {
  const named = process.env.CHROMIUM
  if (named) {
    if (!runs(named)) throw new Error(`CHROMIUM names ${named}, which does not run.`)
    return named
  }
  const remembered = existsSync(foundFile) ? readFileSync(foundFile, 'utf8') : ''
  return [...shells, remembered, ...usualPlaces].find(runs) || playwrightsOwn()
}

function installChromium() {
  console.log('Getting a Chromium for the browser tests. This happens once.')
  const tried = []
  if (process.getuid && process.getuid() === 0 && run('apt-get', ['--version']).ok) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    const install = ['install', '-y', '-q', '--no-install-recommends']
    const steps = [
      ['update', '-q'],
      [...install, 'chromium-headless-shell'],
      [...install, 'chromium'],
    ]
    for (const step of steps) {
      const result = run('apt-get', step, { env })
      if (!result.ok) tried.push(`apt-get ${step[0]} ${step.at(-1)}: ${lastLine(result.said)}`)
      const found = findChromium()
      if (found) return found
    }
  }
  const result = run(pinnedNode, [join(playwright, 'cli.js'), 'install', 'chromium'])
  if (!result.ok) tried.push(`playwright-core install chromium: ${lastLine(result.said)}`)
  const found = findChromium()
  if (found) return found
  throw new Error(
    'The browser tests need Chromium and none could be found or installed.\n' +
      `${tried.map((line) => `  ${line}\n`).join('')}` +
      'Install Chromium or Chrome yourself, or name one: CHROMIUM=/path/to/chromium npm test',
  )
}

function playwrightsOwn() {
  const ask = "console.log(require('playwright-core').chromium.executablePath())"
  const result = run(pinnedNode, ['-e', ask])
  return result.ok && runs(result.said) ? result.said : ''
}

function runs(path) {
  return Boolean(path) && existsSync(path) && run(path, ['--version'], { timeout: 20_000 }).ok
}

function lastLine(text) {
  return text.split('\n').at(-1)
}
