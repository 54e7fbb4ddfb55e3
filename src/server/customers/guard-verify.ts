import {
  type GuardCodeState,
  LOCK_MS,
  MOST_TRIES,
  OPEN_MS,
  triesLeft,
} from '#domain/customers/guard-code.ts'
import type { guardCodeCalls } from '#domain/customers/guard-code-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { fieldProblem, Problem } from '#domain/kit/problem.ts'
import { tooManyTries } from '#server/identity/attempts.ts'
import { requireViewer } from '#server/identity/debit-details.ts'
import { isPassword } from '#server/identity/password-hash.ts'
import { recordSecurityEvent } from '#server/identity/security-event.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { knownCustomer, stateOf, tell } from './guard-code.ts'

type TypedCode = CheckedOf<typeof guardCodeCalls.verify>

/** A wrong try stays counted and told although the call is refused. */
export async function verifyGuardCode(
  ctx: Context,
  typed: TypedCode,
): Promise<Answer<GuardCodeState>> {
  const outcome = await ctx.database.write(scopeOf(ctx), (conn) => tryCode(ctx, conn, typed))
  if (outcome instanceof Problem) throw outcome
  return { data: outcome, message: 'The direct debit details are open for 10 minutes.' }
}

interface HeldGuard {
  code_hash: string
  wrong_tries: number
  wrong_at: string | null
  locked_until: string | null
}

// Held until the try is counted, so that many at once cannot slip past the limit together.
const HELD = sql<
  HeldGuard,
  [customer_id: number]
>`select code_hash, wrong_tries, wrong_at, locked_until from guardcodes
  where customer_id = $1 for update`

interface OneTimeCode {
  code_hash: string
  expires_at: string
}

const ONE_TIME = sql<
  OneTimeCode,
  [customer_id: number, user_id: number]
>`select code_hash, expires_at from guardcode_onetimes
  where customer_id = $1 and user_id = $2 and tries < ${MOST_TRIES} for update`

async function tryCode(
  ctx: Context,
  conn: Conn,
  { customer_id, code }: TypedCode,
): Promise<GuardCodeState | Problem> {
  await knownCustomer(conn, customer_id)
  await requireViewer(ctx, conn)
  const guard = await heldGuard(conn, customer_id)
  const lockedMs = lockedFor(ctx, guard)
  if (lockedMs > 0) {
    // Right or wrong: nobody learns which while it is locked.
    await recordSecurityEvent(conn, ctx, 'guard_code_locked', { detail: { customer_id } })
    return tooManyTries(lockedMs)
  }
  const oneTime = await ONE_TIME.one(conn, customer_id, ctx.actor.user_id)
  // Both are always compared, so that the time it takes tells nothing.
  const isGuardCode = await isPassword(guard.code_hash, code)
  const isOneTime = await isPassword(oneTime?.code_hash ?? null, code.replaceAll(' ', ''))
  const now = ctx.clock.now().getTime()
  const isLate = oneTime !== undefined && Date.parse(oneTime.expires_at) <= now
  if (isGuardCode) await forgive(conn, customer_id)
  else if (!isOneTime || isLate) return countWrong(ctx, conn, { customer_id, guard, isOneTime })
  else await USE_ONE_TIME.run(conn, customer_id, ctx.actor.user_id)
  await open(ctx, conn, customer_id, isGuardCode ? undefined : 'With a one-time code')
  return stateOf(ctx, conn, customer_id)
}

/** The code of a customer as it stands; 476 where there is none. */
export async function heldGuard(conn: Conn, customer_id: number): Promise<HeldGuard> {
  const guard = await HELD.one(conn, customer_id)
  if (guard) return guard
  const reason = 'no guard code is set for this customer'
  throw notPossible('open', reason, 'The details are open to staff with the permission.')
}

export function lockedFor(ctx: Context, { locked_until }: HeldGuard): number {
  return locked_until ? Date.parse(locked_until) - ctx.clock.now().getTime() : 0
}

const FORGIVE = sql<never, [customer_id: number]>`update guardcodes
  set wrong_tries = 0, wrong_at = null, locked_until = null where customer_id = $1`

/** Only the code itself takes back wrong tries: a one-time code would buy as many as one likes. */
async function forgive(conn: Conn, customer_id: number): Promise<void> {
  await FORGIVE.run(conn, customer_id)
}

const USE_ONE_TIME = sql<
  never,
  [customer_id: number, user_id: number]
>`delete from guardcode_onetimes where customer_id = $1 and user_id = $2`

const COUNT_ONE_TIME = sql<
  never,
  [customer_id: number, user_id: number]
>`update guardcode_onetimes set tries = tries + 1 where customer_id = $1 and user_id = $2`

const COUNT_WRONG = sql<
  never,
  [customer_id: number, wrong_tries: number, now: Date, locked_until: Date | null]
>`update guardcodes set wrong_tries = $2, wrong_at = $3, locked_until = $4
  where customer_id = $1`

interface WrongTry {
  customer_id: number
  guard: HeldGuard
  /** It was mailed to them, but too long ago. */
  isOneTime: boolean
}

async function countWrong(
  ctx: Context,
  conn: Conn,
  { customer_id, guard, isOneTime }: WrongTry,
): Promise<Problem> {
  const now = ctx.clock.now()
  const isRecent = now.getTime() - Date.parse(guard.wrong_at ?? '') < LOCK_MS
  const tries = (isRecent ? guard.wrong_tries : 0) + 1
  const isLocked = tries >= MOST_TRIES
  const until = isLocked ? new Date(now.getTime() + LOCK_MS) : null
  await COUNT_WRONG.run(conn, customer_id, isLocked ? 0 : tries, now, until)
  await COUNT_ONE_TIME.run(conn, customer_id, ctx.actor.user_id)
  await tell(ctx, conn, customer_id, { event: isLocked ? 'guard_code_locked' : 'guard_code_wrong' })
  if (isLocked) return tooManyTries(LOCK_MS)
  if (isOneTime) return fieldProblem('codeExpired', 'code')
  return fieldProblem('codeWrong', 'code', { left: triesLeft(MOST_TRIES - tries) })
}

const DROP_OLD = sql<never, [now: Date]>`delete from guardcode_openings where open_until < $1`

const OPEN = sql<
  never,
  [customer_id: number, session_id: string | null, user_id: number, until: Date]
>`insert into guardcode_openings (organisation_id, customer_id, session_id, user_id, open_until)
  values (scope_organisation(), $1, $2, $3, $4)
  on conflict (organisation_id, customer_id, session_id) do update
    set open_until = excluded.open_until`

async function open(
  ctx: Context,
  conn: Conn,
  customer_id: number,
  reason: string | undefined,
): Promise<void> {
  const now = ctx.clock.now()
  const { session_id, user_id } = ctx.actor
  await DROP_OLD.run(conn, now)
  await OPEN.run(conn, customer_id, session_id, user_id, new Date(now.getTime() + OPEN_MS))
  const told = { event: 'guard_code_opened', ...(reason ? { reason } : {}) } as const
  await tell(ctx, conn, customer_id, told)
}
