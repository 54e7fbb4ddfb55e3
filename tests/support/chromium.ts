import { existsSync, readFileSync } from 'node:fs'

/** The browser that setting up has found or installed. */
export function chromiumPath(): string {
  const found = new URL('../../node_modules/.switchboard-chromium', import.meta.url)
  const path = process.env.CHROMIUM ?? (existsSync(found) ? readFileSync(found, 'utf8') : '')
  if (path) return path
  throw new Error('No Chromium is known yet: run `node scripts/setup.mjs --tests` first.')
}
