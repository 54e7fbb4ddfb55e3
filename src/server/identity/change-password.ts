import { formatStamp } from '#domain/kit/calendar.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { endAccess } from './end-access.ts'
import { passwordChangedMail } from './mail-texts.ts'
import { recordSecurityEvent } from './security-event.ts'

const SET_PASSWORD = sql<
  { username: string; email: string },
  [user_id: number, password_hash: string]
>`update users set password_hash = $2 where id = $1 returning username, email`

/** Stores a new password, ends every session under the old one and tells the owner. */
export async function setPassword(
  ctx: Context,
  conn: Conn,
  user_id: number,
  password_hash: string,
  how: 'password_changed' | 'password_reset' | 'password_set',
): Promise<number> {
  const owner = await SET_PASSWORD.one(conn, user_id, password_hash)
  const version = await endAccess(ctx, conn, user_id, how)
  await recordHistory(conn, ctx, {
    object_class: 'user',
    object_id: user_id,
    action: how,
    organisation_id: null,
  })
  await recordSecurityEvent(conn, ctx, how, { user_id })
  if (owner) {
    const when = formatStamp(ctx.clock.now().toISOString())
    const text = passwordChangedMail(ctx.config, owner.username, when)
    const key = `password ${user_id} ${ctx.request.id}`
    await queueMail(ctx, conn, { to: owner.email, key, ...text })
  }
  return version
}
