import type { CheckedOf } from '#domain/kit/call.ts'
import { cents } from '#domain/kit/money.ts'
import { Problem } from '#domain/kit/problem.ts'
import { type BatchPayment, compactDay } from '#domain/payments/payment-file/payment-batch.ts'
import { writers } from '#domain/payments/payment-file/write-payment-file.ts'
import { paymentFileCalls } from '#domain/payments/payment-file-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { payOut } from './pay-supplier.ts'
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

const OWN_ACCOUNT = sql<{ account: string | null; name: string }, [organisation_id: number | null]>`
  select bank_account_number as account, coalesce(bank_account_name, trading_name, name) as name
  from organisations where id = $1`

export const paymentFileRoutes: Route[] = serve(paymentFileCalls, {
  preview: { run: previewFile },
  write: {
    // What is in the file counts as paid from the same moment.
    write: async (ctx, conn, request) => fileAnswer(await payBatch(ctx, conn, request)),
  },
  again: {
    run: async (ctx, request) =>
      fileAnswer(await ctx.database.read(scopeOf(ctx), (conn) => writeAgain(ctx, conn, request))),
  },
})

function fileAnswer({ name, text }: { name: string; text: string }): Answer<null> {
  return { textFile: { name, type: 'text/plain; charset=us-ascii', text } }
}

/** A download that got lost is fetched again; nothing is paid by it. */
async function writeAgain(
  ctx: Context,
  conn: Conn,
  { batch, layout }: CheckedOf<typeof paymentFileCalls.again>,
) {
  const found = await BATCH.all(conn, batch)
  const [first] = found
  if (!first) throw new Problem('notFound', { fill: { what: 'batch' } })
  const [, year = '', month = '', day = ''] = /^SB-(....)(..)(..)/.exec(batch) ?? []
  const ours = await ownAccount(conn, ctx)
  return writers[layout]({
    ...ours,
    batch,
    payment_date: first.payment_date,
    created_date: `${year}-${month}-${day}`,
    payments: found.map((payment) => linesFor(payment, ours.name, batch)),
  })
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
  const batch = `SB-${compactDay(created_date)}-${Math.min(...known)}`
  for (const { id } of found) await payOut(ctx, conn, { id }, { batch, payment_date })
  await tellSuppliers(ctx, conn, found, { batch, payment_date, broker: ours.name })
  const payments = found.map((payment) => linesFor(payment, ours.name, batch))
  return writers[layout]({ ...ours, batch, payment_date, created_date, payments })
}

/** All or none: a batch that leaves one out would be believed to hold it. */
function unready(refused: { id: number; reason: string }[]): Problem {
  const told = refused.slice(0, 5).map(({ reason }) => reason)
  const reason = `${told.join('; ')}${refused.length > told.length ? '; and others' : ''}`
  return new Problem('notPossible', {
    fill: { action: 'pay', reason, instead: 'Take those out, or put them right first.' },
    info: { refused },
  })
}

async function ownAccount(conn: Conn, ctx: Context): Promise<{ account: string; name: string }> {
  const row = await OWN_ACCOUNT.one(conn, ctx.actor.organisation_id)
  if (!row?.account)
    throw notPossible('pay', 'your organisation has no bank account', 'Ask an admin to add it.')
  return { account: row.account, name: row.name }
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
