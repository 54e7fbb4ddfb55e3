import { z } from 'zod'
import { sql } from '#server/kit/database/sql.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import { eachOrganisation } from '#server/kit/jobs/system-context.ts'

const DAY_MS = 86_400_000
const nowhere = { organisation_id: null, user_id: null }

const DROP_TRIES = sql<never, [before: Date]>`delete from attempts where created_at < $1`
const DROP_LINKS = sql<never, [before: Date]>`delete from one_time_tokens where expires_at < $1`
// Whoever opens an old invoice or offer is told that its time is over, and where offers are listed the
// day stands beside them; the link of a mail stops mails for good.
const DROP_PUBLIC_LINKS = sql<never, [before: Date]>`delete from public_links
  where expires_at < $1
    and object_class not in ('invoice', 'contract_document', 'unsubscribe')`
const DROP_NETWORKS = sql<never, [before: Date]>`delete from known_networks where last_seen_at < $1`
const DROP_BORROWED_SESSIONS = sql<
  never,
  [before: Date]
>`delete from sessions where expires_at < $1 and parent_id is not null`
const DROP_SESSIONS = sql<never, [before: Date]>`delete from sessions s where expires_at < $1
    and not exists (select from sessions c where c.parent_id = s.id)`

/**
 * Forgets what has had its time: tries and recorded answers after a day, links of accounts after a
 * month, other links, sessions and where they came from after 90 days. Until then sessions tell known
 * browsers from new ones. Events stay: they are the record.
 */
export const cleanUpIdentity = defineJob({
  name: 'identity-clean-up',
  payload: z.object({}),
  run: async (ctx) => {
    // Locks go before the sessions that hold them; an organisation whose turn fails keeps the rest
    // from nothing.
    try {
      await dropLocks(ctx)
    } finally {
      await forget(ctx)
    }
  },
})

async function forget(ctx: JobContext): Promise<void> {
  await dropRecordedAnswers(ctx)
  const before = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY_MS)
  await ctx.database.write(nowhere, async (conn) => {
    await DROP_TRIES.run(conn, before(1))
    await DROP_LINKS.run(conn, before(30))
    await DROP_PUBLIC_LINKS.run(conn, before(90))
    // Sessions in another's name go before the ones they were begun from.
    await DROP_BORROWED_SESSIONS.run(conn, before(90))
    await DROP_SESSIONS.run(conn, before(90))
    await DROP_NETWORKS.run(conn, before(90))
  })
}

const ORGANISATIONS = sql<{ id: number }>`select id from organisations order by id`
const DROP_LOCKS = sql`delete from datalocks where renewed_at < now() - interval '1 day'`

/** Locks that nobody gave up; each organisation's in its own scope. */
async function dropLocks(ctx: JobContext): Promise<void> {
  const organisations = await ctx.database.read(nowhere, (conn) => ORGANISATIONS.all(conn))
  await eachOrganisation(
    ctx,
    (organisation_id) =>
      ctx.database.write({ organisation_id, user_id: null }, (conn) => DROP_LOCKS.run(conn)),
    organisations.map(({ id }) => id),
  )
}

const USERS = sql<{ id: number }>`select id from users order by id`
const DROP_ANSWERS = sql<
  never,
  [user_id: number, before: Date]
>`delete from idempotency_keys where user_id = $1 and created_at < $2`

/** Answers kept for a second try hold whole records; each person's go in their own scope. */
async function dropRecordedAnswers(ctx: JobContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - DAY_MS)
  const users = await ctx.database.read(nowhere, (conn) => USERS.all(conn))
  for (const { id } of users) {
    const scope = { organisation_id: null, user_id: id }
    await ctx.database.write(scope, (conn) => DROP_ANSWERS.run(conn, id, before))
  }
}
