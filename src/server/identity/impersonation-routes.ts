import { impersonationCalls } from '#domain/identity/impersonation-calls.ts'
import { user } from '#domain/identity/user.ts'
import { formatStamp } from '#domain/kit/calendar.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { fieldProblem, Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { asUser } from './end-access.ts'
import { impersonationMail } from './mail-texts.ts'
import { recordSecurityEvent } from './security-event.ts'
import { openSession } from './session.ts'
import { userAnswer } from './user-answer.ts'

type ImpersonationRequest = CheckedOf<typeof impersonationCalls.begin>

interface ImpersonatedUser {
  id: number
  username: string
  email: string
  session_version: number
  is_padmin: boolean
  is_usable: boolean
}

async function impersonate(ctx: Context, conn: Conn, wish: ImpersonationRequest) {
  const target = await targetOf(conn, wish)
  const parent_id = ctx.actor.session_id
  if (parent_id === null) throw new Problem('forbidden')
  return asUser(conn, ctx, target.id, async () => {
    const organisation = await WORKPLACE.one(conn, target.id, wish.organisation_id ?? null)
    const organisation_id = organisation?.organisation_id ?? null
    const token = await openSession(ctx, conn, {
      user_id: target.id,
      user_version: target.session_version,
      organisation_id,
      impersonation: { impersonator_id: ctx.actor.user_id, parent_id },
    })
    await tell(ctx, conn, target, { reason: wish.reason, organisation_id })
    const impersonator = ctx.actor.name
    const working = await userAnswer(conn, target.id, { organisation_id, impersonator })
    const message = `You are now working as ${target.username}.`
    return { data: working, user: working, token, message }
  })
}

const IMPERSONATED = sql<ImpersonatedUser, [id: number]>`select u.id, u.username, u.email,
    u.session_version,
    exists (select from user_roles ur join roles r on r.id = ur.role_id
      where ur.user_id = u.id and r.is_admin and r.deleted_at is null) as is_padmin,
    not u.is_disabled and u.deleted_at is null and u.confirmed_at is not null as is_usable
  from users u where u.id = $1`

const WORKPLACE = sql<
  { organisation_id: number },
  [user_id: number, wanted: number | null]
>`select m.organisation_id from memberships m join organisations o on o.id = m.organisation_id
  where m.user_id = $1 and m.deleted_at is null and o.is_active and o.deleted_at is null
  order by (m.organisation_id = $2) desc nulls last, o.name limit 1`

async function targetOf(conn: Conn, wish: ImpersonationRequest): Promise<ImpersonatedUser> {
  const target = await IMPERSONATED.one(conn, wish.id)
  if (!target) throw notFound(user)
  if (target.is_padmin) throw new Problem('forbidden')
  if (target.username !== wish.username_confirm)
    throw fieldProblem('usernamesDoNotMatch', 'username_confirm')
  if (!target.is_usable) {
    const reason = 'this user cannot sign in themselves'
    throw new Problem('notPossible', { fill: { action: 'work as', reason, instead: '' } })
  }
  return target
}

async function tell(
  ctx: Context,
  conn: Conn,
  target: ImpersonatedUser,
  { reason, organisation_id }: { reason: string; organisation_id: number | null },
): Promise<void> {
  await recordSecurityEvent(conn, ctx, 'impersonation_began', {
    user_id: target.id,
    organisation_id,
    detail: { reason, by: ctx.actor.user_id },
  })
  await recordHistory(conn, ctx, {
    object_class: 'user',
    object_id: target.id,
    action: 'impersonate',
    organisation_id: null,
    reason,
  })
  const when = formatStamp(ctx.clock.now().toISOString())
  const told = { username: target.username, by: ctx.actor.name, when, reason }
  const key = `impersonation ${target.id} ${ctx.request.id}`
  await queueMail(ctx, conn, { to: target.email, key, ...impersonationMail(ctx.config, told) })
}

export const impersonationRoutes: Route[] = serve(impersonationCalls, {
  begin: { write: impersonate },
})
