import { Problem } from '#domain/kit/problem.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { mailLimits, reserve } from './attempts.ts'
import { sha256 } from './digest.ts'
import { confirmMail } from './mail-texts.ts'
import { makeToken } from './one-time-token.ts'

/**
 * What somebody typed when they registered. It waits in the token that was mailed to them, so that
 * a link confirms exactly what was typed before it was sent, and nobody holds a name unconfirmed.
 */
export interface Registration {
  username?: string | undefined
  firstname?: string | undefined
  lastname?: string | undefined
  password_hash?: string | undefined
}

interface RegistrationToken {
  email: string
  user_id: number | null
  payload: Registration | null
}

const nowhere = { organisation_id: null, user_id: null }

const PENDING = sql<
  RegistrationToken,
  [name: string, now: Date]
>`select email, user_id, payload from one_time_tokens
  where purpose = 'register' and used_at is null and expires_at > $2
    and (email = $1 or lower(payload ->> 'username') = $1) and payload ? 'password_hash'
  order by created_at desc limit 1`

export async function pendingRegistration(
  ctx: Context,
  name: string,
): Promise<(RegistrationToken & { password_hash: string | null }) | null> {
  const found = await ctx.database.read(nowhere, (conn) => PENDING.one(conn, name, ctx.clock.now()))
  return found ? { ...found, password_hash: found.payload?.password_hash ?? null } : null
}

/** 475, with a fresh link on its way unless several have just been sent. */
export async function remindToConfirm(
  ctx: Context,
  waiting: { email: string; user_id: number | null; payload?: Registration | null },
): Promise<Problem> {
  const { email, user_id, payload } = waiting
  const allowed = await reserve(ctx, mailLimits(email, ctx.request.ip))
  if ('ids' in allowed) {
    await ctx.database.write(nowhere, async (conn) => {
      const purpose = user_id ? 'confirm_email' : 'register'
      const token = await makeToken(ctx, conn, {
        purpose,
        email,
        user_id,
        payload: payload ?? null,
      })
      const key = `confirm ${sha256(token).toString('hex')}`
      await queueMail(conn, { to: email, key, ...confirmMail(ctx.config, token) })
    })
  }
  return new Problem('unconfirmed', { fill: { email: masked(email) } })
}

/** j•••@example.co.nz */
function masked(email: string): string {
  const [name = '', host = ''] = email.split('@')
  return `${name.slice(0, 1)}•••@${host}`
}
