import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

// What a browser must fetch before the first signed-in screen works, and for each screen after.
const web = join(import.meta.dirname, '../dist/web')
const initialLimit = 250_000
const chunkLimit = 120_000

const files = readdirSync(join(web, 'assets')).filter((name) => name.endsWith('.js'))
const sizes = new Map(
  files.map((name) => [name, gzipSync(readFileSync(join(web, 'assets', name))).length]),
)

/** The scripts that the page itself names, and what they import at once. */
function initialFiles(): Set<string> {
  const page = readFileSync(join(web, 'index.html'), 'utf8')
  const waiting = [...page.matchAll(/assets\/([\w.-]+\.js)/g)].map(([, name = '']) => name)
  waiting.push(...files.filter((name) => name.startsWith('home-')))
  const found = new Set<string>()
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    if (found.has(name) || !sizes.has(name)) continue
    found.add(name)
    const text = readFileSync(join(web, 'assets', name), 'utf8')
    const imports = [...text.matchAll(/(?:import|from)\s*["']\.\/([\w.-]+\.js)["']/g)]
    waiting.push(...imports.map(([, other = '']) => other))
  }
  return found
}

test('the first signed-in screen needs at most 250 kB of script', () => {
  const initial = [...initialFiles()]
  const total = initial.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0)
  console.log(`first screen: ${(total / 1000).toFixed(0)} kB gzip in ${initial.length} files`)
  expect(initial.length).toBeGreaterThan(0)
  expect(total).toBeLessThan(initialLimit)
})

test('no other screen’s own chunk is larger than 120 kB', () => {
  const initial = initialFiles()
  const large = [...sizes].filter(([name, size]) => !initial.has(name) && size > chunkLimit)
  expect(large).toEqual([])
})
