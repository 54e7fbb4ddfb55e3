import {
  type Invitation,
  invitationCalls,
  type ShownInvitation,
} from '#domain/identity/invitation-calls.ts'
import { type Membership, membership } from '#domain/identity/membership.ts'
import { accepted, deleted, Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, nobody, scopeOf } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { invitationColumns, SENT, sendAgain } from './invite.ts'
import { openPublicLink, type PublicLink, revokePublicLinks } from './public-link.ts'
import { recordSecurityEvent } from './security-event.ts'

const LATEST = sql<
  Invitation,
  [organisation_id: number | null]
>`select ${invitationColumns} from invitations where organisation_id = $1
  order by id desc limit 200`

async function list(ctx: Context): Promise<Answer<Invitation[]>> {
  const rows = await ctx.database.read(scopeOf(ctx), (conn) =>
    LATEST.all(conn, ctx.actor.organisation_id),
  )
  const now = ctx.clock.now().getTime()
  const isOver = (row: Invitation) =>
    row.invitation_status === 'waiting' && Date.parse(row.expires_at) <= now
  const data = rows.map((row) =>
    isOver(row) ? { ...row, invitation_status: 'expired' as const } : row,
  )
  return { data }
}

async function resend(ctx: Context, conn: Conn, { id }: { id: number }) {
  const data = await sendAgain(ctx, conn, id)
  if (!data) throw gone()
  return { status: accepted, data, message: SENT }
}

const WITHDRAW = sql<
  Invitation,
  [id: number, now: Date]
>`update invitations set invitation_status = 'withdrawn', answered_at = $2
  where id = $1 and invitation_status = 'waiting' returning ${invitationColumns}`

async function withdraw(ctx: Context, conn: Conn, { id }: { id: number }) {
  const data = await WITHDRAW.one(conn, id, ctx.clock.now())
  if (!data) throw gone()
  await revokePublicLinks(ctx, conn, { object_class: 'invitation', object_id: id })
  await recordHistory(conn, ctx, { object_class: 'invitation', object_id: id, action: 'withdraw' })
  return { status: deleted, data, message: 'Invitation withdrawn.' }
}

const gone = () => new Problem('notFound', { fill: { what: 'invitation' } })

interface Open {
  id: number
  organisation_id: number
  role_name: Membership['role_name']
  invited_by_name: string
  expires_at: string
  organisation_name: string
  user_id: number | null
  username: string | null
  name: string | null
}

// Whom it was mailed to, or else whoever has made an account of that address since.
const OPEN = sql<
  Open,
  [id: number]
>`select i.id, i.organisation_id, i.role_name, i.invited_by_name, i.expires_at,
    o.name as organisation_name, u.id as user_id, u.username,
    coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.username) as name
  from invitations i join organisations o on o.id = i.organisation_id
  left join users u on not u.is_disabled and u.deleted_at is null
    and case when i.user_id is null then lower(u.email) = lower(i.invited)
      else u.id = i.user_id end
  where i.id = $1 and i.invitation_status = 'waiting' for update of i`

/** The invitation behind the link, held in its organisation's scope while it is answered. */
async function opened<T>(
  ctx: Context,
  work: (conn: Conn, open: Open, link: PublicLink) => Promise<T>,
): Promise<T> {
  const link = await openPublicLink(ctx, 'invitation')
  const { organisation_id, object_id } = link
  return ctx.database.write({ organisation_id, user_id: null }, async (conn) => {
    const open = await OPEN.one(conn, object_id)
    if (!open) throw new Problem('tokenInvalid')
    return work(conn, open, link)
  })
}

async function look(ctx: Context): Promise<Answer<ShownInvitation>> {
  return opened(ctx, async (_, open) => {
    const { organisation_name, role_name, invited_by_name, expires_at } = open
    const needs_account = open.user_id === null
    return { data: { organisation_name, role_name, invited_by_name, expires_at, needs_account } }
  })
}

const MEMBER = sql<
  { id: number },
  [organisation_id: number, user_id: number]
>`select id from memberships where organisation_id = $1 and user_id = $2 and deleted_at is null`

async function accept(ctx: Context): Promise<Answer<null>> {
  return opened(ctx, async (conn, open) => {
    const { organisation_id, user_id, role_name, organisation_name } = open
    if (user_id === null) {
      const reason = 'there is no account for your address yet'
      const instead = 'Create one, then open this link again.'
      throw new Problem('notPossible', { fill: { action: 'accept', reason, instead } })
    }
    const person = inName(ctx, { ...open, user_id })
    if (!(await MEMBER.one(conn, organisation_id, user_id)))
      await insertRow(person, conn, membership, { user_id, role_name })
    await answer(person, conn, open.id, 'accepted')
    await recordSecurityEvent(conn, person, 'joined', { user_id })
    return { message: `You now work in ${organisation_name}. Sign in to begin.` }
  })
}

async function decline(ctx: Context): Promise<Answer<null>> {
  return opened(ctx, async (conn, open) => {
    // Who declines stays unknown there, in the history as well.
    const unknown = { ...open, user_id: null, username: null, name: null }
    await answer(inName(ctx, unknown), conn, open.id, 'declined')
    return { message: 'Thanks for letting them know.' }
  })
}

const ANSWER = sql<
  never,
  [id: number, status: 'accepted' | 'declined', now: Date]
>`update invitations set invitation_status = $2, answered_at = $3 where id = $1`

async function answer(
  ctx: Context,
  conn: Conn,
  id: number,
  status: 'accepted' | 'declined',
): Promise<void> {
  const invitation = { object_class: 'invitation', object_id: id }
  await ANSWER.run(conn, id, status, ctx.clock.now())
  await revokePublicLinks(ctx, conn, invitation)
  await recordHistory(conn, ctx, { ...invitation, action: status })
}

/** Whoever opened the mail acts for themselves, in the organisation that asks them. */
function inName(ctx: Context, { organisation_id, user_id, username, name }: Open): Context {
  const shown = { username: username ?? nobody.username, name: name ?? 'Invited person' }
  return { ...ctx, actor: { ...nobody, ...shown, user_id: user_id ?? 0, organisation_id } }
}

export const invitationRoutes: Route[] = serve(invitationCalls, {
  list: { run: list },
  resend: { write: resend },
  withdraw: { write: withdraw },
  look: { run: look },
  accept: { run: accept },
  decline: { run: decline },
})
