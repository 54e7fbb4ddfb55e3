import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { bytesOf } from './answer.ts'
import type { Context } from './context.ts'
import type { Answer, TextFile } from './route.ts'

export type Recorded = { replayedBody: string; status: number } | { replayedFile: TextFile }

/** A call under its key: which one it is, and what it asks for. */
export interface CallKey {
  keyHash: Buffer
  bodyHash: Buffer
}

export interface KeptAnswer {
  body_hash: Buffer
  status: number
  body: string
  /** A key may be used again after a day. */
  is_over: boolean
}

export async function find(
  ctx: Context,
  conn: Conn,
  { keyHash }: CallKey,
): Promise<KeptAnswer | undefined> {
  const [found] = await conn.query<KeptAnswer>(
    `select body_hash, status, body, created_at < now() - interval '24 hours' as is_over
     from idempotency_keys where user_id = $1 and key_hash = $2`,
    [ctx.actor.user_id, keyHash],
    'idempotency_find',
  )
  return found
}

export function forget(ctx: Context, conn: Conn, { keyHash }: CallKey): void {
  conn.atCommit(
    'delete from idempotency_keys where user_id = $1 and key_hash = $2',
    [ctx.actor.user_id, keyHash],
    'idempotency_forget',
  )
}

export function keep(ctx: Context, conn: Conn, key: CallKey, status: number, body: Buffer): void {
  const { user_id, organisation_id } = ctx.actor
  conn.atCommit(
    `insert into idempotency_keys (user_id, organisation_id, key_hash, body_hash, status, body)
     values ($1, $2, $3, $4, $5, $6)`,
    // The body as bytes, which PostgreSQL takes for the text they are.
    [user_id, organisation_id, key.keyHash, key.bodyHash, status, body],
    'idempotency_store',
  )
}

export function replay(found: KeptAnswer, { bodyHash }: CallKey): Recorded {
  if (!found.body_hash.equals(bodyHash)) throw new Problem('keyInUse')
  // No other body begins like this.
  if (found.body.startsWith(FILE)) return { replayedFile: JSON.parse(found.body).file }
  return { replayedBody: found.body, status: found.status }
}

const FILE = '{"file":'

export function bytesToKeep(answer: Answer): Buffer {
  if (answer.textFile) return Buffer.from(JSON.stringify({ file: answer.textFile }))
  return bytesOf(answer)
}
