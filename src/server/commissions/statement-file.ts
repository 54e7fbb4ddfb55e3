import { reaches } from '#domain/access/key-scope.ts'
import { commissionstatement } from '#domain/commissions/commissionstatement.ts'
import type {
  commissionstatementCalls,
  StatementFileRow,
} from '#domain/commissions/commissionstatement-calls.ts'
import { transferOf } from '#domain/commissions/statement-sums.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { cents, toDecimalString } from '#domain/kit/money.ts'
import { Problem } from '#domain/kit/problem.ts'
import { type AccountChange, holdWords } from '#domain/payees/payee.ts'
import { compactDay, type PaymentFile } from '#domain/payments/payment-file/payment-batch.ts'
import { writers } from '#domain/payments/payment-file/write-payment-file.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { accountChanges } from '#server/payees/payee-hold.ts'
import { type PaidAlong, payBatch } from '#server/payments/pay-batch.ts'
import { ownAccount, unready } from '#server/payments/payment-file-parts.ts'
import { payStatement } from './pay-statement.ts'

interface PayableStatement {
  id: number
  statement_number: string
  statement_status: string
  partner_id: number
  partner: string
  account: string | null
  to_pay: string
  carried: string
  tax_invoice_gst: string
}

const REQUESTED = sql<PayableStatement, [ids: readonly number[]]>`
  select s.id, s.statement_number, s.statement_status, s.partner_id,
    coalesce(p.bank_account_name, p.name) as partner, p.bank_account_number as account,
    s.to_pay::text, s.carried::text, s.tax_invoice_gst::text
  from commissionstatements s join partners p on p.id = s.partner_id
  where s.id = any($1) and s.deleted_at is null order by p.name, s.id`

type Changes = ReadonlyMap<number, AccountChange>

/** Why a statement does not leave in a file, where it does not. */
function refusalOf(one: PayableStatement, changes: Changes): string | null {
  if (one.statement_status !== 'sent') return `the statement is ${one.statement_status}`
  if (cents(one.to_pay) === 0) return 'nothing is to be paid'
  if (!one.account) return 'the partner has no bank account'
  const change = changes.get(one.partner_id)
  return change?.hold_until ? holdWords(change) : null
}

async function requested(ctx: Context, conn: Conn, ids: readonly number[]) {
  const found = await REQUESTED.all(conn, ids)
  if (found.length < new Set(ids).size) throw notFound(commissionstatement)
  const partners = [...new Set(found.map(({ partner_id }) => partner_id))]
  return { found, changes: await accountChanges(ctx, conn, 'partner', partners) }
}

export async function previewStatementFile(
  ctx: Context,
  { ids }: CheckedOf<typeof commissionstatementCalls.previewFile>,
): Promise<{ data: StatementFileRow[] }> {
  return ctx.database.read(scopeOf(ctx), async (conn) => {
    const { found, changes } = await requested(ctx, conn, ids)
    const data = found.map((one) => ({
      id: one.id,
      partner_id: one.partner_id,
      partner: one.partner,
      amount: toDecimalString(transferOf(one)),
      account: one.account,
      change: changes.get(one.partner_id) ?? null,
      refusal: refusalOf(one, changes),
    }))
    return { data }
  })
}

type FileRequest = CheckedOf<typeof commissionstatementCalls.writeFile>

/**
 * Writes statements into a file of the bank, by themselves or in the batch of payments to suppliers;
 * what is in it counts as paid from the same moment.
 */
export async function writeStatementFile(
  ctx: Context,
  conn: Conn,
  { payment_ids, ...request }: FileRequest,
): Promise<Answer<null>> {
  const { ids, layout, payment_date } = request
  if (payment_ids && !reaches(ctx.actor.scope, 'billpayment')) throw new Problem('forbidden')
  if (payment_date < todayOf(ctx))
    throw notPossible('pay', 'the day has passed', 'Choose today or a later day.')
  const { found, changes } = await requested(ctx, conn, ids)
  const refused = found.flatMap((one) => {
    const reason = refusalOf(one, changes)
    return reason ? [{ id: one.id, reason: `${one.partner}: ${reason}` }] : []
  })
  if (refused.length > 0) throw unready(refused)
  const pay = payAll(ctx, conn, found, payment_date)
  const written = payment_ids
    ? await payBatch(
        ctx,
        conn,
        { ids: payment_ids, layout, payment_date },
        { statement_ids: ids, pay },
      )
    : await ownFile(ctx, conn, request, pay)
  const { name, text } = written
  return { textFile: { name, type: 'text/plain; charset=us-ascii', text } }
}

async function ownFile(
  ctx: Context,
  conn: Conn,
  { ids, layout, payment_date }: FileRequest,
  pay: PaidAlong['pay'],
): Promise<PaymentFile> {
  const ours = await ownAccount(conn, ctx)
  const created_date = todayOf(ctx)
  const batch = `CB-${compactDay(created_date)}-${Math.min(...ids)}`
  const payments = await pay({ batch, payer: ours.name })
  return writers[layout]({ ...ours, batch, payment_date, created_date, payments })
}

/** Pays statements in a batch; answers how each stands in its file. */
const payAll =
  (
    ctx: Context,
    conn: Conn,
    found: readonly PayableStatement[],
    payment_date: string,
  ): PaidAlong['pay'] =>
  async ({ batch, payer }) => {
    for (const { id } of found) await payStatement(ctx, conn, { id }, { payment_date, batch })
    return found.map((one) => ({
      // A bank account was asked for above.
      account: one.account ?? '',
      payee: one.partner,
      cents: transferOf(one),
      particulars: payer,
      code: 'COMMISSION',
      reference: one.statement_number,
      our_particulars: one.partner,
      our_code: batch,
      our_reference: one.statement_number,
    }))
  }
