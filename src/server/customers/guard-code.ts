import { customer } from '#domain/customers/customer.ts'
import type { GuardCodeState } from '#domain/customers/guard-code.ts'
import type { guardCodeCalls } from '#domain/customers/guard-code-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { created, deleted, Problem, updated } from '#domain/kit/problem.ts'
import { requireSetter, seesDebitDetails } from '#server/identity/debit-details.ts'
import { hashPassword } from '#server/identity/password-hash.ts'
import { recordSecurityEvent, type SecurityEvent } from '#server/identity/security-event.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'

interface KnownCustomer {
  customer_number: string
  deleted_at: string | null
}

const CUSTOMER = sql<
  KnownCustomer,
  [id: number]
>`select customer_number, deleted_at from customers where id = $1`

/** A customer of this organisation, or 404. */
export async function knownCustomer(conn: Conn, id: number): Promise<KnownCustomer> {
  const found = await CUSTOMER.one(conn, id)
  if (!found) throw notFound(customer)
  return found
}

async function customerToChange(ctx: Context, conn: Conn, id: number): Promise<void> {
  const { deleted_at } = await knownCustomer(conn, id)
  await requireSetter(ctx, conn)
  if (deleted_at) throw new Problem('archived', { fill: { what: 'customer' } })
}

const SET = sql<
  { is_new: boolean },
  [customer_id: number, code_hash: string, by_id: number, by_name: string, now: Date]
>`insert into guardcodes (organisation_id, customer_id, code_hash, set_by_id, set_by_name, set_at)
  values (scope_organisation(), $1, $2, $3, $4, $5)
  on conflict (organisation_id, customer_id) do update set code_hash = excluded.code_hash,
    set_by_id = excluded.set_by_id, set_by_name = excluded.set_by_name, set_at = excluded.set_at,
    wrong_tries = 0, wrong_at = null, locked_until = null
  returning xmax = 0 as is_new`

const CLOSE = sql<never, [customer_id: number]>`delete from guardcode_openings
  where customer_id = $1`
const VOID_ONE_TIMES = sql<never, [customer_id: number]>`delete from guardcode_onetimes
  where customer_id = $1`

/** Another code closes what the old one opened. */
export async function setGuardCode(
  ctx: Context,
  conn: Conn,
  { customer_id, code }: CheckedOf<typeof guardCodeCalls.set>,
): Promise<Answer<GuardCodeState>> {
  await customerToChange(ctx, conn, customer_id)
  const hash = await hashPassword(code)
  const { user_id, name } = ctx.actor
  const kept = await SET.one(conn, customer_id, hash, user_id, name, ctx.clock.now())
  await CLOSE.run(conn, customer_id)
  await VOID_ONE_TIMES.run(conn, customer_id)
  await tell(ctx, conn, customer_id, { event: 'guard_code_set' })
  const data = await stateOf(ctx, conn, customer_id)
  return kept?.is_new
    ? { status: created, data, message: 'Guard code set.' }
    : { status: updated, data, message: 'Guard code changed.' }
}

const REMOVE = sql<
  { customer_id: number },
  [customer_id: number]
>`delete from guardcodes where customer_id = $1 returning customer_id`

export async function removeGuardCode(
  ctx: Context,
  conn: Conn,
  { customer_id, reason }: CheckedOf<typeof guardCodeCalls.remove>,
): Promise<Answer<GuardCodeState>> {
  await customerToChange(ctx, conn, customer_id)
  const gone = await REMOVE.one(conn, customer_id)
  if (!gone) throw new Problem('notFound', { fill: { what: 'guard code' } })
  await tell(ctx, conn, customer_id, { event: 'guard_code_removed', reason })
  const data = await stateOf(ctx, conn, customer_id)
  return { status: deleted, data, message: 'Guard code removed.' }
}

const STATE = sql<
  Omit<GuardCodeState, 'is_set' | 'sees_details'>,
  [customer_id: number, session_id: string | null, now: Date]
>`select g.set_at, g.set_by_name,
    case when g.locked_until > $3 then g.locked_until end as locked_until,
    (select o.open_until from guardcode_openings o where o.customer_id = g.customer_id
      and o.session_id = $2 and o.open_until > $3) as open_until
  from guardcodes g where g.customer_id = $1`

const none = { set_at: null, set_by_name: null, locked_until: null, open_until: null }

/** How the code of a customer stands for whoever asks. */
export async function stateOf(
  ctx: Context,
  conn: Conn,
  customer_id: number,
): Promise<GuardCodeState> {
  const found = await STATE.one(conn, customer_id, ctx.actor.session_id, ctx.clock.now())
  const sees_details = await seesDebitDetails(ctx, conn, customer_id)
  return { is_set: found !== undefined, ...(found ?? none), sees_details }
}

interface GuardEvent {
  event: Extract<SecurityEvent, `guard_code_${string}`>
  reason?: string
}

/** What happens to a guard code is told twice: to readers of the customer, and to the watch. */
export async function tell(
  ctx: Context,
  conn: Conn,
  customer_id: number,
  { event, reason }: GuardEvent,
): Promise<void> {
  const about = { object_class: 'customer', object_id: customer_id }
  await recordHistory(conn, ctx, { ...about, action: event, reason: reason ?? null })
  await recordSecurityEvent(conn, ctx, event, { detail: { customer_id } })
}
