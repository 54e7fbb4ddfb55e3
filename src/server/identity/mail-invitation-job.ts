import { z } from 'zod'
import { INVITATION_DAYS } from '#domain/identity/invitation-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { sha256 } from './digest.ts'
import { membershipInvitationMail } from './mail-texts.ts'
import { makePublicLink, revokePublicLinks } from './public-link.ts'

interface WaitingInvitation {
  invited: string
  role_name: string
  by: string
  organisation_name: string
}

const WAITING = sql<
  WaitingInvitation,
  [id: number]
>`select i.invited, i.role_name, i.invited_by_name as by, o.name as organisation_name
  from invitations i join organisations o on o.id = i.organisation_id
  where i.id = $1 and i.invitation_status = 'waiting'`

const PERSON = sql<
  { id: number; email: string },
  [name: string]
>`select id, email from users where (lower(username) = $1 or lower(email) = $1)
    and not is_disabled and deleted_at is null
  order by (lower(username) = $1) desc limit 1`

const ADDRESSED = sql<
  never,
  [id: number, user_id: number | null]
>`update invitations set user_id = $2 where id = $1`

/**
 * Finds out whom an admin has invited, after the admin has been answered. A username nobody has goes
 * nowhere; an address without an account is invited to make one.
 */
export const mailInvitation = defineJob({
  name: 'mail-invitation',
  payload: z.strictObject({
    organisation_id: z.int().positive(),
    invitation_id: z.int().positive(),
  }),
  run: async (job, { organisation_id, invitation_id }) => {
    const ctx = systemContext(job, organisation_id, `invitation ${invitation_id}`)
    await ctx.database.write(scopeOf(ctx), (conn) => sendInvitation(ctx, conn, invitation_id))
  },
})

async function sendInvitation(ctx: Context, conn: Conn, id: number): Promise<void> {
  const waiting = await WAITING.one(conn, id)
  if (!waiting) return
  const called = waiting.invited.toLowerCase()
  const person = await PERSON.one(conn, called)
  const to = person?.email ?? (z.email().safeParse(called).success ? called : null)
  if (!to) return
  await ADDRESSED.run(conn, id, person?.id ?? null)
  const opens = { object_class: 'invitation', object_id: id }
  await revokePublicLinks(ctx, conn, opens)
  const token = await makePublicLink(ctx, conn, { ...opens, days: INVITATION_DAYS })
  const text = membershipInvitationMail(ctx.config, token, waiting)
  const key = `invitation ${sha256(token).toString('hex')}`
  await queueMail(ctx, conn, { to, key, ...text })
}
