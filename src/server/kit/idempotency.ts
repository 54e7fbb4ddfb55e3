import { createHash } from 'node:crypto'
import { Problem } from '#domain/kit/problem.ts'
import { type Context, scopeOf } from '../context.ts'
import { bytesOf } from './answer.ts'
import { type Conn, sqlStateOf } from './database.ts'
import type { Answer, Route, TextFile } from './route.ts'
import { stableJson } from './stable-json.ts'

export type Recorded = { replayedBody: string; status: number } | { replayedFile: TextFile }

interface Effect {
  work(conn: Conn): Promise<Answer>
  /** Everything it does is undone with the transaction: it may go along with the look-up. */
  isUndone: boolean
}

const answeredBefore = new Error('This call was answered before.')

/**
 * Does a keyed call once. The key's lock, the effect and the recorded answer share one transaction:
 * a second call with the same key waits for the first, then reads its answer.
 */
export async function answerOnce(
  ctx: Context,
  entry: Route,
  key: string,
  raw: Record<string, unknown>,
  { work, isUndone }: Effect,
): Promise<Answer | Recorded> {
  const keyHash = digest(`${ctx.actor.user_id}\n${key}`)
  // The same words in another organisation are another call.
  const call = `${ctx.actor.organisation_id} ${entry.method} ${entry.path}`
  const bodyHash = digest(`${call}\n${stableJson(raw)}`)
  const lock = keyHash.readBigInt64BE(0)
  let isMine = false
  let recorded: Recorded | null = null
  const once = ctx.database.write(
    scopeOf(ctx),
    async (conn) => {
      const looked = conn.query<Kept>(
        `select body_hash, status, body from idempotency_keys
         where user_id = $1 and key_hash = $2 and created_at > now() - interval '24 hours'`,
        [ctx.actor.user_id, keyHash],
        'idempotency_find',
      )
      const begun = isUndone ? work(conn) : undefined
      // Its failure counts only if this is the first call.
      begun?.catch(() => {})
      const [found] = await looked
      isMine = true
      if (found) {
        recorded = replay(found, bodyHash)
        await begun?.catch(() => {})
        throw answeredBefore
      }
      const answer = await (begun ?? work(conn))
      const bytes = keptOf(answer)
      conn.atCommit(
        `insert into idempotency_keys (user_id, organisation_id, key_hash, body_hash, status, body)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (user_id, key_hash) do update
         set body_hash = excluded.body_hash, status = excluded.status, body = excluded.body, created_at = now()`,
        [
          ctx.actor.user_id,
          ctx.actor.organisation_id,
          keyHash,
          bodyHash,
          answer.status ?? 200,
          // As bytes, which PostgreSQL takes for the text they are.
          bytes,
        ],
        'idempotency_store',
      )
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

interface Kept {
  body_hash: Buffer
  status: number
  body: string
}

function replay(found: Kept, bodyHash: Buffer): Recorded {
  if (!found.body_hash.equals(bodyHash)) throw new Problem('keyInUse')
  // No other body begins like this.
  if (found.body.startsWith(FILE)) return { replayedFile: JSON.parse(found.body).file }
  return { replayedBody: found.body, status: found.status }
}

const FILE = '{"file":'

function keptOf(answer: Answer): Buffer {
  if (answer.textFile) return Buffer.from(JSON.stringify({ file: answer.textFile }))
  return bytesOf(answer)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
