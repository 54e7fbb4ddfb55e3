import type { Invitation } from '#domain/identity/invitation-calls.ts'
import { membership, role } from '#domain/identity/membership.ts'
import { membershipCalls, roleCalls } from '#domain/identity/membership-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, deleted, fieldProblem, Problem, updated } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { lockRow, removeRow, reviseRow } from '#server/kit/rows/change-row.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { endAccess, endAccessHere } from './end-access.ts'
import { invite } from './invite.ts'
import { restoreMembership } from './restore-membership.ts'

/**
 * People join by their own consent: they are invited, by the name or address they have told. By id
 * only those whom the caller can see anyway: ids can be counted up.
 */
async function join(
  ctx: Context,
  conn: Conn,
  { user_id, username, role_name }: CheckedOf<typeof membershipCalls.create>,
): Promise<Answer<Invitation>> {
  if (username !== undefined) return invite(ctx, conn, { invited: username, role_name })
  if (user_id === undefined) throw badField('username', 'The username is needed.')
  const known =
    ctx.actor.role === 'padmin'
      ? await ANYBODY.one(conn, user_id)
      : await WAS_HERE.one(conn, user_id, ctx.actor.organisation_id)
  if (!known) throw badField('user_id', 'We couldn’t find that user. Ask them for their username.')
  return invite(ctx, conn, { invited: known.username, role_name })
}

const ANYBODY = sql<
  { username: string },
  [user_id: number]
>`select username from users where id = $1 and deleted_at is null`

const WAS_HERE = sql<
  { username: string },
  [user_id: number, organisation_id: number | null]
>`select u.username from users u where u.id = $1 and u.deleted_at is null
    and exists (select from memberships m where m.user_id = u.id and m.organisation_id = $2)`

// Two admins who leave at once would each count on the other: one after the other, then.
const TAKE_TURNS = sql<
  never,
  [organisation_id: number | null]
>`select pg_advisory_xact_lock(hashtextextended('memberships', $1))`

const OTHER_ADMIN = sql<
  { id: number },
  [organisation_id: number | null, leaving_id: number]
>`select id from memberships where organisation_id = $1 and id <> $2 and role_name = 'admin'
    and deleted_at is null limit 1`

/** An organisation without an admin could not be looked after by its own people. */
async function keepAnAdmin(ctx: Context, conn: Conn, leaving_id: number): Promise<void> {
  if (await OTHER_ADMIN.one(conn, ctx.actor.organisation_id, leaving_id)) return
  const reason = 'the organisation would be left without an admin'
  const instead = 'Make somebody else an admin first.'
  throw new Problem('notPossible', { fill: { action: 'change', reason, instead } })
}

function membershipVerbs(catalogue: Catalogue) {
  return verbHandlers(membership, catalogue, {
    update: async (ctx, conn, input) => {
      await TAKE_TURNS.run(conn, ctx.actor.organisation_id)
      const { row } = await lockRow(ctx, conn, membership, input.id)
      if (input.user_id !== undefined && input.user_id !== row.user_id)
        throw fieldProblem('forbidden', 'user_id')
      const isChanged = input.role_name !== undefined && input.role_name !== row.role_name
      if (isChanged && row.role_name === 'admin') await keepAnAdmin(ctx, conn, input.id)
      const written = await reviseRow(ctx, conn, membership, input, {
        rights: () => undefined,
        others: async () => undefined,
      })
      if (isChanged) await endAccessHere(ctx, conn, row.user_id, 'role')
      return writtenAnswer(ctx, membership, written, { status: updated })
    },
    remove: async (ctx, conn, input) => {
      await TAKE_TURNS.run(conn, ctx.actor.organisation_id)
      const { row } = await lockRow(ctx, conn, membership, input.id)
      if (row.role_name === 'admin') await keepAnAdmin(ctx, conn, input.id)
      const { id } = input
      await removeRow(ctx, conn, membership, input, catalogue)
      await endAccessHere(ctx, conn, row.user_id, 'membership')
      return { status: deleted, data: { id }, message: 'Membership deleted.' }
    },
    restore: (ctx, conn, { id }) => restoreMembership(ctx, conn, id, catalogue),
  })
}

/** A platform role that changes its meaning ends the sessions of everybody who holds it. */
function roleVerbs(catalogue: Catalogue) {
  return verbHandlers(role, catalogue, {
    update: async (ctx, conn, input) => {
      const { row } = await lockRow(ctx, conn, role, input.id)
      const isChanged = input.is_admin !== undefined && input.is_admin !== row.is_admin
      if (isChanged && row.is_admin) await keepAPadmin(conn, input.id)
      const written = await reviseRow(ctx, conn, role, input, {
        rights: () => undefined,
        others: async () => undefined,
      })
      if (isChanged) await endHolders(ctx, conn, input.id)
      return writtenAnswer(ctx, role, written, { status: updated })
    },
    remove: async (ctx, conn, input) => {
      const { row } = await lockRow(ctx, conn, role, input.id)
      if (row.is_admin) await keepAPadmin(conn, input.id)
      const { id } = input
      await removeRow(ctx, conn, role, input, catalogue)
      await endHolders(ctx, conn, id)
      return { status: deleted, data: { id }, message: 'Role deleted.' }
    },
  })
}

const HOLDERS = sql<
  { user_id: number },
  [role_id: number]
>`select user_id from user_roles where role_id = $1 order by user_id`

async function endHolders(ctx: Context, conn: Conn, role_id: number): Promise<void> {
  const holders = await HOLDERS.all(conn, role_id)
  for (const { user_id } of holders) await endAccess(ctx, conn, user_id, 'roles')
}

const OTHER_PADMIN = sql<
  { user_id: number },
  [role_id: number]
>`select ur.user_id from user_roles ur join roles r on r.id = ur.role_id
    join users u on u.id = ur.user_id and not u.is_disabled and u.deleted_at is null
  where r.is_admin and r.deleted_at is null and r.id <> $1 limit 1`

async function keepAPadmin(conn: Conn, role_id: number): Promise<void> {
  if (await OTHER_PADMIN.one(conn, role_id)) return
  const reason = 'nobody would be left to look after the platform'
  const instead = 'Give somebody another platform admin role first.'
  throw new Problem('notPossible', { fill: { action: 'change', reason, instead } })
}

export function membershipRoutes(catalogue: Catalogue): Route[] {
  return [
    ...serve(membershipCalls, { ...membershipVerbs(catalogue), create: { write: join } }),
    ...serve(roleCalls, roleVerbs(catalogue)),
  ]
}
