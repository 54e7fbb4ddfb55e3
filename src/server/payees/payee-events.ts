import {
  goesElsewhere,
  type PayeeAccount,
  type PayeeEvent,
  type PayeeKind,
} from '#domain/payees/payee.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Fragment } from '#server/kit/database/sql.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { openedAccount, type Payee, sealedAccount } from './payee-account.ts'

/** One thing that happened to an account, with its numbers in full. */
export interface KnownEvent {
  id: number
  payee_kind: PayeeKind
  payee_id: number
  event: PayeeEvent
  from: PayeeAccount
  to: PayeeAccount
  goes_elsewhere: boolean
  hold_until: string | null
  answers_id: number | null
  reason: string | null
  actor_id: number | null
  actor_name: string
  created_at: string
}

export interface NewEvent {
  event: PayeeEvent
  from: PayeeAccount
  to: PayeeAccount
  hold_until?: string | null
  answers_id?: number | null
  reason?: string | null
}

const RECORD = sql<
  { id: number },
  [
    organisation_id: number,
    payee_kind: PayeeKind,
    payee_id: number,
    event: PayeeEvent,
    ...from: (string | null)[],
  ]
>`insert into payee_account_events (organisation_id, payee_kind, payee_id, event,
    from_name, from_number, from_swift, to_name, to_number, to_swift,
    goes_elsewhere, hold_until, answers_id, reason, actor_id, actor_name, request_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
    $11::boolean, $12::date, $13::bigint, $14, $15::bigint, $16, $17, $18::timestamptz)
  returning id`

/** Keeps what happened, in the transaction in which it did; nobody can take it out again. */
export async function recordEvent(
  ctx: Context,
  conn: Conn,
  { organisation_id, kind, id }: Pick<Payee, 'organisation_id' | 'kind' | 'id'>,
  { event, from, to, hold_until = null, answers_id = null, reason = null }: NewEvent,
): Promise<number> {
  const kept = [sealedAccount(ctx, from), sealedAccount(ctx, to)]
  const row = await RECORD.one(
    conn,
    organisation_id,
    kind,
    id,
    event,
    ...kept.flatMap(({ name, number, swift }) => [name, number, swift]),
    String(goesElsewhere(from, to)),
    hold_until,
    answers_id === null ? null : String(answers_id),
    reason,
    ctx.actor.user_id ? String(ctx.actor.user_id) : null,
    ctx.actor.name,
    ctx.request.id,
    ctx.clock.now().toISOString(),
  )
  return row?.id ?? 0
}

interface StoredEvent extends Omit<KnownEvent, 'from' | 'to'> {
  from_name: string | null
  from_number: string | null
  from_swift: string | null
  to_name: string | null
  to_number: string | null
  to_swift: string | null
}

const EVENTS: Fragment = fragment`select e.id, e.payee_kind, e.payee_id, e.event,
    e.from_name, e.from_number, e.from_swift, e.to_name, e.to_number, e.to_swift,
    e.goes_elsewhere, e.hold_until, e.answers_id, e.reason, e.actor_id, e.actor_name, e.created_at
  from payee_account_events e`

const PAGE = 100
type PayeeKey = [payee_kind: PayeeKind, payee_id: number]
const OF_PAYEE = sql<StoredEvent, PayeeKey>`${EVENTS}
  where e.payee_kind = $1 and e.payee_id = $2 order by e.id desc limit ${PAGE}`
const WAITING = sql<StoredEvent, PayeeKey>`${EVENTS}
  where e.payee_kind = $1 and e.payee_id = $2 and e.event = 'asked'
    and not exists (select from payee_account_events a where a.answers_id = e.id)`
const BY_ID = sql<StoredEvent, [id: number]>`${EVENTS} where e.id = $1`
const ANSWER = sql<StoredEvent, [id: number]>`${EVENTS} where e.answers_id = $1`

export async function eventsOf(ctx: Context, conn: Conn, kind: PayeeKind, id: number) {
  return (await OF_PAYEE.all(conn, kind, id)).map((row) => known(ctx, row))
}

/** The change of an account that nobody has answered yet. */
export async function waitingChange(ctx: Context, conn: Conn, kind: PayeeKind, id: number) {
  const row = await WAITING.one(conn, kind, id)
  return row ? known(ctx, row) : null
}

export async function eventById(ctx: Context, conn: Conn, id: number) {
  const row = await BY_ID.one(conn, id)
  return row ? known(ctx, row) : null
}

export async function answerTo(ctx: Context, conn: Conn, id: number) {
  const row = await ANSWER.one(conn, id)
  return row ? known(ctx, row) : null
}

function known(ctx: Context, row: StoredEvent): KnownEvent {
  const { from_name, from_number, from_swift, to_name, to_number, to_swift, ...event } = row
  return {
    ...event,
    from: openedAccount(ctx, { name: from_name, number: from_number, swift: from_swift }),
    to: openedAccount(ctx, { name: to_name, number: to_number, swift: to_swift }),
  }
}
