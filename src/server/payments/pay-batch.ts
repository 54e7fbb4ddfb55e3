import type { CheckedOf } from '#domain/kit/call.ts'
import { cents } from '#domain/kit/money.ts'
import {
  type BatchPayment,
  compactDay,
  type PaymentFile,
} from '#domain/payments/payment-file/payment-batch.ts'
import { writers } from '#domain/payments/payment-file/write-payment-file.ts'
import type { paymentFileCalls } from '#domain/payments/payment-file-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { freshName, keepBatch } from './paid-batches.ts'
import { payOut } from './pay-supplier.ts'
import { ownAccount, unready } from './payment-file-parts.ts'
import {
  changedAccounts,
  changeOf,
  type FilePayment,
  REQUESTED,
  refusalOf,
} from './payment-file-rows.ts'
import { tellSuppliers } from './remittance.ts'

type BatchRequest = CheckedOf<typeof paymentFileCalls.write>

/** What leaves in the same file: it is paid with the payments to suppliers, or none of them is. */
export interface PaidAlong {
  statement_ids: readonly number[]
  pay(as: { batch: string; payer: string }): Promise<BatchPayment[]>
}

/** Pays approved payments to suppliers, and what goes along with them, in one file of the bank. */
export async function payBatch(
  ctx: Context,
  conn: Conn,
  { ids, layout, payment_date }: BatchRequest,
  along?: PaidAlong,
): Promise<PaymentFile> {
  if (payment_date < todayOf(ctx))
    throw notPossible('pay', 'the day has passed', 'Choose today or a later day.')
  const found = await REQUESTED.all(conn, ids)
  const known = new Set(found.map((payment) => payment.id))
  const changes = await changedAccounts(ctx, conn, found)
  const refused = [
    ...ids.filter((id) => !known.has(id)).map((id) => ({ id, reason: 'we can’t find it' })),
    ...found.flatMap((payment) => {
      const reason = refusalOf(payment, changeOf(changes, payment))
      return reason ? [{ id: payment.id, reason: `${payment.supplier ?? 'it'}: ${reason}` }] : []
    }),
  ]
  if (refused.length > 0) throw unready(refused)
  const ours = await ownAccount(conn, ctx)
  const created_date = todayOf(ctx)
  const batch = await freshName(conn, `SB-${compactDay(created_date)}-${Math.min(...known)}`)
  for (const { id } of found) await payOut(ctx, conn, { id }, { batch, payment_date })
  await tellSuppliers(ctx, conn, found, { batch, payment_date, broker: ours.name })
  const payments = [
    ...found.map((payment) => linesFor(payment, ours.name, batch)),
    ...((await along?.pay({ batch, payer: ours.name })) ?? []),
  ]
  const content = { ...ours, payment_date, created_date, payments }
  const statement_ids = along?.statement_ids ?? []
  await keepBatch(conn, batch, { ...content, ids: found.map(({ id }) => id), statement_ids })
  return writers[layout]({ ...content, batch })
}

export function linesFor(payment: FilePayment, name: string, batch: string): BatchPayment {
  const reference = payment.number ?? ''
  return {
    // A bank account was asked for above.
    account: payment.account ?? '',
    payee: payment.supplier ?? '',
    cents: cents(payment.amount),
    particulars: name,
    code: payment.account_number_with_supplier ?? '',
    reference,
    our_particulars: payment.short_name ?? payment.supplier ?? '',
    our_code: batch,
    our_reference: reference,
  }
}
