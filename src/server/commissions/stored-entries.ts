import { ledgerEvents } from '#domain/books/ledger-events.ts'
import type { Commission } from '#domain/commissions/commission.ts'
import { commissionBooked } from '#domain/commissions/commission-postings.ts'
import type { EntryChanges, KeptEntry, NewEntry } from '#domain/commissions/kept-entry.ts'
import { type Cents, cents, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { type Entry, post } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { recountDrafts } from './recount-drafts.ts'

type StoredEntry = Pick<
  Commission,
  | ('id' | 'commission_status' | 'kind' | 'partner_id' | 'contract_id' | 'customer_id')
  | ('invoice_id' | 'base' | 'share_percent' | 'base_part' | 'rate' | 'rate_unit' | 'amount')
  | ('round' | 'reverses_id')
>

const COLUMNS = fragment`id, commission_status, kind, partner_id, contract_id, customer_id, invoice_id,
  base::text, trim_scale(share_percent)::text as share_percent, base_part::text,
  trim_scale(rate)::text as rate, rate_unit, amount::text, round, reverses_id`

// What belongs to the contract itself, and what takes anything of it back.
const OF_CONTRACT = fragment`contract_id = any($2)
  and (kind = 'clawback' or kind = 'signup' and rate_unit = 'fixed')`

/** Entries of invoices and of contracts, held until the transaction ends. */
export const HELD_ENTRIES = sql<
  StoredEntry,
  [invoice_ids: readonly number[], contract_ids: readonly number[]]
>`select ${COLUMNS} from commissions
  where (invoice_id = any($1) or ${OF_CONTRACT}) and kind <> 'correction'
  order by id for update`.named('commission_entries')

/** The same for whoever only looks. */
export const ENTRIES = sql<
  StoredEntry,
  [invoice_ids: readonly number[], contract_ids: readonly number[]]
>`select ${COLUMNS} from commissions
  where (invoice_id = any($1) or ${OF_CONTRACT}) and kind <> 'correction' order by id`

const orNull = (amount: string | null) => (amount === null ? null : cents(amount))

export const keptEntry = (row: StoredEntry): KeptEntry => ({
  ...row,
  base: orNull(row.base),
  base_part: orNull(row.base_part),
  amount: cents(row.amount),
})

const REVERSE = sql<
  { statement_id: number | null },
  [ids: readonly number[], status: 'reversed' | 'dropped']
>`update commissions c set commission_status = $2, statement_id = null, version = c.version + 1,
    modified_at = now()
  from commissions before where before.id = c.id and c.id = any($1)
  returning before.statement_id`

const EARN = sql<never, [rows: string, today: string]>`
  update commissions c set commission_status = 'accrued', earned_on = $2, invoice_id = x.invoice_id,
    transaction_id = x.transaction_id, version = c.version + 1, modified_at = now()
  from jsonb_to_recordset($1::jsonb) as x (id bigint, invoice_id bigint, transaction_id bigint)
  where c.id = x.id`

const ADD = sql<{ id: number }, [rows: string]>`
  insert into commissions (organisation_id, commission_status, kind, partner_id, contract_id,
    customer_id, invoice_id, base, share_percent, base_part, rate, rate_unit, amount, earned_on, round,
    reverses_id, transaction_id, reason)
  select organisation_id, commission_status, kind, partner_id, contract_id, customer_id, invoice_id,
    base, share_percent, base_part, rate, rate_unit, amount, earned_on, round, reverses_id,
    transaction_id, reason
  from jsonb_populate_recordset(null::commissions, $1::jsonb) returning id`.named('add_commissions')

type WhyChanged = { reason: string | null; because: string }

/** Writes what changes and books it, each partner's on one entry of what was earned and one of what went back. */
export async function storeChanges(
  ctx: Context,
  conn: Conn,
  changes: EntryChanges,
  told: WhyChanged,
): Promise<number[]> {
  const booked = await book(ctx, conn, changes, told.because)
  const { reversed, dropped, earned, added } = changes
  const today = todayOf(ctx)
  if (reversed.length > 0) {
    const gone = await REVERSE.all(conn, idsOf(reversed), 'reversed')
    const drafts = new Set(gone.flatMap(({ statement_id }) => statement_id ?? []))
    if (drafts.size > 0) await recountDrafts(ctx, conn, [...drafts])
  }
  // What was never earned stood on no statement.
  if (dropped.length > 0) await REVERSE.run(conn, idsOf(dropped), 'dropped')
  if (earned.length > 0) {
    const rows = earned.map(({ entry, invoice_id }) => ({
      ...{ id: entry.id, invoice_id },
      transaction_id: booked.get(keyOf(entry.partner_id, false)) ?? null,
    }))
    await EARN.run(conn, JSON.stringify(rows), today)
  }
  if (added.length === 0) return []
  const rows = added.map((one) => newRow(ctx, one, booked, told.reason))
  return idsOf(await ADD.all(conn, JSON.stringify(rows)))
}

function newRow(ctx: Context, one: NewEntry, booked: BookEntryIds, reason: string | null) {
  const isAccrued = one.commission_status === 'accrued'
  const text = (amount: Cents | null) => (amount === null ? null : toDecimalString(amount))
  return {
    ...one,
    organisation_id: ctx.actor.organisation_id,
    base: text(one.base),
    base_part: text(one.base_part),
    amount: text(one.amount),
    earned_on: isAccrued ? todayOf(ctx) : null,
    transaction_id: isAccrued ? (booked.get(keyOf(one.partner_id, isTaken(one))) ?? null) : null,
    reason,
  }
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
const isTaken = ({ kind }: Pick<NewEntry, 'kind'>) => kind === 'clawback'
const keyOf = (partner_id: number, taken: boolean) => `${partner_id} ${taken}`

/** The entry of the books by partner and by whether it earns or takes back. */
type BookEntryIds = ReadonlyMap<string, number>

async function book(
  ctx: Context,
  conn: Conn,
  { reversed, earned, added }: EntryChanges,
  because: string,
): Promise<BookEntryIds> {
  const sums = new Map<string, { partner_id: number; taken: boolean; amounts: Cents[] }>()
  const count = (partner_id: number, taken: boolean, amount: Cents) => {
    const key = keyOf(partner_id, taken)
    const sum = sums.get(key) ?? { partner_id, taken, amounts: [] }
    sums.set(key, sum)
    sum.amounts.push(amount)
  }
  for (const { partner_id, amount } of reversed) count(partner_id, true, wholeCents(-amount))
  for (const { entry } of earned) count(entry.partner_id, false, entry.amount)
  for (const one of added)
    if (one.commission_status === 'accrued') count(one.partner_id, isTaken(one), one.amount)
  const entries = [...sums].map(([key, { partner_id, taken, amounts }]) => {
    const event = taken ? ledgerEvents.commissionTaken : ledgerEvents.commissionAccrued
    const lines = commissionBooked(sumCents(amounts))
    return { key, entry: { event, partner_id, reason: because, lines } satisfies Entry }
  })
  const real = entries.filter(({ entry }) => entry.lines.length > 0)
  const ids = await post(
    ctx,
    conn,
    real.map(({ entry }) => entry),
  )
  return new Map(real.flatMap(({ key }, place) => (ids[place] ? [[key, ids[place]]] : [])))
}
