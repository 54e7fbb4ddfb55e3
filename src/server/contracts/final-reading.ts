import type { Contract } from '#domain/contracts/contract.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { raiseTask, settleTask } from '#server/tasks/system-task.ts'

const causeOf = (contract_id: number) => `final reading contract ${contract_id}`

// The last bill of contract k needs every meter that counted on its last day to be read: on that day
// or later, or shortly before it by a reading that is said to be the final one.
const UNREAD = fragment`exists (select from meters m where m.connection = any(k.connections)
  and m.deleted_at is null and (m.date_removed is null or m.date_removed > k.date_end)
  and (m.date_installed is null or m.date_installed <= k.date_end)
  and not exists (select from meterreadings r where r.meter_id = m.id and r.deleted_at is null
    and r.reading_latest_type in ('actual', 'customer', 'final')
    and r.reading_date >= k.date_end - case when r.final_reading then 7 else 0 end))`

/** A contract that ends asks for its final reading. */
export async function askForFinalReading(
  ctx: Context,
  conn: Conn,
  { id, contract_number }: Contract,
  { date_end, reason }: { date_end: string; reason: string },
): Promise<void> {
  await raiseTask(ctx, conn, {
    cause: causeOf(id),
    subject: `Final reading needed for ${contract_number}`,
    text_plain: `Cancelled from ${formatDayShort(date_end)}: ${reason}`,
    due_date: date_end,
    role_name: 'user',
    reference_object: 'contract',
    reference_id: id,
  })
}

export async function forgetFinalReading(ctx: Context, conn: Conn, id: number): Promise<void> {
  await settleTask(ctx, conn, causeOf(id), 'The contract was restored.')
}

const NOW_READ = sql<{ id: number }, [register_ids: readonly number[]]>`
  select k.id from tasks t join contracts k on k.id = t.reference_id
  where t.reference_object = 'contract' and t.task_status = 'open' and t.deleted_at is null
    and t.cause is not null and k.connections && array(select n.connection from meterregisters g
      join meters n on n.id = g.meter_id where g.id = any($1) and n.connection is not null)
    and not ${UNREAD} order by k.id`

/** Readings came: contracts whose meters are all read ask for nothing any more. */
export async function settleFinalReadings(
  ctx: Context,
  conn: Conn,
  register_ids: readonly number[],
): Promise<void> {
  for (const { id } of await NOW_READ.all(conn, register_ids))
    await settleTask(ctx, conn, causeOf(id), 'The final reading was entered.')
}
