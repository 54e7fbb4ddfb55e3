import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { actorCacheOf } from './actor-cache.ts'

export type SecurityEvent =
  | 'signed_in'
  | 'sign_in_failed'
  | 'sign_in_locked'
  | 'signed_out'
  | 'token_without_cookie'
  | 'old_token_played'
  | 'stepped_up'
  | 'impersonation_began'
  | 'impersonation_ended'
  | 'password_changed'
  | 'password_reset'
  | 'password_set'
  | 'totp_enrolled'
  | 'totp_disabled'
  | 'recovery_codes_made'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_code_used'
  | 'factor_reset_asked'
  | 'factor_reset_refused'
  | 'factor_reset'
  | 'api_key_made'
  | 'api_key_removed'
  | 'access_ended'
  | 'registered'
  | 'joined'
  | 'email_changed'
  | 'organisation_entered'
  | 'demonstration_made'
  | 'demonstration_removed'
  | 'lock_taken_over'
  | 'lock_released'
  | 'refused_while_impersonating'
  | 'guard_code_set'
  | 'guard_code_removed'
  | 'guard_code_opened'
  | 'guard_code_wrong'
  | 'guard_code_locked'
  | 'guard_code_sent'

interface EventSubject {
  user_id?: number | null
  session_id?: string | null
  /** Left out: where the actor works. */
  organisation_id?: number | null
  detail?: Record<string, unknown>
}

const RECORD = sql<
  never,
  [
    event: SecurityEvent,
    user_id: number | null,
    impersonator_id: number | null,
    organisation_id: number | null,
    session_id: string | null,
    detail: string,
    ip: string,
    user_agent: string,
    request_id: string,
    now: Date,
  ]
>`insert into security_events (event, user_id, impersonator_id, organisation_id, session_id,
    detail, ip, user_agent, request_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

/** Kept apart from the history of records: what happened to somebody's way in. */
export async function recordSecurityEvent(
  conn: Conn,
  ctx: Context,
  event: SecurityEvent,
  about: EventSubject = {},
): Promise<void> {
  const { actor, request } = ctx
  // Other processes hear of it from PostgreSQL; this one must know before its next call.
  ctx.afterCommit.push(() => actorCacheOf(ctx.database).forget())
  await RECORD.run(
    conn,
    event,
    about.user_id === undefined ? actor.user_id || null : about.user_id,
    actor.impersonator_id,
    about.organisation_id === undefined ? actor.organisation_id : about.organisation_id,
    about.session_id ?? actor.session_id,
    JSON.stringify(about.detail ?? {}),
    request.ip,
    request.userAgent,
    request.id,
    ctx.clock.now(),
  )
}

/** For refusals: the event must stay although the call fails and its transaction is undone. */
export async function recordRefusal(
  ctx: Context,
  event: SecurityEvent,
  about: EventSubject = {},
): Promise<void> {
  await ctx.database.write({ organisation_id: null, user_id: null }, (conn) =>
    recordSecurityEvent(conn, ctx, event, about),
  )
}
