import { formatStamp } from '#domain/kit/calendar.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { endOtherSessions } from './end-access.ts'
import { factorChangedMail } from './mail-texts.ts'

const factorChanges = {
  on: 'Two-factor sign-in was switched on',
  off: 'Two-factor sign-in was switched off',
  passkeyAdded: 'A passkey was added',
  passkeyRemoved: 'A passkey was removed',
  newCodes: 'New recovery codes were made, and the old ones work no more,',
} as const

const OWNER = sql<
  { username: string; email: string },
  [user_id: number]
>`select username, email from users where id = $1`

/** Whoever changes how they prove themselves goes on alone, and is told by mail. */
export async function tellFactorChange(
  ctx: Context,
  conn: Conn,
  change: keyof typeof factorChanges,
): Promise<void> {
  const { user_id } = ctx.actor
  await endOtherSessions(ctx, conn)
  const owner = await OWNER.one(conn, user_id)
  if (!owner) return
  const when = formatStamp(ctx.clock.now().toISOString())
  const told = { username: owner.username, what: factorChanges[change], when }
  const key = `factor ${user_id} ${change} ${ctx.request.id}`
  await queueMail(ctx, conn, { to: owner.email, key, ...factorChangedMail(ctx.config, told) })
}
