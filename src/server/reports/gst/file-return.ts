import { formatDayShort } from '#domain/kit/calendar.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { badField } from '#domain/kit/problem.ts'
import { gstDocument } from '#domain/reports/gst-paper.ts'
import { type GstReturn, gstreturn } from '#domain/reports/gstreturn.ts'
import type { gstreturnCalls } from '#domain/reports/gstreturn-calls.ts'
import { lockBooks } from '#server/bank/lock-books.ts'
import { lockedTo } from '#server/books/locked-books.ts'
import { drawPaper, inLook } from '#server/files/look-of.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { digestOf } from '#server/kit/print/render-pdf.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { settleTask } from '#server/tasks/system-task.ts'
import { changedDocuments, computeReturn, keepPapers, papersOf } from './compute-return.ts'
import { organisationOf } from './return-paper.ts'
import { warningCauses } from './warn-returns-job.ts'

// Nobody books between what is filed and the lock: entries under way come first, others wait.
const HOLD_THE_BOOKS = sql`select hold_the_books()`

interface OtherReturns {
  /** The end of the earliest one before it that is only prepared. */
  waiting: string | null
  last_filed: string | null
}

const OTHERS = sql<OtherReturns, [id: number, period_end: string]>`
  select min(period_end) filter (where return_status = 'prepared' and period_end < $2::date)
      as waiting,
    max(period_end) filter (where return_status = 'filed') as last_filed
  from gstreturns where id <> $1 and deleted_at is null`

/** Keeps a return as it was filed, with its paper, and locks the books to the end of its period. */
export async function fileReturn(
  ctx: Context,
  conn: Conn,
  input: CheckedOf<typeof gstreturnCalls.file>,
): Promise<Written<typeof gstreturn>> {
  const { filed_date, reference } = input
  return transition(ctx, conn, gstreturn, 'file', input, async ({ row }) => {
    refuseDay(ctx, row, filed_date)
    refuseOrder(row, await OTHERS.one(conn, row.id, row.period_end))
    await HOLD_THE_BOOKS.run(conn)
    const documents = await unchangedDocuments(conn, row)
    const filed = {
      filed_date,
      reference,
      filed_at: ctx.clock.now().toISOString(),
      filed_by: ctx.actor.name,
    }
    const paper = {
      organisation: await organisationOf(conn, ctx.actor.organisation_id),
      return: { ...row, ...filed, return_status: 'filed' as const },
      documents,
      day: filed_date,
    }
    const pdf = await drawPaper(conn, await inLook(conn, gstDocument(paper)))
    await keepPapers(conn, ctx.actor.organisation_id, row.id, { documents, changes: [], pdf })
    await lockTo(ctx, conn, row.period_end)
    for (const cause of warningCauses(row.period_end))
      await settleTask(ctx, conn, cause, 'The return was filed.')
    return { ...filed, sha256: digestOf(pdf).toString('hex') }
  })
}

function refuseDay(ctx: Context, { period_end }: GstReturn, filed_date: string): void {
  const today = todayOf(ctx)
  if (period_end >= today) throw notPossible('file', 'its period has not ended')
  if (filed_date > today) throw badField('filed_date', 'Choose a day that has come.')
  if (filed_date <= period_end) throw badField('filed_date', 'A return is filed after its period.')
}

/** Periods are filed one after the other, without a gap. */
function refuseOrder(row: GstReturn, others: OtherReturns | undefined): void {
  const { waiting = null, last_filed = null } = others ?? {}
  if (waiting) throw notPossible('file', `the period to ${formatDayShort(waiting)} comes first`)
  if (last_filed && addDays(last_filed, 1) !== row.period_start)
    throw notPossible('file', `the last one was filed to ${formatDayShort(last_filed)}`)
}

/** What is filed is what somebody has looked at. */
async function unchangedDocuments(conn: Conn, row: GstReturn) {
  const { period_start, period_end, gst_basis, adjustments_by_hand } = row
  const { documents } = await computeReturn(conn, {
    period_start: period_start ?? period_end,
    period_end,
    gst_basis: gst_basis ?? 'invoice',
    adjustments: adjustments_by_hand ?? [],
  })
  const before = await papersOf(conn, row.id)
  if (changedDocuments(before.documents, documents).length > 0)
    throw notPossible('file', 'the books have changed since it was prepared', 'Refresh it first.')
  return documents
}

async function lockTo(ctx: Context, conn: Conn, period_end: string): Promise<void> {
  const locked = await lockedTo(conn)
  if (locked !== null && locked >= period_end) return
  const reason = `The GST return to ${formatDayShort(period_end)} was filed.`
  await lockBooks(ctx, conn, { books_locked_to: period_end, reason })
}
