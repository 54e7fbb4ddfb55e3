import { feeWaived } from '#domain/books/postings.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { type Cents, cents, roundGst, toDollars, wholeCents } from '#domain/kit/money.ts'
import { post } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'

export interface StandingFee {
  id: number
  customer_id: number
  amount: string
  about_invoice_id: number
  /** The invoice that bills it, if any does yet. */
  invoice_id: number | null
  invoice_number: string | null
  invoice_status: string | null
}

/** The fee for paying an invoice late that is still asked for. */
export async function standingFee(conn: Conn, about: number): Promise<StandingFee | null> {
  const [fee] = await conn.query<StandingFee>(
    `${STANDING} and f.about_invoice_id = $1 for update of f`,
    [about],
  )
  return fee ?? null
}

const STANDING = `select f.id, f.customer_id, f.amount::text, f.about_invoice_id, f.invoice_id,
    i.invoice_number, i.invoice_status
  from pending_charges f left join invoices i on i.id = f.invoice_id
  where f.charge_type = 'late_fee' and f.dropped_at is null
    and not exists (select from pending_charges c where c.credits_id = f.id)`

/** Whether the invoice that bills a fee is still to go out: its money is not in the books yet. */
export const isUnsent = ({ invoice_status }: StandingFee) =>
  invoice_status === 'draft' || invoice_status === 'approved'

/**
 * A fee is not asked for any more: one that waits is dropped, one that was billed is taken off the
 * invoice that bills it, and the caller settles the customer. With `again`, the same invoice may be
 * charged for a later delay.
 */
export async function takeBackLateFee(
  ctx: Context,
  conn: Conn,
  fee: StandingFee,
  { reason, again }: { reason: string; again: boolean },
): Promise<void> {
  if (isUnsent(fee)) return
  const isDropped = fee.invoice_id === null || (await waiveBilled(ctx, conn, fee, reason))
  await conn.query(
    `update pending_charges set dropped_at = case when $3 then $4::timestamptz end,
       drop_reason = $2, unique_key = unique_key || case when $5 then ' dropped ' || id else '' end
     where id = $1`,
    [fee.id, reason, isDropped, ctx.clock.now(), again],
  )
  await conn.query('update invoices set has_late_fee = false where id = $1', [fee.about_invoice_id])
}

interface FeeBilling {
  fees: string
  waived: string
  gst_percent: string
  left: string
}

/** Off the invoice that billed it; where that one owes less, the next invoice gives it back. */
async function waiveBilled(
  ctx: Context,
  conn: Conn,
  fee: StandingFee,
  reason: string,
): Promise<boolean> {
  const [billing] = await conn.query<FeeBilling>(BILLING, [fee.invoice_id])
  if (!billing) return true
  const open = wholeCents(cents(billing.fees) - cents(billing.waived))
  // Somebody may have asked for less by hand: no more is given back than was billed.
  const amount = wholeCents(Math.max(0, Math.min(cents(fee.amount), open)))
  const gst = gstShare(open, amount, billing.gst_percent)
  if (amount === 0) return true
  if (amount + gst > cents(billing.left)) {
    await conn.query(CREDIT, [fee.id])
    return false
  }
  await post(ctx, conn, [
    {
      event: 'fee_waived',
      customer_id: fee.customer_id,
      invoice_id: fee.invoice_id,
      unique_key: `late fee ${fee.id} waived from ${fee.invoice_id}`,
      reason,
      lines: feeWaived(amount, gst),
    },
  ])
  return true
}

/** GST was rounded once over all fees: what goes with one is what the others leave of it. */
function gstShare(open: Cents, amount: Cents, gst_percent: string): Cents {
  const gst = (sum: number) =>
    roundGst(toDollars(wholeCents(sum)).times(new Exact(gst_percent).div(100)))
  return wholeCents(gst(open) - gst(open - amount))
}

const BILLING = `select coalesce(i.late_payment_fee_amount, 0)::text as fees,
    coalesce((select sum(a.amount) from transactions t
      join accounttransactions a on a.transaction_id = t.id and a.account = 4030
      where t.invoice_id = i.id and t.event like 'fee_waived%'), 0)::numeric(14,2)::text as waived,
    coalesce(i.gst_percent, 0)::text as gst_percent,
    (i.discounted_total_this_period - coalesce((select -sum(a.amount) from transactions t
      join accounttransactions a on a.transaction_id = t.id and a.account = 1100
      where t.invoice_id = i.id and (t.event like 'fee_waived%' or t.event like 'write_off%')), 0)
    )::text as left
  from invoices i where i.id = $1 and i.invoice_status in ('invoiced', 'cleared', 'paid')`

const CREDIT = `insert into pending_charges (organisation_id, contract_id, customer_id, charge_type,
    name, amount, unique_key, credits_id)
  select organisation_id, contract_id, customer_id, charge_type, name || ', given back', -amount,
    'late_fee credit ' || id, id
  from pending_charges where id = $1 on conflict do nothing`
