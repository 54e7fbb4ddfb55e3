import { type FactorReset, factorResetCalls } from '#domain/identity/factor-reset-calls.ts'
import { user } from '#domain/identity/user.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { created, fieldProblem, Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { endAccess } from './end-access.ts'
import { factorResetMail, resetAskedMail, resetToDecideMail } from './mail-texts.ts'
import { switchSecondFactor } from './second-factor.ts'
import { recordSecurityEvent } from './security-event.ts'

/** An old wish says nothing about who holds the telephone today. */
const LIFE_MS = 7 * 86_400_000

const resetColumns = fragment`r.id, r.user_id, u.username, r.reason, r.asked_by, r.asked_by_name,
  r.asked_at`

const WAITING = sql<
  FactorReset,
  [since: Date]
>`select ${resetColumns} from factor_resets r join users u on u.id = r.user_id
  where r.reset_status = 'waiting' and r.asked_at > $1 order by r.id limit 200`

async function list(ctx: Context): Promise<Answer<FactorReset[]>> {
  const data = await ctx.database.read(scopeOf(ctx), (conn) => WAITING.all(conn, oldest(ctx)))
  return { data }
}

const oldest = (ctx: Context) => new Date(ctx.clock.now().getTime() - LIFE_MS)

interface Holder {
  id: number
  username: string
  email: string
  has_totp: boolean
}

const HOLDER = sql<Holder, [user_id: number]>`select id, username, email, has_totp from users
  where id = $1 and deleted_at is null for update`

const CLOSE_OLD = sql<
  never,
  [user_id: number, since: Date, now: Date]
>`update factor_resets set reset_status = 'refused', decided_at = $3
  where user_id = $1 and reset_status = 'waiting' and asked_at <= $2`

const ASK = sql<
  { id: number; asked_at: string },
  [user_id: number, reason: string, asked_by: number, asked_by_name: string, now: Date]
>`insert into factor_resets (user_id, reason, asked_by, asked_by_name, asked_at)
  values ($1, $2, $3, $4, $5) on conflict do nothing returning id, asked_at`

async function ask(
  ctx: Context,
  conn: Conn,
  { user_id, username_confirm, reason }: CheckedOf<typeof factorResetCalls.ask>,
): Promise<Answer<FactorReset>> {
  const holder = await HOLDER.one(conn, user_id)
  if (!holder) throw notFound(user)
  if (holder.username !== username_confirm)
    throw fieldProblem('usernamesDoNotMatch', 'username_confirm')
  if (!holder.has_totp) throw notPossible('two-factor sign-in is not on')
  if (user_id === ctx.actor.user_id) throw notPossible('it is your own')
  const now = ctx.clock.now()
  await CLOSE_OLD.run(conn, user_id, oldest(ctx), now)
  const { user_id: asked_by, name: asked_by_name } = ctx.actor
  const made = await ASK.one(conn, user_id, reason, asked_by, asked_by_name, now)
  if (!made) throw notPossible('somebody has asked for it already')
  const { username } = holder
  await tell(ctx, conn, holder, { action: 'factor_reset_asked', reason })
  await mailAll(ctx, conn, holder, { username, by: asked_by_name, reason })
  const data = { ...made, user_id, username, reason, asked_by, asked_by_name }
  return { status: created, data, message: 'Another platform admin has been asked to decide.' }
}

const OTHER_PADMINS = sql<
  { id: number; email: string },
  [actor_id: number, user_id: number]
>`select distinct u.id, u.email from users u join user_roles ur on ur.user_id = u.id
  join roles r on r.id = ur.role_id and r.is_admin and r.deleted_at is null
  where u.id <> $1 and u.id <> $2 and not u.is_disabled and u.deleted_at is null
  order by u.id limit 50`

/** The person is told before anything happens, and those who may decide are asked. */
async function mailAll(
  ctx: Context,
  conn: Conn,
  holder: Holder,
  told: { username: string; by: string; reason: string },
): Promise<void> {
  const key = (to: number) => `factor reset ${holder.id} ${to} ${ctx.request.id}`
  const own = resetAskedMail(ctx.config, told)
  await queueMail(ctx, conn, { to: holder.email, key: key(holder.id), ...own })
  const toDecide = resetToDecideMail(ctx.config, told)
  for (const { id, email } of await OTHER_PADMINS.all(conn, ctx.actor.user_id, holder.id))
    await queueMail(ctx, conn, { to: email, key: key(id), ...toDecide })
}

const HELD = sql<
  FactorReset,
  [id: number, since: Date]
>`select ${resetColumns} from factor_resets r join users u on u.id = r.user_id
  where r.id = $1 and r.reset_status = 'waiting' and r.asked_at > $2 for update of r`

const DECIDE = sql<
  never,
  [id: number, status: 'approved' | 'refused', decided_by: number, now: Date]
>`update factor_resets set reset_status = $2, decided_by = $3, decided_at = $4 where id = $1`

async function heldReset(ctx: Context, conn: Conn, id: number): Promise<FactorReset> {
  const held = await HELD.one(conn, id, oldest(ctx))
  if (!held) throw new Problem('notFound', { fill: { what: 'request' } })
  return held
}

async function approve(ctx: Context, conn: Conn, { id }: { id: number }): Promise<Answer<null>> {
  const held = await heldReset(ctx, conn, id)
  const { user_id, actor } = { ...held, actor: ctx.actor }
  if (held.asked_by === actor.user_id) throw notPossible('you asked for it yourself')
  if (user_id === actor.user_id) throw notPossible('it is your own')
  const holder = await HOLDER.one(conn, user_id)
  if (!holder) throw notFound(user)
  await DECIDE.run(conn, id, 'approved', actor.user_id, ctx.clock.now())
  await switchSecondFactor(ctx, conn, user_id, false)
  await endAccess(ctx, conn, user_id, 'factor_reset')
  await tell(ctx, conn, holder, { action: 'factor_reset', reason: held.reason })
  const told = { username: holder.username, by: held.asked_by_name, and: actor.name }
  const key = `factor reset ${user_id} done ${ctx.request.id}`
  await queueMail(ctx, conn, { to: holder.email, key, ...factorResetMail(ctx.config, told) })
  return { message: `The second factor of ${holder.username} is off. They have been told.` }
}

async function refuse(ctx: Context, conn: Conn, { id }: { id: number }): Promise<Answer<null>> {
  const held = await heldReset(ctx, conn, id)
  await DECIDE.run(conn, id, 'refused', ctx.actor.user_id, ctx.clock.now())
  const about = { id: held.user_id }
  await tell(ctx, conn, about, { action: 'factor_reset_refused', reason: held.reason })
  return { message: 'The second factor stays as it is.' }
}

type ResetEvent = 'factor_reset_asked' | 'factor_reset_refused' | 'factor_reset'

async function tell(
  ctx: Context,
  conn: Conn,
  { id: object_id }: { id: number },
  { action, reason }: { action: ResetEvent; reason: string },
): Promise<void> {
  const owner = { object_class: 'user', object_id, organisation_id: null }
  await recordHistory(conn, ctx, { ...owner, action, reason })
  await recordSecurityEvent(conn, ctx, action, { user_id: object_id, detail: { reason } })
}

function notPossible(reason: string): Problem {
  return new Problem('notPossible', { fill: { action: 'reset', reason, instead: '' } })
}

export const factorResetRoutes: Route[] = serve(factorResetCalls, {
  list: { run: list },
  ask: { write: ask },
  approve: { write: approve },
  refuse: { write: refuse },
})
