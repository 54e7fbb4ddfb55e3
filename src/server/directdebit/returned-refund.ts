import { adjustmentEvent } from '#domain/books/adjustment-postings.ts'
import { adjustmentActions } from '#server/books/adjustment-actions.ts'
import { customerOwner } from '#server/books/adjustment-owner.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { raiseTask } from '#server/tasks/system-task.ts'

const STANDING = sql<{ id: number; is_used: boolean }, [invoicepayment_id: number]>`
  select d.id, exists (select from allocations a where a.adjustment_id = d.id) as is_used
  from transactions t join adjustments d on d.id = t.adjustment_id
  where t.invoicepayment_id = $1 and t.event = ${adjustmentEvent('returned_refund')}
    and d.cancelled_at is null and d.deleted_at is null`

const { takeBackAdjustment } = adjustmentActions(() => customerOwner)

/**
 * A refund of money that the bank had taken back was owed to us; now the money is there after all, it
 * is owed no more. What somebody paid on it meanwhile is theirs to get back.
 */
export async function takeBackReturned(
  ctx: Context,
  conn: Conn,
  invoicepayment_id: number,
  reason: string,
): Promise<void> {
  for (const { id, is_used } of await STANDING.all(conn, invoicepayment_id)) {
    if (is_used)
      await raiseTask(ctx, conn, {
        cause: `returned refund ${id}`,
        subject: 'A returned refund was paid, and the bank gave the debit back as well',
        text_plain: `Pay back what was paid on it.\n/app/adjustment?id=${id}`,
        due_date: todayOf(ctx),
        role_name: 'accounting',
        reference_object: 'invoicepayment',
        reference_id: invoicepayment_id,
      })
    else await takeBackAdjustment(ctx, conn, { id, reason, despiteHolder: true }, 'fall_away')
  }
}
