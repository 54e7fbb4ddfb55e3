import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseBefore } from '#tests/support/database-before.ts'

let database: Awaited<ReturnType<typeof databaseBefore>>
beforeAll(async () => {
  database = await databaseBefore('0050_outbox.sql')
}, 120_000)
afterAll(() => database.close())

test('what billing mailed before is read with the messages of its customer', async () => {
  const { owner } = database
  await owner.query(`insert into organisations (name) values ('One')`)
  await owner.query(`select set_config('app.organisation_id', '1', false)`)
  await owner.query(`insert into customers (organisation_id, name, customer_number)
    values (1, 'Rewa Glass', 'C-1')`)
  await owner.query(`insert into mails (mail_to, mail_from, subject, status, unique_key, attempts,
      created_at, sent_at, error)
    values ('rewa@example.co.nz', 'office@harbour.example', 'Your statement', 'sent',
        'statement 1 2026-01-01 2026-03-31 7 rewa@example.co.nz', 1, '2026-04-01', '2026-04-01', null),
      ('rewa@example.co.nz', null, 'Your statement', 'failed', 'statement 1 again', 3, '2026-05-01',
        null, 'No such user'),
      ('rewa@example.co.nz', null, 'Your statement', 'queued', 'statement 1 waits', 0, '2026-05-02',
        null, null),
      ('tom@example.co.nz', null, 'Your password', 'sent', 'reset 1', 1, '2026-05-01', now(), null)`)
  await database.migrate()
  const { rows } = await owner.query(
    'select kind, status, recipient, subject, customer_id::int, error from messages order by id',
  )
  const kept = { kind: 'statement', recipient: 'rewa@example.co.nz', subject: 'Your statement' }
  expect(rows).toEqual([
    { ...kept, status: 'accepted', customer_id: 1, error: null },
    { ...kept, status: 'failed', customer_id: 1, error: 'No such user' },
  ])
  // What still waits leaves as it would have; what is nobody's stays where it was.
  const left = await owner.query('select unique_key from mails order by id')
  expect(left.rows).toEqual([{ unique_key: 'statement 1 waits' }, { unique_key: 'reset 1' }])
})
