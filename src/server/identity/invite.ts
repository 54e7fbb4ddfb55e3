import { INVITATION_DAYS, type Invitation } from '#domain/identity/invitation-calls.ts'
import { accepted, badField, fieldProblem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { mailLimits, reserveWithin, tooManyTries } from './attempts.ts'
import { mailInvitation } from './mail-invitation-job.ts'

const DAY_MS = 86_400_000

/** What an organisation sees of an invitation; whom it was mailed to is not among it. */
export const invitationColumns = fragment`id, invited, role_name, invitation_status,
  invited_by_name, sent_at, expires_at`

const MEMBER_CALLED = sql<
  { id: number },
  [name: string, organisation_id: number | null]
>`select m.id from memberships m join users u on u.id = m.user_id
  where m.organisation_id = $2 and m.deleted_at is null
    and (lower(u.username) = $1 or lower(u.email) = $1) limit 1`

// One that ran out makes room for the next.
const CLOSE_EXPIRED = sql<
  never,
  [name: string, now: Date]
>`update invitations set invitation_status = 'withdrawn', answered_at = $2
  where lower(invited) = $1 and invitation_status = 'waiting' and expires_at <= $2`

const KEEP = sql<
  Invitation,
  [
    organisation_id: number | null,
    invited: string,
    role_name: Invitation['role_name'],
    invited_by: number,
    invited_by_name: string,
    now: Date,
    expires_at: Date,
  ]
>`insert into invitations
    (organisation_id, invited, role_name, invited_by, invited_by_name, sent_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict do nothing returning ${invitationColumns}`

/** The same answer and the same work whether or not there is anybody of that name. */
export async function invite(
  ctx: Context,
  conn: Conn,
  wish: { invited: string; role_name: Invitation['role_name'] },
): Promise<Answer<Invitation>> {
  const { organisation_id, user_id, name } = ctx.actor
  const invited = wish.invited.trim()
  const called = invited.toLowerCase()
  if (called === '') throw badField('username', 'The username is needed.')
  // Who works here is known to the admin anyway.
  if (await MEMBER_CALLED.one(conn, called, organisation_id))
    throw fieldProblem('conflict', 'username')
  const now = ctx.clock.now()
  await CLOSE_EXPIRED.run(conn, called, now)
  const ends = new Date(now.getTime() + INVITATION_DAYS * DAY_MS)
  const { role_name } = wish
  const made = await KEEP.one(conn, organisation_id, invited, role_name, user_id, name, now, ends)
  if (!made) {
    const message = 'They have been invited already. You can send that invitation again.'
    throw badField('username', message)
  }
  await mailIt(ctx, conn, made, 'invite')
  return { status: accepted, data: made, message: SENT }
}

/** Says nothing of whether there was anybody to send it to. */
export const SENT = 'The invitation is on its way, if there is somebody of that name or address.'

const SENT_AGAIN = sql<
  Invitation,
  [id: number, now: Date, expires_at: Date]
>`update invitations set sent_at = $2, expires_at = $3
  where id = $1 and invitation_status = 'waiting' returning ${invitationColumns}`

export async function sendAgain(ctx: Context, conn: Conn, id: number): Promise<Invitation | null> {
  const now = ctx.clock.now()
  const ends = new Date(now.getTime() + INVITATION_DAYS * DAY_MS)
  const sent = await SENT_AGAIN.one(conn, id, now, ends)
  if (!sent) return null
  await mailIt(ctx, conn, sent, 'resend')
  return sent
}

async function mailIt(
  ctx: Context,
  conn: Conn,
  { id, invited }: Invitation,
  action: string,
): Promise<void> {
  const limits = mailLimits(`invitation ${invited.toLowerCase()}`, ctx.request.ip)
  const allowed = await reserveWithin(ctx, conn, limits)
  if ('full' in allowed) throw tooManyTries(allowed.waitMs)
  const organisation_id = ctx.actor.organisation_id ?? 0
  await enqueue(conn, mailInvitation, { organisation_id, invitation_id: id })
  await recordHistory(conn, ctx, { object_class: 'invitation', object_id: id, action })
}
