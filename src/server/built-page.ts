import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const webFolder = join(import.meta.dirname, '../../dist/web')

export interface BuiltPage {
  html: string
  /** What the build is called. */
  build: string
}

/** The one page of all screens, as the build made it. */
export function readBuiltPage(): BuiltPage {
  const file = join(webFolder, 'index.html')
  const html = existsSync(file)
    ? readFileSync(file, 'utf8')
    : '<!doctype html><title>Not built</title><p>Run <code>npm run build</code> first.</p>'
  return { html, build: nameOf(html) }
}

/**
 * Names a build. The names of its files stand in the page with their hashes, so another one is called
 * otherwise as soon as any screen differs. It has letters alone, which nobody takes for an amount.
 */
const nameOf = (html: string): string =>
  createHash('sha256')
    .update(html)
    .digest('hex')
    .slice(0, 16)
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
