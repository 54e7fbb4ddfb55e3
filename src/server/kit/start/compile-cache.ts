import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../../node_modules/.cache/node', import.meta.url))

/**
 * Keeps what Node makes of the sources for the next start; where the folder cannot be written, it
 * goes on without. It holds for what is imported afterwards, so an entry calls this first of all.
 */
export function keepCompiled(): void {
  enableCompileCache(folder)
}
