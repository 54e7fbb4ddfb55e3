import { bankaccount } from '#domain/bank/bankaccount.ts'
import { akahuCalls, bankfeedCalls } from '#domain/bank/feed/feed-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { Problem } from '#domain/kit/problem.ts'
import { isSame } from '#server/identity/digest.ts'
import { type FeedNews, FeedTrouble, feedFor } from '#server/integrations/bank-feed.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { connectFeed, disconnectFeed, feedChoices } from './connect-feed.ts'
import { feedStateOf, showFeed } from './feed-state.ts'
import { fetchFeedJob } from './fetch-feed-job.ts'
import { hookedAccount } from './held-feed.ts'

/** The feeds of our accounts, and what their provider tells us. */
export function bankFeedRoutes(): Route[] {
  return [
    ...serve(bankfeedCalls, {
      state: { run: showFeed },
      choices: { run: feedChoices },
      connect: { run: connectFeed },
      fetch: { write: fetchNow },
      disconnect: { write: disconnectFeed },
    }),
    ...serve(akahuCalls, { hear: { run: hearAkahu } }),
  ]
}

async function fetchNow(ctx: Context, conn: Conn, { id }: { id: number }) {
  await lockRow(ctx, conn, bankaccount, id)
  const { is_offered, feed } = await feedStateOf(ctx, conn, id)
  if (!feed || !is_offered) throw notPossible('fetch', 'it has no feed', 'Connect one first.')
  const organisation_id = ctx.actor.organisation_id ?? 0
  await enqueue(conn, fetchFeedJob, { organisation_id, bankaccount_id: id })
  await recordHistory(conn, ctx, { object_class: 'bankaccount', object_id: id, action: 'fetch' })
  return { data: { id }, message: 'The lines are on their way.' }
}

/**
 * News of the provider. Nothing in it is believed: whose it is must be signed, and what it says is
 * looked up, so that one told twice, late or in another order does nothing wrong.
 */
async function hearAkahu(ctx: Context, signed: CheckedOf<typeof akahuCalls.hear>) {
  const key = ctx.config.akahu?.webhookKey
  if (!key || !isSame(key, signed.key)) throw forged()
  const news = await signedNews(ctx, signed)
  if (!news) throw forged()
  const organisation_id = Number(/^(\d{1,15})\./.exec(news.hook_key)?.[1] ?? 0)
  const isHeard = await ctx.database.write({ organisation_id, user_id: null }, async (conn) => {
    const bankaccount_id = await hookedAccount(conn, news.hook_key)
    if (bankaccount_id === null) return false
    await enqueue(conn, fetchFeedJob, { organisation_id, bankaccount_id, named: news.named })
    return true
  })
  if (!isHeard) throw forged()
  return { data: null }
}

async function signedNews(
  ctx: Context,
  signed: CheckedOf<typeof akahuCalls.hear>,
): Promise<FeedNews | null> {
  const feed = await feedFor(ctx.config)
  try {
    return (await feed?.news(signed)) ?? null
  } catch (error) {
    if (!(error instanceof FeedTrouble)) throw error
    // Its key cannot be asked for now; the provider tells it again.
    throw new Problem('unavailable', { retryAfterSeconds: 60 })
  }
}

const forged = () =>
  new Problem('unauthorised', { message: 'This is not signed by a provider we know.' })
