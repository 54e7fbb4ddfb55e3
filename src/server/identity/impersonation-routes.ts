import { z } from 'zod'
import { user } from '#domain/identity/user.ts'
import { formatStamp } from '#domain/kit/calendar.ts'
import { fieldProblem, Problem } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { isStorable } from '#domain/kit/storable.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { asUser } from './end-access.ts'
import { impersonationMail } from './mail-texts.ts'
import { recordSecurityEvent } from './security-event.ts'
import { openSession } from './session.ts'
import { userAnswer } from './user-answer.ts'

interface ImpersonationRequest {
  id: number
  username_confirm: string
  reason: string
  organisation_id?: number | undefined
}

interface Target {
  id: number
  username: string
  email: string
  session_version: number
  is_padmin: boolean
  is_usable: boolean
}

const impersonate = route<ImpersonationRequest>({
  method: 'POST',
  path: '/user/impersonate',
  summary: 'Work as another user for 30 minutes, with a reason and their username typed',
  policy: {
    from: 'padmin',
    withoutOrganisation: true,
    apiKey: false,
    notWhileImpersonating: true,
    stepUp: true,
  },
  replayed: false,
  target: user,
  input: z.strictObject({
    id: idSchema,
    username_confirm: z.string({ error: 'Type the username to carry on.' }).max(60),
    reason: z
      .string({ error: 'Say why, in a few words.' })
      .trim()
      .min(10, 'Say why, in at least 10 characters.')
      .max(500)
      .refine(isStorable, "That can't be stored."),
    organisation_id: idSchema.optional(),
  }),
  write: async (ctx, conn, wish) => {
    const target = await targetOf(conn, wish)
    const parent_id = ctx.actor.session_id
    if (parent_id === null) throw new Problem('forbidden')
    return asUser(conn, ctx, target.id, async () => {
      const organisation_id = await organisationOf(conn, target.id, wish.organisation_id)
      const token = await openSession(ctx, conn, {
        user_id: target.id,
        user_version: target.session_version,
        organisation_id,
        impersonation: { impersonator_id: ctx.actor.user_id, parent_id },
      })
      await tell(ctx, conn, target, wish.reason)
      const impersonator = ctx.actor.name
      const working = await userAnswer(conn, target.id, { organisation_id, impersonator })
      const message = `You are now working as ${target.username}.`
      return { data: working, user: working, token, message }
    })
  },
})

async function targetOf(conn: Conn, wish: ImpersonationRequest): Promise<Target> {
  const [target] = await conn.query<Target>(
    `select u.id, u.username, u.email, u.session_version,
       exists (select from user_roles ur join roles r on r.id = ur.role_id
         where ur.user_id = u.id and r.is_admin and r.deleted_at is null) as is_padmin,
       not u.is_disabled and u.deleted_at is null and u.confirmed_at is not null as is_usable
     from users u where u.id = $1`,
    [wish.id],
  )
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

async function organisationOf(
  conn: Conn,
  user_id: number,
  wanted: number | undefined,
): Promise<number | null> {
  const [found] = await conn.query<{ organisation_id: number }>(
    `select m.organisation_id from memberships m join organisations o on o.id = m.organisation_id
     where m.user_id = $1 and m.deleted_at is null and o.is_active and o.deleted_at is null
     order by (m.organisation_id = $2) desc nulls last, o.name limit 1`,
    [user_id, wanted ?? null],
  )
  return found?.organisation_id ?? null
}

async function tell(ctx: Context, conn: Conn, target: Target, reason: string): Promise<void> {
  await recordSecurityEvent(conn, ctx, 'impersonation_began', {
    user_id: target.id,
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
  await queueMail(conn, { to: target.email, key, ...impersonationMail(ctx.config, told) })
}

export const impersonationRoutes: Route[] = [impersonate]
