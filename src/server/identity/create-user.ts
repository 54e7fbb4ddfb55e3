import { type User, user } from '#domain/identity/user.ts'
import { newUserSchema } from '#domain/identity/user-calls.ts'
import type { Create } from '#domain/kit/entity.ts'
import { created } from '#domain/kit/problem.ts'
import { validate } from '#domain/kit/validate.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { hashChosenPassword } from './chosen-password.ts'
import { sha256 } from './digest.ts'
import { confirmMail, invitationMail } from './mail-texts.ts'
import { makeToken } from './one-time-token.ts'

const SET_PASSWORD = sql<
  never,
  [user_id: number, hash: string | null]
>`update users set password_hash = $2 where id = $1`

/**
 * A platform admin makes a user. Without a password they are invited to choose one; with one they
 * still confirm their address before the first sign-in.
 */
export async function createUser(ctx: Context, raw: unknown): Promise<Answer<User>> {
  const { password, password_confirm: _, ...fields } = validate(newUserSchema, raw, user)
  const hash = typeof password === 'string' ? await hashChosenPassword(password) : null
  // The schema is strict and built from the entity, as the type is.
  const input = fields as unknown as Create<typeof user>
  return ctx.database.write(scopeOf(ctx), async (conn) => {
    const written = await insertRow(ctx, conn, user, input)
    await SET_PASSWORD.run(conn, written.id, hash)
    const { email } = input
    const purpose = hash ? 'confirm_email' : 'reset'
    const token = await makeToken(ctx, conn, { purpose, email, user_id: written.id })
    const text = hash
      ? confirmMail(ctx.config, token)
      : invitationMail(ctx.config, token, ctx.actor.name)
    await queueMail(ctx, conn, {
      to: email,
      key: `invite ${sha256(token).toString('hex')}`,
      ...text,
    })
    const available_actions = [{ action: 'update', allowed: true }]
    const message = 'User created. They have been sent a link to confirm their address.'
    return { status: created, rawData: written.json, info: { available_actions }, message }
  })
}
