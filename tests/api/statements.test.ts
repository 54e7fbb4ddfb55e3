import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writtenStatements } from '#server/kit/database/sql.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'

const server = join(import.meta.dirname, '../../src/server')
const modules = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
  // The two entries start a server when they are loaded.
  (file) => /\.ts$/.test(file) && !/\.test\.ts$|^(main|worker)\.ts$/.test(file),
)

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await cloneDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  for (const file of modules) await import(join(server, file))
}, 60_000)

afterAll(async () => {
  await client.end()
  await database.drop()
})

test('PostgreSQL can prepare every statement the server has', async () => {
  const statements = writtenStatements()
  expect(statements.length).toBeGreaterThan(0)
  const refused: string[] = []
  for (const [place, text] of statements.entries())
    await client.query(`prepare s${place} as ${text}`).catch((error: Error) => {
      refused.push(`${error.message}: ${text.slice(0, 300)}`)
    })
  expect(refused).toEqual([])
})

test('statements are written where their module begins, never inside a function', () => {
  const inside = modules.flatMap((file) =>
    readFileSync(join(server, file), 'utf8')
      .split('\n')
      .flatMap((line, place) =>
        /^\s.*\bsql(<|`)/.test(line) && !/^\s*(\*|\/\/)/.test(line) ? [`${file}:${place + 1}`] : [],
      ),
  )
  expect(inside.filter((place) => !place.startsWith('kit/database/sql.ts'))).toEqual([])
})
