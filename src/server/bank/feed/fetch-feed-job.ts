import { z } from 'zod'
import { feedDay } from '#domain/bank/feed/feed-line.ts'
import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { type BankFeed, FeedTrouble } from '#server/integrations/bank-feed.ts'
import { sql } from '#server/kit/database/sql.ts'
import { defineJob, enqueue, type JobContext } from '#server/kit/jobs/job.ts'
import { eachOrganisation, systemContext } from '#server/kit/jobs/system-context.ts'
import { settleTask } from '#server/tasks/system-task.ts'
import { feedCause, noteBroken } from './broken-feed.ts'
import {
  type HeldFeed,
  heldFeed,
  isLatestLook,
  nextFetch,
  noteFetched,
  noteRenamed,
  noteTrouble,
} from './held-feed.ts'
import { ownFeedProvider } from './own-provider.ts'
import { takeFetched } from './take-fetched.ts'
import { lookUp, missingKeys, takeBackLines } from './taken-back.ts'

const OVERLAP_DAYS = 7
// Once a week it goes further back, for what came late and was told to nobody.
const LONG_OVERLAP_DAYS = 90
const LONG_AFTER_MS = 7 * 24 * 3_600_000
const PATIENCE_MS = 3_600_000

interface FetchRequest {
  organisation_id: number
  bankaccount_id: number
  /** Lines that the provider says are new or gone: each is asked for. */
  named?: string[] | undefined
}

/** Fetches the lines of one account; what is here already stays as it is. */
export const fetchFeedJob = defineJob<FetchRequest>({
  name: 'fetch-bank-feed',
  payload: z.object({
    organisation_id: z.int().positive(),
    bankaccount_id: z.int().positive(),
    named: z.array(z.string()).max(1000).optional(),
  }),
  retryLimit: 6,
  retryDelaySeconds: 30,
  run: async (job, asked) => {
    const scope = { organisation_id: asked.organisation_id, user_id: null }
    const { provider, feed } = await job.database.read(scope, async (conn) => ({
      provider: await ownFeedProvider(job.config, conn),
      feed: await heldFeed(conn, job.config.secrets.fields, asked.bankaccount_id),
    }))
    if (!provider || !feed) return
    try {
      await fetchLines(job, provider, feed, asked)
    } catch (error) {
      if (!(error instanceof FeedTrouble)) throw error
      await noteProblem(job, feed, asked, error)
    }
  },
})

/** A look at the bank from some days before the last one, or from the account's opening day. */
async function fetchLines(
  job: JobContext,
  provider: BankFeed,
  feed: HeldFeed,
  asked: FetchRequest,
) {
  const scope = { organisation_id: asked.organisation_id, user_id: null }
  const { user_token, opening_date } = feed
  const look = lookOf(job, feed)
  const told = await linesOf(job, provider, feed, asked, startOf(look.from))
  const missing = await job.database.read(scope, (conn) => missingKeys(conn, feed, look.from, told))
  const isTold = new Set(told.map(({ key }) => key))
  const named = (asked.named ?? []).filter((key) => !isTold.has(key))
  const { gone, found } = await lookUp(provider, user_token, [...new Set([...missing, ...named])])
  const late = found.filter(({ posted_at }) => (feedDay(posted_at) ?? '') >= opening_date)
  const all = [...told, ...late]
  const ctx = systemContext(job, asked.organisation_id, 'bank feed')
  await job.database.write(scope, async (conn) => {
    if (!(await isLatestLook(conn, feed))) return
    await takeFetched(ctx, conn, feed, all)
    await takeBackLines(ctx, conn, feed, { gone, told: all })
    await noteFetched(conn, feed, job.clock.now(), look.isLong)
    await settleTask(ctx, conn, feedCause(feed), 'It is fetched again.')
  })
}

function lookOf({ clock }: JobContext, { fetched_date, long_looked_at, opening_date }: HeldFeed) {
  const since = clock.now().getTime() - Date.parse(long_looked_at ?? '')
  const isLong = fetched_date === null || !(since < LONG_AFTER_MS)
  const overlap = isLong ? LONG_OVERLAP_DAYS : OVERLAP_DAYS
  const from = fetched_date === null ? opening_date : addDays(fetched_date, -overlap)
  return { from: from < opening_date ? opening_date : from, isLong }
}

/** Midnight in Auckland: days are looked at whole, or lines of one would be counted wrongly. */
const startOf = (day: string) =>
  Temporal.PlainDate.from(day).toZonedDateTime(BUSINESS_TIME_ZONE).toInstant().toString()

/** An account that the provider gave another name is asked for by that one. */
async function linesOf(
  job: JobContext,
  provider: BankFeed,
  feed: HeldFeed,
  { organisation_id }: FetchRequest,
  since: string,
) {
  const { user_token, provider_account_id } = feed
  try {
    return await provider.lines(user_token, provider_account_id, since)
  } catch (error) {
    if (!(error instanceof FeedTrouble) || error.kind !== 'unknown') throw error
    const accounts = await provider.accounts(user_token)
    const renamed = accounts.find(({ former_id }) => former_id === provider_account_id)
    if (!renamed) throw error
    await job.database.write({ organisation_id, user_id: null }, (conn) =>
      noteRenamed(conn, feed, renamed.id),
    )
    return provider.lines(user_token, renamed.id, since)
  }
}

/** Whom to ask again and when; what only people can mend is told to them. */
async function noteProblem(
  job: JobContext,
  feed: HeldFeed,
  asked: FetchRequest,
  trouble: FeedTrouble,
) {
  const { organisation_id } = asked
  const scope = { organisation_id, user_id: null }
  const now = job.clock.now()
  const { kind, message, retryAfterSeconds } = trouble
  if (kind === 'ended' || kind === 'unknown') {
    const ctx = systemContext(job, organisation_id, 'bank feed')
    await job.database.write(scope, (conn) => noteBroken(ctx, conn, feed, message))
    return
  }
  if (kind === 'busy') {
    const next = new Date(now.getTime() + retryAfterSeconds * 1000)
    await job.database.write(scope, async (conn) => {
      await noteTrouble(conn, feed, feed.feed_status, message, next)
      await enqueue(conn, fetchFeedJob, asked, { startAfter: next })
    })
    return
  }
  const next = new Date(now.getTime() + PATIENCE_MS)
  await job.database.write(scope, (conn) =>
    noteTrouble(conn, feed, feed.feed_status, message, next),
  )
  // The queue tries again, each time a little later; after the last time the clock does.
  if (!job.isLastAttempt) throw trouble
}

const DUE = sql<{ bankaccount_id: number }, [now: Date, next_fetch_at: Date]>`
  update bankfeeds set next_fetch_at = $2 where next_fetch_at <= $1 returning bankaccount_id`

/** Has every feed fetched whose time has come. */
export const fetchFeedsJob = defineJob({
  name: 'fetch-bank-feeds',
  payload: z.object({}),
  run: async (job) => {
    if (!job.config.akahu) return
    await eachOrganisation(job, async (organisation_id) => {
      const now = job.clock.now()
      await job.database.write({ organisation_id, user_id: null }, async (conn) => {
        for (const { bankaccount_id } of await DUE.all(conn, now, nextFetch(now)))
          await enqueue(conn, fetchFeedJob, { organisation_id, bankaccount_id })
      })
    })
  },
})
