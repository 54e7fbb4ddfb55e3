import { typedPassword, withPasswordRules } from '#domain/identity/password.ts'
import { user } from '#domain/identity/user.ts'
import type { Create } from '#domain/kit/entity.ts'
import { created } from '#domain/kit/problem.ts'
import { createSchema } from '#domain/kit/schema.ts'
import { validate } from '#domain/kit/validate.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { sha256 } from './digest.ts'
import { confirmMail, invitationMail } from './mail-texts.ts'
import { makeToken } from './one-time-token.ts'
import { hashPassword } from './password-hash.ts'

const schema = withPasswordRules(
  createSchema(user).extend({
    password: typedPassword.optional(),
    password_confirm: typedPassword.optional(),
  }),
)

/**
 * A platform admin makes a user. Without a password they are invited to choose one; with one they
 * still confirm their address before the first sign-in.
 */
export async function createUser(ctx: Context, raw: unknown): Promise<Answer> {
  const { password, password_confirm: _, ...fields } = validate(schema, raw, user)
  const hash = typeof password === 'string' ? await hashPassword(password) : null
  // The schema is strict and built from the entity, as the type is.
  const input = fields as unknown as Create<typeof user>
  return ctx.database.write(scopeOf(ctx), async (conn) => {
    const written = await insertRow(ctx, conn, user, input)
    await conn.query('update users set password_hash = $2 where id = $1', [written.id, hash])
    const { email } = input
    const purpose = hash ? 'confirm_email' : 'reset'
    const token = await makeToken(ctx, conn, { purpose, email, user_id: written.id })
    const text = hash
      ? confirmMail(ctx.config, token)
      : invitationMail(ctx.config, token, ctx.actor.name)
    await queueMail(conn, { to: email, key: `invite ${sha256(token).toString('hex')}`, ...text })
    const available_actions = [{ action: 'update', allowed: true }]
    const message = 'User created. They have been sent a link to confirm their address.'
    return { status: created, rawData: written.json, info: { available_actions }, message }
  })
}
