import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { mailLimits, reserveWithin, tooManyTries } from './attempts.ts'
import { mailNewAddress } from './mail-link-job.ts'
import { emailChangeAskedMail, emailChangedMail } from './mail-texts.ts'
import { type TokenRow, voidLinks } from './one-time-token.ts'
import { recordSecurityEvent } from './security-event.ts'

const SHOWN = sql<
  { id: number },
  [user_id: number]
>`select id from users where id = $1 and demonstration_id is not null`

/** Nobody's mailbox hears from a demonstration, not even to say whether it is somebody's. */
async function refuseShown(conn: Conn, user_id: number): Promise<void> {
  if (!(await SHOWN.one(conn, user_id))) return
  const reason = 'this account is part of a demonstration'
  const instead = 'No mail leaves it.'
  throw new Problem('notPossible', { fill: { action: 'change the address of', reason, instead } })
}

/**
 * Asks the new address whether it is theirs; until it answers the old one counts, and is told. Whether
 * somebody else has it already is found out by a job, and told to that mailbox alone.
 */
export async function askNewAddress(
  ctx: Context,
  conn: Conn,
  wish: { user_id: number; username: string; from: string; to: string },
): Promise<void> {
  const { user_id, username, from, to } = wish
  await refuseShown(conn, user_id)
  const allowed = await reserveWithin(ctx, conn, mailLimits(to, ctx.request.ip))
  if ('full' in allowed) throw tooManyTries(allowed.waitMs)
  await enqueue(conn, mailNewAddress, { user_id, email: to })
  const key = `email asked ${user_id} ${ctx.request.id}`
  const text = emailChangeAskedMail(ctx.config, username, to)
  await queueMail(ctx, conn, { to: from, key, ...text })
  const owner = { object_class: 'user', object_id: user_id, organisation_id: null }
  await recordHistory(conn, ctx, { ...owner, action: 'email_change_asked' })
}

const OWNER = sql<
  { username: string; email: string },
  [user_id: number]
>`select username, email from users where id = $1 and deleted_at is null
    and not is_disabled for update`

const TAKEN = sql<
  { id: number },
  [email: string | null, user_id: number]
>`select id from users where lower(email) = $1 and id <> $2`

const CHANGE = sql<
  never,
  [user_id: number, email: string | null]
>`update users set email = $2, version = version + 1, modified_at = now() where id = $1`

/** The owner of the new address has said yes: from now on it counts, and the old one is told. */
export async function changeAddress(
  ctx: Context,
  conn: Conn,
  { user_id, email }: TokenRow,
): Promise<void> {
  const before = user_id ? await OWNER.one(conn, user_id) : undefined
  if (!user_id || !before || !email) throw new Problem('tokenInvalid')
  // Somebody else has registered it since: there is nothing left to confirm.
  if (await TAKEN.one(conn, email, user_id)) throw new Problem('tokenInvalid')
  await CHANGE.run(conn, user_id, email)
  // A link in the old mailbox must not open the account any more.
  await voidLinks(ctx, conn, user_id)
  const owner = { object_class: 'user', object_id: user_id, organisation_id: null }
  const changes = { email: [before.email, email] as [unknown, unknown] }
  await recordHistory(conn, ctx, { ...owner, action: 'update', changes })
  await recordSecurityEvent(conn, ctx, 'email_changed', { user_id })
  const key = `email ${user_id} ${ctx.request.id}`
  const text = emailChangedMail(ctx.config, before.username, email)
  await queueMail(ctx, conn, { to: before.email, key, ...text })
}
