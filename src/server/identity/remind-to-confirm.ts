import { Problem } from '#domain/kit/problem.ts'
import type { Context } from '#server/kit/http/context.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { mailLimits, reserve } from './attempts.ts'
import { sha256 } from './digest.ts'
import { confirmMail } from './mail-texts.ts'
import { makeToken } from './one-time-token.ts'

const nowhere = { organisation_id: null, user_id: null }

/** 475, with a fresh link on its way unless several have just been sent. */
export async function remindToConfirm(
  ctx: Context,
  { email, user_id }: { email: string; user_id: number },
): Promise<Problem> {
  const allowed = await reserve(ctx, mailLimits(email, ctx.request.ip))
  if ('ids' in allowed) {
    await ctx.database.write(nowhere, async (conn) => {
      const token = await makeToken(ctx, conn, { purpose: 'confirm_email', email, user_id })
      const key = `confirm ${sha256(token).toString('hex')}`
      await queueMail(ctx, conn, { to: email, key, ...confirmMail(ctx.config, token) })
    })
  }
  return new Problem('unconfirmed', { fill: { email: maskedAddress(email) } })
}

/** j•••@example.co.nz */
export function maskedAddress(email: string): string {
  const [name = '', host = ''] = email.split('@')
  return `${name.slice(0, 1)}•••@${host}`
}
