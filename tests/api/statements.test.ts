import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writtenStatements } from '#server/kit/database/sql.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { type DeclaredRow, declaredRows } from '#tests/support/declared-rows.ts'
import { columnsOf } from '#tests/support/described-columns.ts'
import type { TestDatabase } from '#tests/support/filled-database.ts'

const server = join(import.meta.dirname, '../../src/server')
const modules = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
  // The two entries start a server when they are loaded.
  // The tag itself is no statement.
  (file) => /\.ts$/.test(file) && !/\.test\.ts$|^(main|worker)\.ts$|database.sql\.ts$/.test(file),
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
  expect(statements.length).toBeGreaterThan(1200)
  const refused: string[] = []
  for (const [place, text] of statements.entries())
    await client.query(`prepare s${place} as ${text}`).catch((error: Error) => {
      refused.push(`${error.message}: ${text.slice(0, 300)}`)
    })
  expect(refused).toEqual([])
})

// Written for the names of each kind of file, once, where the module of that kind begins.
const writtenForKinds = ['staging', 'staged-rows', 'cell-statements', 'refuse-second-time'].map(
  (file) => `kit/import/${file}.ts`,
)

/** What a row says and its statement does not, or the other way round; a kind has more columns. */
function differences({ place, names, optional }: DeclaredRow, columns: readonly string[]) {
  const missing = names.filter((name) => !columns.includes(name) && !optional.includes(name))
  const isForKinds = writtenForKinds.some((file) => place.startsWith(`src/server/${file}`))
  const unsaid = isForKinds ? [] : columns.filter((name) => !names.includes(name))
  return [...missing, ...unsaid.map((name) => `not ${name}`)]
}

test('a statement answers the columns that its row declares, and no others', async () => {
  const declared = declaredRows()
  expect(declared.length).toBeGreaterThan(900)
  const wrong: string[] = []
  for (const row of declared) {
    const answers: string[][] = []
    for (const statement of writtenStatements().filter((written) => row.text.test(written)))
      answers.push(differences(row, await columnsOf(client, statement)))
    if (!answers.some((answer) => answer.length === 0))
      wrong.push(`${row.place}: ${answers.join(' or ')}`)
  }
  expect(wrong).toEqual([])
})

// Shows: V1.2.4
test('statements are written where their module begins, never inside a function', () => {
  const written = modules.filter((file) => !writtenForKinds.includes(file))
  const inside = written.flatMap((file) =>
    readFileSync(join(server, file), 'utf8')
      .split('\n')
      .flatMap((line, place) =>
        /^\s.*\bsql(<|`)/.test(line) && !/^\s*(\*|\/\/)/.test(line) ? [`${file}:${place + 1}`] : [],
      ),
  )
  expect(inside).toEqual([])
})
