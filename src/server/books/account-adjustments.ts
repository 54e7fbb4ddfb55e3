import type { Item, ItemKey, Money } from '#domain/books/account.ts'
import type { AdjustmentSide } from '#domain/books/adjustment.ts'
import { sentStatuses } from '#domain/books/counted-statuses.ts'
import { writeOffEvents } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { cents, wholeCents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

/** An adjustment that stands, as placing money and the books need it. */
export interface StoredAdjustment {
  id: number
  customer_id: number
  adjustment_number: string
  side: AdjustmentSide
  amount: string
  gst_percent: string | null
  adjustment_date: string
  due_date: string | null
  invoiced_at: string | null
  is_held: boolean
  written_off: string
}

const ADJUSTMENTS = sql<StoredAdjustment, [customer_ids: readonly number[]]>`
  select d.id, d.customer_id, d.adjustment_number, d.side, d.amount::text, d.gst_percent::text,
    d.adjustment_date, d.due_date, d.invoiced_at, d.is_held,
    coalesce((select sum(-a.amount) from transactions t
      join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.receivables}
      where t.adjustment_id = d.id and t.event in (${writeOffEvents})), 0)::numeric(14,2)::text
      as written_off
  from adjustments d where d.customer_id = any($1) and d.deleted_at is null
    and d.adjustment_status in (${sentStatuses}) order by d.id`.named('account_adjustments')

export function loadAdjustments(
  conn: Conn,
  customer_ids: readonly number[],
): Promise<StoredAdjustment[]> {
  return ADJUSTMENTS.all(conn, customer_ids)
}

/** What is owed: nothing about it depends on a day, so that its “discount” always stands. */
export function adjustmentItems(adjustments: ReadonlyMap<ItemKey, StoredAdjustment>): Item[] {
  return [...adjustments]
    .filter(([, { side }]) => side === 'debit')
    .map(([key, row]) => ({
      key,
      due_date: row.due_date ?? row.adjustment_date,
      in_time_until: '9999-12-31',
      discounted: cents(row.amount),
      undiscounted: cents(row.amount),
      tolerance: wholeCents(0),
      waived: wholeCents(0),
      written_off: cents(row.written_off),
      is_held: row.is_held,
      ppd_granted: true,
      sent_date: row.adjustment_date,
      sent_order: Date.parse(row.invoiced_at ?? '') || row.id,
      page: null,
    }))
}

type BareMoney = Omit<Money, 'reserved' | 'waiting' | 'paid_back'>

/** What was given: money of its day. */
export function adjustmentCredits(
  adjustments: ReadonlyMap<ItemKey, StoredAdjustment>,
): BareMoney[] {
  return [...adjustments]
    .filter(([, { side }]) => side === 'credit')
    .map(([key, row]) => {
      const amount = cents(row.amount)
      const date = row.adjustment_date
      return { key, date, order: 'credit', received: amount, amount, names: null }
    })
}
