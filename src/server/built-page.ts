import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const webFolder = join(import.meta.dirname, '../../dist/web')

/** The one page of all screens, as the build made it. */
export function builtPage(): string {
  const file = join(webFolder, 'index.html')
  if (existsSync(file)) return readFileSync(file, 'utf8')
  return '<!doctype html><title>Not built</title><p>Run <code>npm run build</code> first.</p>'
}

/**
 * Names a build. The names of its files stand in the page with their hashes, so another one is called
 * otherwise as soon as any screen differs. It has letters alone, which nobody takes for an amount.
 */
export const nameOfBuild = (page: string): string =>
  createHash('sha256')
    .update(page)
    .digest('hex')
    .slice(0, 16)
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
