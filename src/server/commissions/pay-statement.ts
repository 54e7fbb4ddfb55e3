import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { reversed } from '#domain/books/postings.ts'
import { statementPaid } from '#domain/commissions/commission-postings.ts'
import {
  type CommissionStatement,
  commissionstatement,
} from '#domain/commissions/commissionstatement.ts'
import type { commissionstatementCalls } from '#domain/commissions/commissionstatement-calls.ts'
import { transferOf } from '#domain/commissions/statement-sums.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { cents, sumCents } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import { post } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { refuseHeld } from '#server/payees/payee-hold.ts'
import type { WrittenStatement } from './draft-statement.ts'

interface BroughtStatement {
  id: number
  withheld: string
}

// A carried statement may itself have brought another along; one that left with this payment before
// it came back leaves with it again. What another payment settled is settled.
const LEAVING = sql<BroughtStatement, [statement_id: number]>`
  with recursive brought as (
    select id, withheld, statement_status, to_pay from commissionstatements
    where settled_by_id = $1 or left_with_id = $1
    union select s.id, s.withheld, s.statement_status, s.to_pay
    from commissionstatements s join brought b on s.settled_by_id = b.id)
  select id, withheld::text from brought
  where to_pay = 0 and statement_status = 'sent' and id <> $1 order by id`

const LEFT = sql<BroughtStatement, [statement_id: number]>`
  select id, withheld::text from commissionstatements
  where left_with_id = $1 and statement_status = 'paid' order by id`

/** Books what left for the partner; what earlier statements had left is settled with it. */
export async function payStatement(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
  values: { payment_date?: string | undefined; batch?: string | undefined } = {},
): WrittenStatement {
  const payment_date = values.payment_date ?? todayOf(ctx)
  const leaving = await LEAVING.all(conn, input.id)
  const written = await transition(
    ctx,
    conn,
    commissionstatement,
    'pay',
    input,
    async ({ row, version }) => {
      await refuseHeld(ctx, conn, { kind: 'partner', id: row.partner_id, action: 'pay' })
      const how = { date: payment_date, key: `paid ${version}`, isBack: false }
      await bookPaid(ctx, conn, row, leaving, how)
      return { payment_date, batch: values.batch ?? null }
    },
  )
  for (const { id } of leaving)
    await transition(ctx, conn, commissionstatement, 'settle', { id }, async () => ({
      payment_date,
      left_with_id: input.id,
    }))
  return written
}

/** Recorded by hand: on a day that has come, and not before the statement. */
export async function recordPayment(
  ctx: Context,
  conn: Conn,
  { payment_date, ...asked }: CheckedOf<typeof commissionstatementCalls.pay>,
): WrittenStatement {
  if (payment_date && payment_date > todayOf(ctx))
    throw badField('payment_date', 'That day is still to come.')
  const { row } = await lockRow(ctx, conn, commissionstatement, asked.id)
  if (payment_date && row.sent_date && payment_date < row.sent_date)
    throw badField('payment_date', 'The statement was sent later than that.')
  return payStatement(ctx, conn, asked, { payment_date })
}

async function bookPaid(
  ctx: Context,
  conn: Conn,
  row: CommissionStatement,
  brought: readonly BroughtStatement[],
  { date, key, isBack }: { date: string; key: string; isBack: boolean },
): Promise<void> {
  const withheld = sumCents([cents(row.withheld), ...brought.map((one) => cents(one.withheld))])
  const lines = statementPaid(transferOf(row), withheld)
  await post(ctx, conn, [
    {
      event: isBack ? ledgerEvents.commissionPaymentBack : ledgerEvents.commissionPaid,
      partner_id: row.partner_id,
      date,
      unique_key: `commission statement ${row.id} ${key}`,
      reason: `Commission statement ${row.statement_number}.`,
      lines: isBack ? reversed(lines) : lines,
    },
  ])
}

/** The payment came back, or was called off: it is to be paid anew, and what it settled with it. */
export async function paymentReturned(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
): WrittenStatement {
  const left = await LEFT.all(conn, input.id)
  const written = await transition(
    ctx,
    conn,
    commissionstatement,
    'returned',
    input,
    async ({ row, version }) => {
      const how = { date: todayOf(ctx), key: `back ${version}`, isBack: true }
      await bookPaid(ctx, conn, row, left, how)
      return { payment_date: null, batch: null, banktransaction_id: null }
    },
  )
  for (const { id } of left) {
    const reason = `The payment of ${written.row.statement_number} came back.`
    const asked = { id, reason }
    await transition(ctx, conn, commissionstatement, 'returned', asked, async () => ({
      payment_date: null,
    }))
  }
  return written
}

/** A line of the bank shows the payment. */
export async function clearStatement(
  ctx: Context,
  conn: Conn,
  { id, banktransaction_id }: { id: number; banktransaction_id: number },
): Promise<void> {
  await transition(ctx, conn, commissionstatement, 'clear', { id }, async () => ({
    banktransaction_id,
  }))
}

/** The line turned out to be something else. */
export async function releaseStatement(ctx: Context, conn: Conn, id: number): Promise<void> {
  await transition(ctx, conn, commissionstatement, 'release', { id }, async () => ({
    banktransaction_id: null,
  }))
}
