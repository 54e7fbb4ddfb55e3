import { createHash } from 'node:crypto'
import { Problem } from '#domain/kit/problem.ts'
import { type Conn, sqlStateOf } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from './context.ts'
import * as kept from './kept-answers.ts'
import type { Answer, Route } from './route.ts'
import { stableJson } from './stable-json.ts'

interface Effect {
  work(conn: Conn): Promise<Answer>
  /** Everything it does is undone with the transaction: it may go along with the look-up. */
  isUndone: boolean
}

/**
 * Does a keyed call once; whoever asks again is given the first answer. The key's row is written in
 * the transaction of the effect and there can be only one, so neither is ever there twice.
 */
export async function answerOnce(
  ctx: Context,
  entry: Route,
  key: string,
  raw: Record<string, unknown>,
  effect: Effect,
): Promise<Answer | kept.Recorded> {
  // The same words in another organisation are another call.
  const call = `${ctx.actor.organisation_id} ${entry.method} ${entry.path}`
  const callKey = {
    keyHash: digest(`${ctx.actor.user_id}\n${key}`),
    bodyHash: digest(`${call}\n${stableJson(raw)}`),
  }
  return inTransaction(ctx, callKey, effect)
}

const answeredBefore = new Error('This call was answered before.')

/** A second call waits for the first one's lock before it does anything, then reads its answer. */
async function inTransaction(
  ctx: Context,
  key: kept.CallKey,
  { work, isUndone }: Effect,
): Promise<Answer | kept.Recorded> {
  const lock = key.keyHash.readBigInt64BE(0)
  let isMine = false
  let recorded: kept.Recorded | null = null
  const once = ctx.database.write(
    scopeOf(ctx),
    async (conn) => {
      const looked = kept.find(ctx, conn, key)
      const begun = isUndone ? work(conn) : undefined
      // Its failure counts only if this is the first call.
      begun?.catch(() => {})
      const found = await looked
      isMine = true
      if (found && !found.is_over) {
        recorded = kept.replay(found, key)
        await begun?.catch(() => {})
        throw answeredBefore
      }
      const answer = await (begun ?? work(conn))
      const bytes = kept.bytesToKeep(answer)
      if (found) kept.forget(ctx, conn, key)
      kept.keep(ctx, conn, key, answer.status ?? 200, bytes)
      return answer.textFile ? answer : { ...answer, bytes }
    },
    // The lock is taken in the transaction's first message, so that it costs no round trip.
    `select pg_advisory_xact_lock(${lock});`,
  )
  return once.catch((error: unknown) => {
    if (recorded && error === answeredBefore) return recorded
    // The first call is still at it.
    if (!isMine && sqlStateOf(error) === '55P03')
      throw new Problem('keyInUse', { retryAfterSeconds: 1 })
    throw error
  })
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
