import { type Bill, bill } from '#domain/bills/bill.ts'
import type { BillCheck } from '#domain/bills/bill-checks.ts'
import { toDecimalString } from '#domain/kit/money.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { selectList, visibleColumns } from '#server/kit/rows/column.ts'
import { type Written, writtenRow } from '#server/kit/rows/write-row.ts'
import { billUnderCheck, findingsOf } from './bill-check-facts.ts'
import type { CheckedForBooking } from './book-bill.ts'

/** Checks a bill that was changed; what is found is the server's own and makes no new version. */
export async function recheckBill(
  ctx: Context,
  conn: Conn,
  id: number,
): Promise<Written<typeof bill>> {
  const { row } = await lockRow(ctx, conn, bill, id)
  const { validations, difference } = await findingsOf(conn, todayOf(ctx), billUnderCheck(row))
  const [written] = await conn.query<{ id: number; version: number; json: string }>(
    `with w as (update bills b set validations = $2, supplier_difference = $3,
       -- What was looked at before it changed is to be looked at again.
       acknowledged = null,
       -- Whom a bill concerns follows its contract, unless an invoice has decided it.
       customer_id = case when invoice_id is null then
         coalesce((select customer_id from contracts k where k.id = b.contract_id), customer_id)
         else customer_id end
       where id = $1 returning *)
     select w.id, w.version, (select row_to_json(r)::text from (
       select ${selectList(bill, visibleColumns(bill, ctx.actor.role), 'w')}) r) as json from w`,
    [id, JSON.stringify(validations), difference && toDecimalString(difference.amount)],
  )
  if (!written) throw new Error(`Bill ${id} is gone.`)
  return writtenRow(bill, written)
}

/** An error stops the approval; warnings are acknowledged one by one, by their codes. */
export async function refuseUncheckedBill(
  ctx: Context,
  conn: Conn,
  row: Bill,
  acknowledged: readonly string[],
): Promise<CheckedForBooking> {
  const found = await findingsOf(conn, todayOf(ctx), billUnderCheck(row))
  const { validations, booked_as, difference } = found
  const errors = validations.filter((check) => check.severity === 'E')
  const unseen = validations.filter(
    (check) => check.severity === 'W' && !acknowledged.includes(check.code),
  )
  if (errors.length > 0) throw refusal('it has errors', errors, validations)
  if (unseen.length > 0) throw refusal('it has warnings nobody has looked at', unseen, validations)
  return { validations, booked_as, difference: difference?.amount ?? null }
}

function refusal(reason: string, open: readonly BillCheck[], validations: BillCheck[]): Problem {
  const instead = open.map((check) => check.message).join(' ')
  return new Problem('notPossible', {
    fill: { action: 'approve', reason, instead },
    info: { validations },
  })
}
