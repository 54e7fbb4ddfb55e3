import { type Bill, bill } from '#domain/bills/bill.ts'
import type { Stored } from '#domain/kit/entity.ts'
import { reverse } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { insertRow, type Written } from '#server/kit/rows/write-row.ts'
import { recheckBill } from './bill-check-stored.ts'

const PAYMENTS_OUT = sql<{ id: number }, [bill_id: number]>`
  select id from billpayments where bill_id = $1
    and payment_status not in ('cancelled', 'draft') and deleted_at is null limit 1`

const STANDING_ENTRIES = sql<{ id: number }, [bill_id: number]>`
  select t.id from transactions t where t.bill_id = $1 and t.reverses_id is null
    and not exists (select from transactions r where r.reverses_id = t.id)`

/** A bill that was owed by mistake is booked back; what was paid stands in the way. */
export async function reverseBill(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
): Promise<Written<typeof bill>> {
  return transition(ctx, conn, bill, 'cancel', input, () =>
    takeBackPostings(ctx, conn, input, 'cancel'),
  )
}

// What a corrected bill has in common with the wrong one until somebody types it over.
const carriedOver = [
  'supplier_statement_number',
  'supplier_id',
  'contract_id',
  'customer_id',
  'invoice_id',
  'account_number_with_supplier',
  'date_issued',
  'period_start',
  'period_end',
  'period_days',
  'supplier_due_date',
  'due_date',
  'ppd_percent',
  'lines',
  'opening_balance',
  'gst_type',
  'undiscounted_bill_sum',
  'discounted_bill_sum',
  'othercharges_total',
  'due_total',
  'due_gst',
  'gst_amount',
  'gst_percent',
  'last_for_contract',
] as const satisfies readonly (keyof Bill)[]

/**
 * The supplier corrected a bill that was invoiced: the old one is booked back, and a draft takes its
 * place. It stays with the invoice, so that no other one takes it up, until that one is redone.
 */
export async function replaceBill(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
): Promise<Written<typeof bill>> {
  const { row: old } = await transition(ctx, conn, bill, 'replace', input, () =>
    takeBackPostings(ctx, conn, input, 'replace'),
  )
  // Each name is a column, with the value it has in the old one.
  const carried = carriedOver.map((name) => [name, old[name]])
  const values = Object.fromEntries(carried) as Stored<typeof bill>
  const made = await insertRow(ctx, conn, bill, values)
  return recheckBill(ctx, conn, made.id)
}

async function takeBackPostings(
  ctx: Context,
  conn: Conn,
  { id, reason }: ActionRequest,
  action: string,
): Promise<Stored<typeof bill>> {
  if (await PAYMENTS_OUT.one(conn, id))
    throw notPossible(action, 'it has payments', 'Cancel those first.')
  const standing = await STANDING_ENTRIES.all(conn, id)
  await reverse(
    ctx,
    conn,
    standing.map((entry) => entry.id),
    reason ?? 'Cancelled.',
  )
  return { balance: '0.00' }
}
