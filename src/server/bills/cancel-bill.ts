import { bill } from '#domain/bills/bill.ts'
import { reverse } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { insertRow, type Written } from '#server/kit/rows/write-row.ts'
import { recheckBill } from './bill-check-stored.ts'

interface Asked {
  id: number
  version?: number | undefined
  reason?: string | undefined
}

/** A bill that was owed by mistake is booked back; what was paid stands in the way. */
export async function reverseBill(ctx: Context, conn: Conn, input: Asked): Promise<Written> {
  return transition(ctx, conn, bill, 'cancel', input, () => takeBack(ctx, conn, input, 'cancel'))
}

// What a corrected bill has in common with the wrong one until somebody types it over.
const carriedOver = [
  ...['supplier_statement_number', 'supplier_id', 'contract_id', 'customer_id', 'invoice_id'],
  ...['account_number_with_supplier', 'date_issued', 'period_start', 'period_end', 'period_days'],
  ...['supplier_due_date', 'due_date', 'ppd_percent', 'lines', 'opening_balance', 'gst_type'],
  ...['undiscounted_bill_sum', 'discounted_bill_sum', 'othercharges_total', 'due_total', 'due_gst'],
  ...['gst_amount', 'gst_percent', 'last_for_contract'],
]

/**
 * The supplier corrected a bill that was invoiced: the old one is booked back, and a draft takes its
 * place. It stays with the invoice, so that no other one takes it up, until that one is redone.
 */
export async function replaceBill(ctx: Context, conn: Conn, input: Asked): Promise<Written> {
  let old: Record<string, unknown> = {}
  await transition(ctx, conn, bill, 'replace', input, async ({ row }) => {
    old = row
    return takeBack(ctx, conn, input, 'replace')
  })
  const values = Object.fromEntries(carriedOver.map((name) => [name, old[name]]))
  const made = await insertRow(ctx, conn, bill, values)
  return recheckBill(ctx, conn, made.id)
}

async function takeBack(
  ctx: Context,
  conn: Conn,
  { id, reason }: Asked,
  action: string,
): Promise<Record<string, unknown>> {
  const paid = await conn.query(
    `select 1 from billpayments where bill_id = $1 and payment_status not in ('cancelled', 'draft')
     and deleted_at is null limit 1`,
    [id],
  )
  if (paid.length > 0) throw notPossible(action, 'it has payments', 'Cancel those first.')
  const standing = await conn.query<{ id: number }>(
    `select t.id from transactions t where t.bill_id = $1 and t.reverses_id is null
     and not exists (select from transactions r where r.reverses_id = t.id)`,
    [id],
  )
  await reverse(
    ctx,
    conn,
    standing.map((entry) => entry.id),
    reason ?? 'Cancelled.',
  )
  return { balance: '0.00' }
}
