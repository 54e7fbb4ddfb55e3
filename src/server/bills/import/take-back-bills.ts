import { bill } from '#domain/bills/bill.ts'
import { plural } from '#domain/kit/wording.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Obstacle } from '#server/kit/import/import-kind.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { nextState } from '#server/kit/rows/state.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'

interface Built {
  approved: number
  invoiced: number
  replaced: number
}

// What was deleted meanwhile stands in nobody's way.
const BUILT_ON = sql<Built, [billimport_id: number]>`
  select count(distinct b.id) filter (where b.bill_status <> 'draft')::int as approved,
    count(distinct b.id) filter (where b.bill_status = 'draft' and b.invoice_id is not null)::int
      as invoiced,
    count(distinct b.id) filter (where b.bill_status = 'draft' and b.invoice_id is null
      and s.is_replacing)::int as replaced
  from stagedbilllines s join bills b on b.id = s.bill_id and b.deleted_at is null
  where s.billimport_id = $1 and s.staged_status = 'accepted' and s.deleted_at is null`

/** Bills are taken back only while nothing was built on them. */
export async function builtOnBills(conn: Conn, billimport_id: number): Promise<Obstacle | null> {
  const found = await BUILT_ON.one(conn, billimport_id)
  if (!found || found.approved + found.invoiced + found.replaced === 0) return null
  const { approved, invoiced, replaced } = found
  const parts = [
    approved > 0 ? `${plural(approved, 'bill')} ${isOrAre(approved)} approved` : '',
    invoiced > 0 ? `${plural(invoiced, 'bill')} ${isOrAre(invoiced)} on an invoice` : '',
    replaced > 0 ? `${plural(replaced, 'bill')} replaced a draft that came before` : '',
  ]
  return { words: parts.filter(Boolean).join(' and '), counts: { approved, invoiced, replaced } }
}

const isOrAre = (count: number) => (count === 1 ? 'is' : 'are')

const STANDING = sql<{ id: number }, [ids: readonly number[]]>`
  select id from bills where id = any($1) and deleted_at is null order by id`

/** Puts the drafts away; the history says why. */
export async function takeBackBills(
  ctx: Context,
  conn: Conn,
  ids: readonly number[],
  reason: string,
): Promise<void> {
  const deleted_at = ctx.clock.now().toISOString()
  for (const { id } of await STANDING.all(conn, ids)) {
    // One that was approved in the meantime stays, and the whole is refused.
    nextState(bill, 'delete', await lockRow(ctx, conn, bill, id), ctx.actor.role)
    const told = { action: 'delete', changes: {}, reason }
    await updateRow(ctx, conn, bill, id, { deleted_at }, told)
  }
}
