import { randomInt } from 'node:crypto'
import { ONE_TIME_DIGITS, ONE_TIME_MS } from '#domain/customers/guard-code.ts'
import type { guardCodeCalls } from '#domain/customers/guard-code-calls.ts'
import type { CheckedOf, DataOf } from '#domain/kit/call.ts'
import { accepted, Problem } from '#domain/kit/problem.ts'
import { type Limit, reserveWithin, tooManyTries } from '#server/identity/attempts.ts'
import { requireViewer } from '#server/identity/debit-details.ts'
import { letter } from '#server/identity/mail-texts.ts'
import { hashPassword } from '#server/identity/password-hash.ts'
import { maskedAddress } from '#server/identity/remind-to-confirm.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { knownCustomer, tell } from './guard-code.ts'
import { heldGuard, lockedFor } from './guard-verify.ts'

const QUARTER_HOUR = 15 * 60_000
const DAY = 86_400_000

function limitsOf({ actor }: Context): Limit[] {
  const [user, organisation] = [`${actor.user_id}`, `${actor.organisation_id}`]
  return [
    { purpose: 'guard_code_user', subject: user, max: 3, windowMs: QUARTER_HOUR },
    { purpose: 'guard_code_organisation', subject: organisation, max: 20, windowMs: DAY },
  ]
}

const ADDRESS = sql<{ email: string }, [user_id: number]>`select email from users where id = $1`

const KEEP = sql<
  never,
  [customer_id: number, user_id: number, code_hash: string, expires_at: Date]
>`insert into guardcode_onetimes (organisation_id, customer_id, user_id, code_hash, expires_at)
  values (scope_organisation(), $1, $2, $3, $4)
  on conflict (organisation_id, customer_id, user_id) do update
    set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0`

/** Mails a code to whoever asks, at their own address; it opens this one customer to them, once. */
export async function sendOneTimeCode(
  ctx: Context,
  conn: Conn,
  { customer_id }: CheckedOf<typeof guardCodeCalls.send>,
): Promise<Answer<DataOf<typeof guardCodeCalls.send>>> {
  const { customer_number } = await knownCustomer(conn, customer_id)
  await requireViewer(ctx, conn)
  const lockedMs = lockedFor(ctx, await heldGuard(conn, customer_id))
  if (lockedMs > 0) throw tooManyTries(lockedMs)
  const allowed = await reserveWithin(ctx, conn, limitsOf(ctx))
  if ('full' in allowed) throw tooManyTries(allowed.waitMs)
  const own = await ADDRESS.one(conn, ctx.actor.user_id)
  if (!own) throw new Problem('unauthorised')
  const code = randomInt(10 ** ONE_TIME_DIGITS)
    .toString()
    .padStart(ONE_TIME_DIGITS, '0')
  const expires = new Date(ctx.clock.now().getTime() + ONE_TIME_MS)
  await KEEP.run(conn, customer_id, ctx.actor.user_id, await hashPassword(code), expires)
  await queueMail(ctx, conn, {
    to: own.email,
    key: `guard code ${ctx.actor.user_id} ${ctx.request.id}`,
    code,
    ...letter(ctx.config, 'Your one-time code', [
      `Your code for the direct debit details of customer ${customer_number}: ${code}`,
      'It works once, for the next 10 minutes, and for you alone.',
      "If you didn't ask for it, change your password straight away and tell your organisation's admin.",
    ]),
  })
  await tell(ctx, conn, customer_id, { event: 'guard_code_sent' })
  const email = maskedAddress(own.email)
  return {
    status: accepted,
    data: { email, expires_at: expires.toISOString() },
    message: `We've sent a code to ${email}. It works once, for the next 10 minutes.`,
  }
}
