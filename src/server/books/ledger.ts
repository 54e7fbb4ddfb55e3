import { type BookedEvent, type LedgerEvent, reversalOf } from '#domain/books/ledger-events.ts'
import { type Posting, reversed } from '#domain/books/postings.ts'
import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { actorValues } from '#server/kit/rows/history.ts'

export interface Entry {
  event: BookedEvent
  date?: string | undefined
  customer_id?: number | null | undefined
  supplier_id?: number | null | undefined
  partner_id?: number | null | undefined
  invoice_id?: number | null | undefined
  adjustment_id?: number | null | undefined
  bill_id?: number | null | undefined
  invoicepayment_id?: number | null | undefined
  billpayment_id?: number | null | undefined
  /** The document whose credit it puts somewhere. */
  credit_invoice_id?: number | null | undefined
  credit_adjustment_id?: number | null | undefined
  reverses_id?: number | null | undefined
  /** What must never be booked twice has a key of its own. */
  unique_key?: string | null | undefined
  reason?: string | null | undefined
  lines: readonly Posting[]
}

// The day after the books are locked to: what belongs before it is booked then.
const FIRST_OPEN_DAY = fragment`(select locked_to + 1 from book_locks order by id desc limit 1)`

const ADD_ENTRIES = sql<
  { id: number; transaction_date: string },
  [entries: string, ...actor: unknown[]]
>`
  insert into transactions (organisation_id, event, transaction_date, amount, customer_id,
    supplier_id, partner_id, invoice_id, adjustment_id, bill_id, invoicepayment_id, billpayment_id,
    credit_invoice_id, credit_adjustment_id, reverses_id, unique_key, reason, actor_id, actor_name,
    impersonator_id, impersonator_name, source, request_id)
  select organisation_id, event, greatest(transaction_date, ${FIRST_OPEN_DAY}), amount, customer_id,
    supplier_id, partner_id, invoice_id, adjustment_id, bill_id, invoicepayment_id, billpayment_id,
    credit_invoice_id, credit_adjustment_id, reverses_id, unique_key, reason, $2::bigint, $3::text,
    $4::bigint, $5::text, $6::text, $7::text
  from jsonb_populate_recordset(null::transactions, $1::jsonb) returning id, transaction_date`.named(
  'post_entries',
)

const ADD_LINES = sql<never, [lines: string]>`
  insert into accounttransactions (organisation_id, transaction_id, account, amount,
    transaction_date, customer_id, supplier_id, partner_id, invoice_id, adjustment_id, bill_id)
  select organisation_id, transaction_id, account, amount, transaction_date, customer_id,
    supplier_id, partner_id, invoice_id, adjustment_id, bill_id
  from jsonb_populate_recordset(null::accounttransactions, $1::jsonb)`.named('post_lines')

/**
 * Adds entries to the books: all their lines in one statement, which checks that each balances. Each
 * says who booked it and by which call, as the history does.
 */
export async function post(ctx: Context, conn: Conn, entries: readonly Entry[]): Promise<number[]> {
  const real = entries.filter((entry) => entry.lines.length > 0)
  if (real.length === 0) return []
  const rows = real.map((entry) => ({
    organisation_id: ctx.actor.organisation_id,
    event: entry.event,
    transaction_date: entry.date ?? todayOf(ctx),
    amount: debitsOf(entry.lines),
    customer_id: entry.customer_id ?? null,
    supplier_id: entry.supplier_id ?? null,
    partner_id: entry.partner_id ?? null,
    invoice_id: entry.invoice_id ?? null,
    adjustment_id: entry.adjustment_id ?? null,
    bill_id: entry.bill_id ?? null,
    invoicepayment_id: entry.invoicepayment_id ?? null,
    billpayment_id: entry.billpayment_id ?? null,
    credit_invoice_id: entry.credit_invoice_id ?? null,
    credit_adjustment_id: entry.credit_adjustment_id ?? null,
    reverses_id: entry.reverses_id ?? null,
    unique_key: entry.unique_key ?? null,
    reason: entry.reason ?? null,
  }))
  const made = await ADD_ENTRIES.all(conn, JSON.stringify(rows), ...actorValues(ctx))
  const ids = made.map((row) => row.id)
  const lines = real.flatMap((entry, place) =>
    entry.lines.map((line) => ({
      ...rows[place],
      transaction_id: ids[place],
      transaction_date: made[place]?.transaction_date,
      account: line.account,
      amount: toDecimalString(line.amount),
    })),
  )
  await ADD_LINES.run(conn, JSON.stringify(lines))
  return ids
}

interface StoredEntry extends Omit<Entry, 'lines' | 'event'> {
  id: number
  event: LedgerEvent
  lines: { account: number; amount: string }[]
}

const ENTRIES = sql<StoredEntry, [ids: readonly number[]]>`
  select t.id, t.event, t.customer_id, t.supplier_id, t.partner_id, t.invoice_id, t.adjustment_id,
    t.bill_id, t.invoicepayment_id, t.billpayment_id, t.credit_invoice_id,
    t.credit_adjustment_id,
    (select json_agg(json_build_object(
      'account', a.account, 'amount', a.amount::text) order by a.id)
      from accounttransactions a where a.transaction_id = t.id) as lines
  from transactions t where t.id = any($1) order by t.id desc`

/** Takes entries back whole, each at most once. */
export async function reverse(
  ctx: Context,
  conn: Conn,
  ids: readonly number[],
  reason: string,
): Promise<void> {
  const found = await ENTRIES.all(conn, ids)
  await post(
    ctx,
    conn,
    found.map(({ id, lines, ...entry }) => ({
      ...entry,
      event: reversalOf(entry.event),
      reverses_id: id,
      reason,
      lines: reversed(lines.map(({ account, amount }) => ({ account, amount: cents(amount) }))),
    })),
  )
}

const standing = (column: Fragment) => sql<
  StandingEntry,
  [ids: readonly number[], events: readonly BookedEvent[] | null]
>`select t.id, t.event, t.invoicepayment_id, t.amount::text from transactions t
  where ${column} = any($1) and t.reverses_id is null
    and not exists (select from transactions r where r.reverses_id = t.id)
    and ($2::text[] is null or t.event = any($2)) order by t.id`
const STANDING_OF_INVOICE = standing(fragment`t.invoice_id`)
const STANDING_OF_ADJUSTMENT = standing(fragment`t.adjustment_id`)

export interface StandingEntry {
  id: number
  event: LedgerEvent
  invoicepayment_id: number | null
  amount: string
}

/** Entries of invoices that still stand, the oldest first. */
export async function standingEntries(
  conn: Conn,
  invoice_ids: readonly number[],
  events?: readonly LedgerEvent[],
): Promise<StandingEntry[]> {
  return STANDING_OF_INVOICE.all(conn, invoice_ids, events ?? null)
}

/** The same of an adjustment. */
export async function standingEntriesOf(
  conn: Conn,
  adjustment_id: number,
  events?: readonly LedgerEvent[],
): Promise<StandingEntry[]> {
  return STANDING_OF_ADJUSTMENT.all(conn, [adjustment_id], events ?? null)
}

function debitsOf(lines: readonly Posting[]): string {
  const debits = lines.filter((line) => line.amount > 0)
  return toDecimalString(wholeCents(debits.reduce((sum, line) => sum + line.amount, 0)))
}
