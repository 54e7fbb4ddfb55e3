import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// What a browser must fetch for each screen after the first one; that one is measured in a browser.
const web = join(import.meta.dirname, '../dist/web')
const chunkLimit = 105_000

const files = readdirSync(join(web, 'assets')).filter((name) => name.endsWith('.js'))
const sizes = new Map(files.map((name) => [name, sentBytes(name)]))

/** As the server sends it to a browser: the build's own brotli, or the file where it is small. */
function sentBytes(name: string): number {
  const file = join(web, 'assets', name)
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}

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

// Shows: E39
test('no other screen’s own chunk is larger than 105 kB', () => {
  const initial = initialFiles()
  const large = [...sizes].filter(([name, size]) => !initial.has(name) && size > chunkLimit)
  expect(large).toEqual([])
})
