import { invoicepayment } from '#domain/payments/payment.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { settleTask } from '#server/tasks/system-task.ts'
import { notPaid } from './after-failed.ts'
import { askToCancel, type PlannedDebit } from './ask-to-cancel.ts'
import type { ProviderWord } from './follow-debit.ts'

interface OtherDebit extends PlannedDebit {
  is_stoppable: boolean
}

const OTHER = sql<OtherDebit, [id: number]>`
  select o.id, o.customer_id, o.version,
    o.debit_state = 'planned' and o.cancel_asked_at is null as is_stoppable
  from invoicepayments p join invoicepayments o on o.id <> p.id
    and (o.invoice_id = p.invoice_id or o.retry_of_id = p.id)
  where p.id = $1 and o.payment_status = 'pending' and o.deleted_at is null`

/**
 * The provider tries the same debit again, which we had given up. An attempt of our own for the page
 * is called off; until it is, the page has one debit, and this one keeps its plan without its name.
 */
export async function tryAgain(
  ctx: Context,
  conn: Conn,
  id: number,
  { charge_date }: ProviderWord,
): Promise<void> {
  const other = await OTHER.one(conn, id)
  const planned = { debit_state: 'planned', debit_cause: null, debit_words: null } as const
  const values = {
    ...planned,
    ...(other ? { invoice_id: null } : {}),
    ...(charge_date === undefined ? {} : { charge_date, payment_date: charge_date }),
  }
  const asked = { id, despiteHolder: true }
  await transition(ctx, conn, invoicepayment, 'retry', asked, async () => values)
  await settleTask(ctx, conn, notPaid(id), 'The provider tries it again.')
  if (!other?.is_stoppable) return
  const reason = 'The provider tries the one before it again.'
  await askToCancel(ctx, conn, other, { plansAnew: false, reason })
}
