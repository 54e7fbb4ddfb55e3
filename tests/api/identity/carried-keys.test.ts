import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseBefore } from '#tests/support/database-before.ts'

let database: Awaited<ReturnType<typeof databaseBefore>>
beforeAll(async () => {
  database = await databaseBefore('0039_api_keys.sql')
}, 120_000)
afterAll(() => database.close())

test('a key from before goes on with all its rights, named by its day, for a year', async () => {
  const { owner } = database
  await owner.query(`insert into organisations (name) values ('One')`)
  await owner.query(`insert into users (username, email) values ('tom', 'tom@example.co.nz')`)
  await owner.query(
    `insert into api_keys (user_id, organisation_id, user_version, key_hash, hint, created_at)
     select u.id, o.id, 1, 'hash', 'sb_abcde', '2026-05-18T13:00:00Z' from users u, organisations o`,
  )
  await database.migrate()
  const { rows } = await owner.query(
    `select name, can_write, modules, hint, convert_from(key_hash, 'utf8') as hash, last_used_ip,
       expires_at - now() between interval '364 days' and interval '366 days' as is_year
     from api_keys`,
  )
  const rights = { can_write: true, modules: null }
  const kept = { hint: 'sb_abcde', hash: 'hash', last_used_ip: null }
  expect(rows).toEqual([{ name: 'Key of 19/05/2026', ...rights, ...kept, is_year: true }])
})
