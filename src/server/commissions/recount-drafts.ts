import {
  type CommissionStatement,
  commissionstatement,
} from '#domain/commissions/commissionstatement.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { storedFigures } from './draft-statement.ts'
import { figuresOf, statementParties } from './statement-facts.ts'

// Whoever holds one is sending or changing it, and counts what stands on it anew; it is not waited
// for, since they wait for the earnings that are held here.
const HELD_DRAFTS = sql<
  Pick<CommissionStatement, 'id' | 'partner_id' | 'line_count' | 'sum' | 'to_pay'>,
  [ids: readonly number[]]
>`select id, partner_id, line_count, sum::text, to_pay::text from commissionstatements
  where id = any($1) and statement_status = 'draft' and deleted_at is null
  order by id for update skip locked`

const AMOUNTS = sql<{ amount: string }, [statement_id: number]>`
  select amount::text from commissions where statement_id = $1`

/** Drafts on which something stood that was taken back say what they come to without it. */
export async function recountDrafts(
  ctx: Context,
  conn: Conn,
  ids: readonly number[],
): Promise<void> {
  for (const { id, partner_id, line_count, sum, to_pay } of await HELD_DRAFTS.all(conn, ids)) {
    const parties = await statementParties(conn, partner_id, ctx.actor.organisation_id)
    const lines = await AMOUNTS.all(conn, id)
    const now = storedFigures(await figuresOf(conn, parties, lines, todayOf(ctx)), lines)
    await updateRow(ctx, conn, commissionstatement, id, now, {
      action: 'update',
      changes: {
        line_count: [line_count, now.line_count],
        sum: [sum, now.sum],
        to_pay: [to_pay, now.to_pay],
      },
    })
  }
}
