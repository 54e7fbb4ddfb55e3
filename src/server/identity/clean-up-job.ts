import { z } from 'zod'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'

const DAY_MS = 86_400_000
const nowhere = { organisation_id: null, user_id: null }

/**
 * Forgets what has had its time: tries and recorded answers after a day, links after a month, sessions after 90 days.
 * Until then sessions tell known browsers from new ones. Events stay: they are the record.
 */
export const cleanUpIdentity = defineJob({
  name: 'identity-clean-up',
  payload: z.object({}),
  run: async (ctx) => {
    await dropLocks(ctx)
    await dropRecordedAnswers(ctx)
    const before = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY_MS)
    await ctx.database.write(nowhere, async (conn) => {
      await conn.query('delete from attempts where created_at < $1', [before(1)])
      await conn.query('delete from one_time_tokens where expires_at < $1', [before(30)])
      // Sessions in another's name go before the ones they were begun from.
      await conn.query('delete from sessions where expires_at < $1 and parent_id is not null', [
        before(90),
      ])
      await conn.query(
        `delete from sessions s where expires_at < $1
         and not exists (select from sessions c where c.parent_id = s.id)`,
        [before(90)],
      )
    })
  },
})

/** Locks that nobody gave up; each organisation's in its own scope. */
async function dropLocks(ctx: JobContext): Promise<void> {
  const organisations = await ctx.database.read(nowhere, (conn) =>
    conn.query<{ id: number }>('select id from organisations order by id'),
  )
  for (const { id } of organisations) {
    await ctx.database.write({ organisation_id: id, user_id: null }, (conn) =>
      conn.query("delete from datalocks where renewed_at < now() - interval '1 day'"),
    )
  }
}

/** Answers kept for a second try hold whole records; each person's go in their own scope. */
async function dropRecordedAnswers(ctx: JobContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - DAY_MS)
  const users = await ctx.database.read(nowhere, (conn) =>
    conn.query<{ id: number }>('select id from users order by id'),
  )
  for (const { id } of users) {
    await ctx.database.write({ organisation_id: null, user_id: id }, (conn) =>
      conn.query('delete from idempotency_keys where user_id = $1 and created_at < $2', [
        id,
        before,
      ]),
    )
  }
}
