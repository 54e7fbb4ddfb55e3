import { createHash } from 'node:crypto'
import { Problem } from '#domain/kit/problem.ts'
import { type Context, scopeOf } from '../context.ts'
import { bodyOf } from './answer.ts'
import type { Conn } from './database.ts'
import type { Answer, Route } from './route.ts'

export interface Recorded {
  replayedBody: string
  status: number
}

/**
 * Does a keyed call once. The key's lock, the effect and the recorded answer share one transaction:
 * a second call with the same key waits for the first, then reads its answer.
 */
export async function answerOnce(
  ctx: Context,
  entry: Route,
  key: string,
  raw: Record<string, unknown>,
  work: (conn: Conn) => Promise<Answer>,
): Promise<Answer | Recorded> {
  const keyHash = digest(`${ctx.actor.user_id}\n${key}`)
  const bodyHash = digest(`${entry.method} ${entry.path}\n${stableJson(raw)}`)
  const lock = keyHash.readBigInt64BE(0)
  return ctx.database.write(
    scopeOf(ctx),
    async (conn) => {
      const [found] = await conn.query<{ body_hash: Buffer; status: number; body: string }>(
        `select body_hash, status, body from idempotency_keys
         where user_id = $1 and key_hash = $2 and created_at > now() - interval '24 hours'`,
        [ctx.actor.user_id, keyHash],
        'idempotency_find',
      )
      if (found) return replay(found, bodyHash)
      const answer = await work(conn)
      await conn.query(
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
          bodyOf(answer),
        ],
        'idempotency_store',
      )
      return answer
    },
    // The lock is taken in the transaction's first message, so that it costs no round trip.
    `select pg_advisory_xact_lock(${lock});`,
  )
}

function replay(found: { body_hash: Buffer; status: number; body: string }, bodyHash: Buffer) {
  if (!found.body_hash.equals(bodyHash)) throw new Problem('keyInUse')
  return { replayedBody: found.body, status: found.status }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** The same body whatever the order of its keys. */
function stableJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stableJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${stableJson(inner)}`).join(',')}}`
}
