import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const core = 'node_modules/@mantine/core'
const siblings = ['dates', 'modals', 'notifications', 'spotlight']

/** What the source of a module names in its imports from another one. */
function named(source: string, from: RegExp): [names: string[], from: string][] {
  const found = source.matchAll(/import \{([^}]*)\} from ['"]([^'"]+)['"]/g)
  return [...found]
    .filter(([, , path = '']) => from.test(path))
    .map(([, names = '', path = '']) => [
      names.split(',').map((name) =>
        name
          .trim()
          .replace(/^type /, '')
          .replace(/ as .*$/, ''),
      ),
      path,
    ])
}

/** A module and all that it takes of its own package. */
function addModules(path: string, found: Set<string>): void {
  const file = normalize(path)
  if (found.has(file) || !existsSync(file)) return
  found.add(file)
  for (const [, from] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g))
    addModules(join(dirname(file), from ?? ''), found)
}

/** The components with styles that screens use, with those that these are made of. */
function styledParts(): string[] {
  const users = [
    ...globSync('src/web/**/*.{ts,tsx}'),
    ...siblings.flatMap((name) => globSync(`node_modules/@mantine/${name}/esm/**/*.mjs`)),
  ]
  const used = users.flatMap((path) =>
    named(readFileSync(path, 'utf8'), /^@mantine\/core$/).flatMap(([names]) => names),
  )
  const index = named(readFileSync(`${core}/esm/index.mjs`, 'utf8'), /^\./)
  const homes = new Map(
    index.flatMap(([names, from]) => names.map((name) => [name, from] as const)),
  )
  const modules = new Set<string>()
  for (const name of new Set(used)) {
    const home = homes.get(name)
    if (home) addModules(join(core, 'esm', home), modules)
  }
  return [...modules]
    .filter((path) => path.endsWith('.module.mjs'))
    .map((path) => basename(path, '.module.mjs'))
    .filter((name) => existsSync(`${core}/styles/${name}.css`))
}

const listed = [
  ...readFileSync('src/web/app/mantine.css', 'utf8').matchAll(/styles\/([\w-]+)\.css/g),
].map(([, name = '']) => name)

test('every part of Mantine that screens use comes with its styles, and no other does', () => {
  const whole = ['baseline', 'default-css-variables', 'global']
  expect(listed.toSorted()).toEqual([...whole, ...styledParts()].toSorted())
})

test('its styles stand in the order of Mantine itself', () => {
  const all = readFileSync(`${core}/styles.css`, 'utf8')
  const places = listed.map((name) =>
    all.indexOf(readFileSync(`${core}/styles/${name}.css`, 'utf8').trim().slice(0, 400)),
  )
  expect(places.every((place) => place >= 0)).toBe(true)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})
