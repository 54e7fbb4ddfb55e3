import { atLeast } from '#domain/access/role.ts'
import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import { cents } from '#domain/kit/money.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { updateRow, type Written } from '#server/kit/rows/write-row.ts'
import { refuseAfterFinal } from './closed-billing.ts'
import { explainPeriodOverlap } from './period-overlap.ts'
import { proposeInvoice } from './propose-invoice.ts'
import { recalculationOf } from './read-anew.ts'
import { invoiceValues, linkSources } from './store-invoice.ts'

/** For so long whoever deleted a draft may bring it back, without an admin. */
const OWN_REGRET_MS = 3_600_000

const OWN_DELETION = sql<{ id: number }, [invoice_id: number, actor_id: number, since: Date]>`
  select id from history where object_class = ${invoice.name} and object_id = $1
    and action = 'delete' and actor_id = $2 and created_at > $3 limit 1`

const ARCHIVED = sql<{ what: string }, [customer_id: number, contract_id: number | null]>`
  select 'customer' as what from customers where id = $1 and deleted_at is not null
  union all select 'contract' from contracts where id = $2 and deleted_at is not null`

/** An approved invoice that never went out is a draft again and keeps its number. */
export async function backToDraft(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
): Promise<Written<typeof invoice>> {
  const current = await lockRow(ctx, conn, invoice, input.id)
  if (current.deleted_at) return restoreDraft(ctx, conn, input)
  if (!input.reason) {
    const message = 'Say why, in a few words.'
    throw new Problem('badRequest', { errors: [{ field: 'reason', code: 'bad_request', message }] })
  }
  return transition(ctx, conn, invoice, 'draft', input, async () => ({
    approved_at: null,
    approved_by: null,
  }))
}

/** A deleted draft comes back; within an hour also for whoever deleted it. */
export async function restoreDraft(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
): Promise<Written<typeof invoice>> {
  const { deleted_at, row } = await lockRow(ctx, conn, invoice, input.id)
  if (!deleted_at) throw notPossible('restore', 'it has not been deleted')
  const since = new Date(ctx.clock.now().getTime() - OWN_REGRET_MS)
  const own = await OWN_DELETION.one(conn, input.id, ctx.actor.user_id, since)
  if (!atLeast(ctx.actor.role, 'admin') && !own) throw new Problem('forbidden')
  await refuseArchived(conn, row)
  await refuseAfterFinal(conn, row.contract_id, row.id)
  const told = { action: 'restore', changes: {}, reason: input.reason }
  const values = { deleted_at: null, invoice_status: 'draft' } as const
  const written = await explainPeriodOverlap(() =>
    updateRow(ctx, conn, invoice, input.id, values, told),
  )
  // It had let go of its bills and charges: what is still there is taken up again.
  const { contract_id, lines, late_payment_fee_amount } = written.row
  const billed = (lines ?? []).some((line) => line.pending_charge_id)
  return contract_id || billed || cents(late_payment_fee_amount ?? '0.00') !== 0
    ? recalculateInvoice(ctx, conn, { id: input.id })
    : written
}

/** It does not come back without whom and what it is for. */
async function refuseArchived(
  conn: Conn,
  row: Pick<Invoice, 'customer_id' | 'contract_id'>,
): Promise<void> {
  const gone = await ARCHIVED.one(conn, row.customer_id, row.contract_id)
  if (gone) throw new Problem('archived', { fill: { what: gone.what } })
}

/**
 * Reads everything anew: readings, rates, bills and balances may have changed since. What somebody
 * wrote and the days they chose are kept, unless they drop a line.
 */
export async function recalculateInvoice(
  ctx: Context,
  conn: Conn,
  input: ActionRequest & { drop?: string[] | undefined },
): Promise<Written<typeof invoice>> {
  return explainPeriodOverlap(() =>
    transition(ctx, conn, invoice, 'recalculate', input, async ({ row }) => {
      const { request, known } = await recalculationOf(conn, row, input.drop)
      const proposed = await proposeInvoice(ctx, conn, request, known)
      await linkSources(ctx, conn, input.id, request, proposed)
      return { ...invoiceValues(request, proposed), approved_at: null, approved_by: null }
    }),
  )
}
