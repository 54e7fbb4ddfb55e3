import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'

interface Sight {
  may_view: boolean
  is_guarded: boolean
  is_open: boolean
}

const SIGHT = sql<
  Sight,
  [user_id: number, customer_id: number, session_id: string | null, now: Date]
>`select exists (select from staffs where user_id = $1 and view_customer_direct_debit
      and is_active and deleted_at is null) as may_view,
    exists (select from guardcodes where customer_id = $2) as is_guarded,
    exists (select from guardcode_openings where customer_id = $2 and session_id = $3
      and user_id = $1 and open_until > $4) as is_open`

/**
 * Whoever shows the direct debit details of a customer asks here first, in the transaction that reads
 * them: the permission, and where a guard code is set, that this session has typed it lately. A
 * program has no session, so that a guarded customer stays closed to it.
 */
export async function requireDebitDetails(
  ctx: Context,
  conn: Conn,
  customer_id: number,
): Promise<void> {
  const refusal = await refusalOf(ctx, conn, customer_id)
  if (refusal) throw refusal
}

/** The same as an answer, for what is shown with less where the details are closed. */
export async function seesDebitDetails(
  ctx: Context,
  conn: Conn,
  customer_id: number,
): Promise<boolean> {
  return (await refusalOf(ctx, conn, customer_id)) === null
}

async function refusalOf(ctx: Context, conn: Conn, customer_id: number): Promise<Problem | null> {
  const { user_id, session_id, impersonator_id } = ctx.actor
  // Opened values are not shown to who works in another's name.
  if (impersonator_id !== null) return new Problem('impersonating')
  const sight = await SIGHT.one(conn, user_id, customer_id, session_id, ctx.clock.now())
  if (!sight?.may_view) return new Problem('forbidden')
  if (!sight.is_guarded || sight.is_open) return null
  // The screen asks for the code then.
  return new Problem('guardCode', { info: { guard_code: true, customer_id } })
}

const MAY_VIEW = sql<{ id: number }, [user_id: number]>`select id from staffs
  where user_id = $1 and view_customer_direct_debit and is_active and deleted_at is null`

/** The permission alone: for what no code stands before. */
export async function requireView(ctx: Context, conn: Conn): Promise<void> {
  if (!(await MAY_VIEW.one(conn, ctx.actor.user_id))) throw new Problem('forbidden')
}

/** Whoever types a code or wants one sent; a program does neither, nor through a session. */
export async function requireViewer(ctx: Context, conn: Conn): Promise<void> {
  if (ctx.actor.scope) throw new Problem('forbidden')
  await requireView(ctx, conn)
}

const MAY_SET = sql<{ id: number }, [user_id: number]>`select id from staffs
  where user_id = $1 and set_customer_direct_debit_password and is_active and deleted_at is null`

export async function requireSetter(ctx: Context, conn: Conn): Promise<void> {
  if (!(await MAY_SET.one(conn, ctx.actor.user_id))) throw new Problem('forbidden')
}
