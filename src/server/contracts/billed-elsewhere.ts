import { atLeast } from '#domain/access/role.ts'
import type { Contract } from '#domain/contracts/contract.ts'
import type { contractCalls } from '#domain/contracts/contract-calls.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'

type Change = CheckedOf<typeof contractCalls.update>

const FIRST_INVOICE = sql<{ name: string }, [contract_id: number]>`
  select coalesce(invoice_number, 'a draft') as name from invoices
  where contract_id = $1 and deleted_at is null and invoice_status <> 'cancelled'
  order by period_start nulls last, id limit 1`

/** Where somebody says up to when a contract was billed, the day is kept: it holds for good. */
export function withBilledElsewhere(sent: Change): Change {
  if (sent.billed_to_date === undefined) return sent
  return { ...sent, billed_elsewhere_date: sent.billed_to_date }
}

/**
 * A contract that moves in was billed elsewhere up to a day. Accounting says so once, before the
 * first invoice made here: afterwards the invoices tell up to when it is billed.
 */
export async function checkBilledElsewhere(
  ctx: Context,
  conn: Conn,
  before: Contract,
  { billed_to_date: day, date_start: start = before.date_start, reason }: Change,
): Promise<void> {
  if (day === undefined || day === before.billed_to_date) return
  if (before.contract_status === 'active' && !atLeast(ctx.actor.role, 'accounting')) {
    const message = 'Billed to: ask accounting to change this.'
    throw new Problem('forbidden', {
      errors: [{ field: 'billed_to_date', code: 'forbidden', message }],
    })
  }
  if (!reason) throw badField('reason', 'Say why, in a few words.')
  if (day !== null && day > todayOf(ctx))
    throw badField('billed_to_date', 'Billed to can’t be a day that is still to come.')
  if (day !== null && start && day < start)
    throw badField('billed_to_date', `The contract starts on ${formatDayShort(start)} only.`)
  const first = await FIRST_INVOICE.one(conn, before.id)
  if (!first) return
  const why = `it has an invoice already (${first.name})`
  throw notPossible('set what was billed elsewhere on', why, 'Cancel or delete that one first.')
}
