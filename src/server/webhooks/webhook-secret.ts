import { randomBytes } from 'node:crypto'
import { OLD_SECRET_MS } from '#domain/webhooks/delivery-plan.ts'
import { SECRET_PREFIX, standardSignature } from '#server/integrations/standard-webhook.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type FieldKeys, sealWhole, unseal } from '#server/kit/rows/seal.ts'

const END_EARLIER = sql<never, [webhook_id: number, ends_at: Date]>`update webhook_secrets
  set ends_at = least(ends_at, $2) where webhook_id = $1`
// Two sign at most: the one from before and the one now.
const DROP_OLDER = sql<never, [webhook_id: number]>`delete from webhook_secrets
  where webhook_id = $1 and id < (select max(id) from webhook_secrets where webhook_id = $1)`
const KEEP = sql<
  never,
  [organisation_id: number | null, webhook_id: number, secret: string, now: Date]
>`insert into webhook_secrets (organisation_id, webhook_id, secret, created_at)
  values ($1, $2, $3, $4)`

/** A new secret for a webhook; the one it had signs beside it for a day. */
export async function giveSecret(ctx: Context, conn: Conn, webhook_id: number): Promise<string> {
  const now = ctx.clock.now()
  const secret = `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`
  await DROP_OLDER.run(conn, webhook_id)
  await END_EARLIER.run(conn, webhook_id, new Date(now.getTime() + OLD_SECRET_MS))
  // The mask of a sealed value shows its end, which nobody needs to see of a secret.
  const sealed = sealWhole(ctx.config.secrets.fields, secret)
  await KEEP.run(conn, ctx.actor.organisation_id, webhook_id, sealed, now)
  return secret
}

const LIVE = sql<{ secret: string }, [webhook_id: number, now: Date]>`select secret
  from webhook_secrets where webhook_id = $1 and (ends_at is null or ends_at > $2)
  order by id desc`

export async function secretsOf(
  conn: Conn,
  keys: FieldKeys,
  webhook_id: number,
  now: Date,
): Promise<string[]> {
  const rows = await LIVE.all(conn, webhook_id, now)
  return rows.map(({ secret }) => unseal(keys, secret))
}

/** The headers of Standard Webhooks: one signature for each secret that holds. */
export function signedHeaders(
  message_id: string,
  body: string,
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signatures = secrets.map((secret) =>
    standardSignature(secret, { id: message_id, timestamp, body }),
  )
  return {
    'content-type': 'application/json',
    'user-agent': 'Switchboard-Webhooks',
    'webhook-id': message_id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
