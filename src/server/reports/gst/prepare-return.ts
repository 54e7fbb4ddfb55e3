import { formatDayShort } from '#domain/kit/calendar.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField } from '#domain/kit/problem.ts'
import { gstDueDate } from '#domain/reports/gst-period.ts'
import { gstreturn, type WrittenAdjustment } from '#domain/reports/gstreturn.ts'
import type { gstreturnCalls } from '#domain/reports/gstreturn-calls.ts'
import { periodAround, spanFault } from '#domain/reports/report-period.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { insertRow, type Written } from '#server/kit/rows/write-row.ts'
import { periodRules } from '#server/reports/report-question.ts'
import { changedDocuments, computeReturn, keepPapers, papersOf } from './compute-return.ts'

const OVERLAPPING = sql<{ id: number }, [from: string, to: string]>`
  select id from gstreturns where deleted_at is null
    and daterange(period_start, period_end, '[]') && daterange($1::date, $2::date, '[]')`

/** Prepares the return of a GST period, from the books as they are. */
export async function prepareReturn(
  ctx: Context,
  conn: Conn,
  { period_end }: { period_end?: string | null | undefined },
): Promise<Written<typeof gstreturn>> {
  const end = period_end ?? todayOf(ctx)
  const span = periodAround('gst', end, await periodRules(conn))
  const fault = spanFault(span)
  if (fault) throw badField('period_end', fault.message)
  if (span.to !== end)
    throw badField('period_end', `The GST period ends on ${formatDayShort(span.to)}.`)
  if (span.from > todayOf(ctx)) throw badField('period_end', 'The period has not begun.')
  const known = await OVERLAPPING.one(conn, span.from, span.to)
  if (known) throw notPossible('prepare', 'these days have a return already', 'Refresh it instead.')
  const gst_basis = await settingOf(conn, 'gst_basis')
  const period = { period_start: span.from, period_end: span.to, gst_basis }
  const { values, documents } = await computeReturn(conn, { ...period, adjustments: [] })
  const written = await insertRow(ctx, conn, gstreturn, {
    ...period,
    ...values,
    return_status: 'prepared',
    due_date: gstDueDate(span.to),
    prepared_at: ctx.clock.now().toISOString(),
  })
  const papers = { documents, changes: [], pdf: null }
  await keepPapers(conn, ctx.actor.organisation_id, written.id, papers)
  return written
}

const PAPERS = sql<{ id: number }, [ids: readonly number[]]>`
  select id from files where id = any($1) and deleted_at is null`

/** The paper of a line is one of the office's files. */
async function refuseUnknownPapers(conn: Conn, lines: readonly WrittenAdjustment[]): Promise<void> {
  const named = lines.flatMap(({ file_id }) => file_id ?? [])
  if (named.length === 0) return
  const known = new Set((await PAPERS.all(conn, named)).map(({ id }) => id))
  const at = lines.findIndex(({ file_id }) => file_id !== null && !known.has(file_id))
  if (at >= 0)
    throw badField(`adjustments_by_hand.${at}.file_id`, 'Paper: choose one of the files.')
}

/** Looks at the books anew: what changed is told, and the adjustments by hand are taken over. */
export async function refreshReturn(
  ctx: Context,
  conn: Conn,
  input: CheckedOf<typeof gstreturnCalls.refresh>,
): Promise<Written<typeof gstreturn>> {
  return transition(ctx, conn, gstreturn, 'refresh', input, async ({ row }) => {
    const adjustments = input.adjustments_by_hand ?? row.adjustments_by_hand ?? []
    await refuseUnknownPapers(conn, input.adjustments_by_hand ?? [])
    const gst_basis = await settingOf(conn, 'gst_basis')
    const { period_start, period_end } = row
    const period = { period_start: period_start ?? period_end, period_end, gst_basis }
    const { values, documents } = await computeReturn(conn, { ...period, adjustments })
    const before = await papersOf(conn, row.id)
    const changes = changedDocuments(before.documents, documents)
    await keepPapers(conn, ctx.actor.organisation_id, row.id, { documents, changes, pdf: null })
    return { ...values, gst_basis, prepared_at: ctx.clock.now().toISOString() }
  })
}
