import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entities } from '#domain/entities.ts'
import { extensions } from '#domain/files/media-type.ts'
import { fieldsOf } from '#domain/kit/entity.ts'
import { TOKEN_MS } from '#server/identity/session-token.ts'
import { sourceFiles } from './source.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const inventory = read('docs/security-inventory.md')

/** A part of the page, from its heading to the next. */
function part(heading: string): string {
  const found = inventory.split(/^## /m).find((text) => text.startsWith(heading))
  if (!found) throw new Error(`The inventory has no part “${heading}”.`)
  return found
}

// Shows: V14.1.1, V14.1.2, V8.1.2
test('every value that is masked is named among what does most harm', () => {
  const masked = entities.flatMap((entity) =>
    fieldsOf(entity).flatMap(([name, { options }]) => (options.masked ? [name] : [])),
  )
  expect(masked.length).toBeGreaterThan(4)
  for (const name of masked) expect(part('Data')).toContain(`\`${name}\``)
})

// Shows: V16.1.1, V16.2.3
test('every log is listed with its place, its readers and its time', () => {
  const tables = sourceFiles('src/server')
    .flatMap(({ text }) => [...text.matchAll(/insert into (\w*(?:_logs|_events|history))\b/g)])
    .map(([, table = '']) => table)
    .filter((table) => table !== 'webhook_events')
  expect(new Set(tables).size).toBeGreaterThan(3)
  for (const table of tables) expect(part('Logs')).toContain(`\`${table}\``)
})

// Shows: V13.1.1
test('everybody who is called is listed', () => {
  const settings = [
    'DATABASE_URL',
    'SMTP_URL',
    'CLAMAV_URL',
    'AKAHU_URL',
    'GOCARDLESS_URL',
    'MAP_TILES_URL',
    'CHANNELS_FILE',
    'S3_ENDPOINT',
    'DNS_SERVER',
    'webhooks',
  ]
  for (const setting of settings) expect(part('Calls to others')).toContain(setting)
  const others = read('docs/operations.md').match(/`\w+_(URL|ENDPOINT|SERVER|HOST)`/g) ?? []
  const known = /DATABASE|SMTP|CLAMAV|AKAHU|GOCARDLESS|PUBLIC|MAP_TILES|S3|DNS/
  expect(others.filter((name) => !known.test(name))).toEqual([])
})

// Shows: V5.1.1
test('every kind of file that is taken is listed', () => {
  for (const [ending] of Object.values(extensions)) expect(part('Files')).toContain(ending)
})

// Shows: V6.1.1, V6.1.2, V6.1.3, V6.3.4, V7.1.1, V7.1.2, V8.1.1
test('ways in, their limits and how long a session lasts are told as they are', () => {
  const told = part('Ways in')
  expect(told).toContain(`${TOKEN_MS / 60_000} minutes`)
  for (const way of ['password', 'passkey', 'recovery code', 'API key', 'mailed link'])
    expect(told).toContain(way)
  expect(read('docs/security.md')).toMatch(/\*\*Guessing\.\*\*/)
  expect(part('Rules of values')).toContain('tests/access/matrix.csv')
})

// Shows: V2.1.1, V2.1.2, V2.1.3, V15.1.1, V15.1.3
test('rules of values, what takes long and when packages are mended are told', () => {
  expect(part('Rules of values')).toContain('openapi.json')
  expect(part('What takes long')).toMatch(/jobs|at a time/)
  expect(part('Packages')).toMatch(/within two days/)
})
