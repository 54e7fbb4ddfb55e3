import { Problem } from '#domain/kit/problem.ts'
import { billingrun } from '#domain/runs/billingrun.ts'
import { invoicesToLeave } from '#server/invoices/invoice-departures.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { lineOf } from '#server/kit/rows/state.ts'
import type { DepartureOffice } from '#server/messaging/departure/office.ts'
import { approveRun, sendRun } from './run-actions.ts'

const RUN = sql<{ run_status: string; deleted_at: string | null }, [id: number]>`
  select run_status, deleted_at from billingruns where id = $1`

const INVOICES = sql<
  { id: number; left_out: string | null },
  [billingrun_id: number, status: 'draft' | 'approved']
>`select v.id, i.left_out from billingrun_items i join invoices v on v.id = i.invoice_id
  where i.billingrun_id = $1 and v.invoice_status = $2 and v.deleted_at is null order by i.id`

const steps = {
  approve: { status: 'draft', work: approveRun },
  send: { status: 'approved', work: sendRun },
} as const

/** The invoices of a run that its next step is about, each with why it was left out before. */
async function rowsOf(ctx: Context, conn: Conn, step: keyof typeof steps, id: number) {
  const run = await RUN.one(conn, id)
  if (!run) throw new Problem('notFound', { fill: { what: 'billing run' } })
  lineOf(billingrun, step, { row: run, deleted_at: run.deleted_at }, ctx.actor.role)
  const found = await INVOICES.all(conn, id, steps[step].status)
  const before = new Map(found.map(({ id: invoice_id, left_out }) => [invoice_id, left_out]))
  const rows = await invoicesToLeave(ctx, conn, step, [...before.keys()])
  return rows.map((row) => ({ ...row, left_out: before.get(row.id) ?? null }))
}

const officeOf = (step: keyof typeof steps): DepartureOffice => ({
  rows: (ctx, conn, [id = 0]) => rowsOf(ctx, conn, step, id),
  leaveWhole: async (ctx, conn, about, left_out, { acknowledge }) => {
    await steps[step].work(ctx, conn, { ...about, acknowledge, left_out: [...left_out] })
  },
})

/** The steps of a billing run that make its invoices final, and send them. */
export const runDepartures = { run_approve: officeOf('approve'), run_send: officeOf('send') }
