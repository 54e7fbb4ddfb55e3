import type { CheckedOf } from '#domain/kit/call.ts'
import { cents } from '#domain/kit/money.ts'
import { Problem } from '#domain/kit/problem.ts'
import { billpayment } from '#domain/payments/payment.ts'
import { type BatchPayment, compactDay } from '#domain/payments/payment-file/payment-batch.ts'
import { writers } from '#domain/payments/payment-file/write-payment-file.ts'
import { paymentFileCalls } from '#domain/payments/payment-file-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import {
  freshName,
  keepBatch,
  keptBatch,
  type PaidBatch,
  refuseMoved,
  refuseUndone,
} from './paid-batches.ts'
import { payOut } from './pay-supplier.ts'
import { ownAccount, unready } from './payment-file-parts.ts'
import {
  BATCH,
  changedAccounts,
  changeOf,
  type FilePayment,
  previewFile,
  REQUESTED,
  refusalOf,
} from './payment-file-rows.ts'
import { tellSuppliers } from './remittance.ts'

type BatchRequest = CheckedOf<typeof paymentFileCalls.write>

export const paymentFileRoutes: Route[] = serve(paymentFileCalls, {
  preview: { run: previewFile },
  write: {
    // What is in the file counts as paid from the same moment.
    write: async (ctx, conn, request) => fileAnswer(await payBatch(ctx, conn, request)),
  },
  again: {
    run: async (ctx, request) =>
      fileAnswer(await ctx.database.write(scopeOf(ctx), (conn) => writeAgain(ctx, conn, request))),
  },
})

function fileAnswer({ name, text }: { name: string; text: string }): Answer<null> {
  return { textFile: { name, type: 'text/plain; charset=us-ascii', text } }
}

/** A download that got lost is fetched again; nothing is paid by it, and who fetched it is told. */
async function writeAgain(
  ctx: Context,
  conn: Conn,
  { batch, layout }: CheckedOf<typeof paymentFileCalls.again>,
) {
  const content = (await keptBatch(conn, batch)) ?? (await madeAnew(ctx, conn, batch))
  await refuseUndone(conn, batch, content.ids)
  for (const object_id of content.ids) {
    const told = { object_class: billpayment.name, object_id, action: 'download' }
    await recordHistory(conn, ctx, { ...told, reason: batch })
  }
  return writers[layout]({ ...content, batch })
}

/** A file from before what stood in it was kept. */
async function madeAnew(ctx: Context, conn: Conn, batch: string): Promise<PaidBatch> {
  const found = await BATCH.all(conn, batch)
  const [first] = found
  if (!first) throw new Problem('notFound', { fill: { what: 'batch' } })
  const [, year = '', month = '', day = ''] = /^SB-(....)(..)(..)/.exec(batch) ?? []
  const created_date = `${year}-${month}-${day}`
  await refuseMoved(conn, batch, created_date)
  const ours = await ownAccount(conn, ctx)
  const { payment_date } = first
  const payments = found.map((payment) => linesFor(payment, ours.name, batch))
  return { ...ours, payment_date, created_date, payments, ids: found.map(({ id }) => id) }
}

async function payBatch(ctx: Context, conn: Conn, { ids, layout, payment_date }: BatchRequest) {
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
  const payments = found.map((payment) => linesFor(payment, ours.name, batch))
  const content = { ...ours, payment_date, created_date, payments }
  await keepBatch(conn, batch, { ...content, ids: found.map(({ id }) => id) })
  return writers[layout]({ ...content, batch })
}

function linesFor(payment: FilePayment, name: string, batch: string): BatchPayment {
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
