import { sentStatuses, unsentStatuses } from '#domain/books/counted-statuses.ts'
import { accounts, feeWaived } from '#domain/books/postings.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { type Cents, cents, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { roundGst, toDollars } from '#domain/kit/rounding.ts'
import { post } from '#server/books/ledger.ts'
import { DISCOUNTED } from '#server/books/posted-invoice.ts'
import { tellCorrection } from '#server/invoices/tell-correction.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
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

const STANDING = sql<StandingFee, [about_invoice: number]>`
  select f.id, f.customer_id, f.amount::text, f.about_invoice_id, f.invoice_id,
    i.invoice_number, i.invoice_status
  from pending_charges f left join invoices i on i.id = f.invoice_id
  where f.charge_type = 'late_fee' and f.dropped_at is null
    and not exists (select from pending_charges c where c.credits_id = f.id)
    and f.about_invoice_id = $1
  for update of f`

const DROP = sql<
  never,
  [id: number, reason: string, is_dropped: boolean, now: Date, may_be_charged_again: boolean]
>`update pending_charges set dropped_at = case when $3 then $4::timestamptz end,
    drop_reason = $2, unique_key = unique_key || case when $5 then ' dropped ' || id else '' end
  where id = $1`

const WITHOUT_FEE = sql<never, [invoice_id: number]>`
  update invoices set has_late_fee = false where id = $1`

interface FeeBilling {
  fees: string
  waived: string
  gst_percent: string
  left: string
}

const BILLING = sql<FeeBilling, [invoice_id: number | null]>`
  select coalesce(i.late_payment_fee_amount, 0)::text as fees,
    coalesce((select sum(a.amount) from transactions t
      join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.lateFees}
      where t.invoice_id = i.id and t.event like 'fee_waived%'), 0)::numeric(14,2)::text as waived,
    coalesce(i.gst_percent, 0)::text as gst_percent,
    (${DISCOUNTED} - coalesce((select -sum(a.amount) from transactions t
      join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.receivables}
      where t.invoice_id = i.id and (t.event like 'fee_waived%' or t.event like 'write_off%')), 0)
    )::text as left
  from invoices i where i.id = $1 and i.invoice_status in (${sentStatuses})`

const CREDIT = sql<never, [charge_id: number]>`
  insert into pending_charges (organisation_id, contract_id, customer_id, charge_type,
    name, amount, unique_key, credits_id)
  select organisation_id, contract_id, customer_id, charge_type, name || ', given back', -amount,
    'late_fee credit ' || id, id
  from pending_charges where id = $1 on conflict do nothing`

/** The fee for paying an invoice late that is still asked for. */
export async function standingFee(conn: Conn, about: number): Promise<StandingFee | null> {
  return (await STANDING.one(conn, about)) ?? null
}

/** Whether the invoice that bills a fee is still to go out: its money is not in the books yet. */
export const isUnsent = ({ invoice_status }: StandingFee) =>
  unsentStatuses.some((status) => status === invoice_status)

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
  await DROP.run(conn, fee.id, reason, isDropped, ctx.clock.now(), again)
  await WITHOUT_FEE.run(conn, fee.about_invoice_id)
}

/** Off the invoice that billed it; where that one owes less, the next invoice gives it back. */
async function waiveBilled(
  ctx: Context,
  conn: Conn,
  fee: StandingFee,
  reason: string,
): Promise<boolean> {
  const billing = await BILLING.one(conn, fee.invoice_id)
  if (!billing) return true
  const open = wholeCents(cents(billing.fees) - cents(billing.waived))
  // Somebody may have asked for less by hand: no more is given back than was billed.
  const amount = wholeCents(Math.max(0, Math.min(cents(fee.amount), open)))
  const gst = gstShare(open, amount, billing.gst_percent)
  if (amount === 0) return true
  if (amount + gst > cents(billing.left)) {
    await CREDIT.run(conn, fee.id)
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
  if (fee.invoice_id !== null)
    await tellCorrection(ctx, conn, fee.invoice_id, `${fee.invoice_id} late fee ${fee.id}`, {
      amount: toDecimalString(sumCents([amount, gst])),
      gst: toDecimalString(gst),
      why: 'fee waived',
    })
  return true
}

/** GST was rounded once over all fees: what goes with one is what the others leave of it. */
function gstShare(open: Cents, amount: Cents, gst_percent: string): Cents {
  const gst = (sum: number) =>
    roundGst(toDollars(wholeCents(sum)).times(new Exact(gst_percent).div(100)))
  return wholeCents(gst(open) - gst(open - amount))
}
