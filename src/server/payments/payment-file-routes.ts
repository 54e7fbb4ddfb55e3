import { reaches } from '#domain/access/key-scope.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { Problem } from '#domain/kit/problem.ts'
import { billpayment } from '#domain/payments/payment.ts'
import { writers } from '#domain/payments/payment-file/write-payment-file.ts'
import { paymentFileCalls } from '#domain/payments/payment-file-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { keptBatch, type PaidBatch, refuseMoved, refuseUndone } from './paid-batches.ts'
import { linesFor, payBatch } from './pay-batch.ts'
import { ownAccount } from './payment-file-parts.ts'
import { BATCH, previewFile } from './payment-file-rows.ts'

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
  const { ids, statement_ids = [] } = content
  if (statement_ids.length > 0 && !reaches(ctx.actor.scope, 'commissionstatement'))
    throw new Problem('forbidden')
  await refuseUndone(conn, batch, { ids, statement_ids })
  const told = { action: 'download', reason: batch }
  for (const object_id of ids)
    await recordHistory(conn, ctx, { ...told, object_class: billpayment.name, object_id })
  for (const object_id of statement_ids)
    await recordHistory(conn, ctx, { ...told, object_class: 'commissionstatement', object_id })
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
