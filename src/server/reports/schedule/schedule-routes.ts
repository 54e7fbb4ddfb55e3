import { atLeast } from '#domain/access/role.ts'
import type { Create, StoredColumns } from '#domain/kit/entity.ts'
import { badField, created, Problem, updated } from '#domain/kit/problem.ts'
import type { Revision } from '#domain/kit/verbs.ts'
import { narrowedGroups, narrowedParts } from '#domain/reports/narrowed.ts'
import type { ReportDefinition } from '#domain/reports/report.ts'
import { reportNamed } from '#domain/reports/report-list.ts'
import { type ReportSchedule, reportschedule } from '#domain/reports/schedule/reportschedule.ts'
import { reportscheduleCalls } from '#domain/reports/schedule/reportschedule-calls.ts'
import { nextSending } from '#domain/reports/schedule/schedule-days.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { lockRow, restoreRow, reviseRow } from '#server/kit/rows/change-row.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { listHandler } from '#server/kit/rows/list-handler.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { insertRow, type Written } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { refuseReaders } from './schedule-readers.ts'

/** Regular reports of one's own; the database shows nobody those of another. */
export function reportscheduleRoutes(catalogue: Catalogue): Route[] {
  const list = listHandler(reportschedule, catalogue, {
    parameters: [],
    // How many there are differs from one to another.
    among: async ({ actor }) => ({ key: `of ${actor.user_id}`, sql: () => 'true' }),
  })
  const restore = async (ctx: Context, conn: Conn, { id }: { id: number }) => {
    const written = await restoreRow(ctx, conn, reportschedule, id, catalogue)
    const row = await planned(ctx, conn, written)
    const answer = writtenAnswer(ctx, reportschedule, row, { status: 200 })
    return { ...answer, message: 'Regular report restored.' }
  }
  const writing = { create: createSchedule, update: reviseSchedule, restore }
  return serve(reportscheduleCalls, {
    ...verbHandlers(reportschedule, catalogue, writing),
    list,
    search: list,
    pause: {
      write: (ctx, conn, asked) =>
        transition(ctx, conn, reportschedule, 'pause', asked, async () => ({})),
    },
    resume: { write: resume },
  })
}

async function createSchedule(ctx: Context, conn: Conn, input: Create<typeof reportschedule>) {
  const checked = await checkedSchedule(ctx, conn, input)
  const { frequency = 'weekly', on_day = 1 } = input
  const row = {
    ...input,
    ...checked,
    owner_id: ctx.actor.user_id || null,
    next_date: nextSending({ frequency, on_day }, nowOf(ctx)),
  }
  const written = await insertRow(ctx, conn, reportschedule, row)
  return writtenAnswer(ctx, reportschedule, written, { status: created })
}

async function reviseSchedule(ctx: Context, conn: Conn, input: Revision<typeof reportschedule>) {
  const { row } = await lockRow(ctx, conn, reportschedule, input.id)
  const checked = row.deleted_at ? {} : await checkedSchedule(ctx, conn, { ...row, ...input })
  const revision = { ...input, ...checked }
  const none = { rights: () => {}, others: async () => {} }
  const written = await reviseRow(ctx, conn, reportschedule, revision, none)
  return writtenAnswer(ctx, reportschedule, await planned(ctx, conn, written), { status: updated })
}

async function resume(ctx: Context, conn: Conn, asked: ActionRequest) {
  const written = await transition(ctx, conn, reportschedule, 'resume', asked, async () => ({}))
  return planned(ctx, conn, written)
}

const nowOf = ({ clock }: Context) => Temporal.Instant.fromEpochMilliseconds(clock.now().getTime())

// Nobody's form is outdated by it.
const PLAN = sql<never, [id: number, next_date: string]>`
  update reportschedules set next_date = $2 where id = $1`

/** The row with the day on which it is sent next, seen from now. */
async function planned(
  ctx: Context,
  conn: Conn,
  { id }: Pick<Written, 'id'>,
): Promise<Written<typeof reportschedule>> {
  const { row } = await rowNow(ctx, conn, reportschedule, id)
  await PLAN.run(conn, id, nextSending(row, nowOf(ctx)))
  return rowNow(ctx, conn, reportschedule, id)
}

/** What nobody can mean is refused by its field; what is left open is filled in. */
async function checkedSchedule(
  ctx: Context,
  conn: Conn,
  wished: Partial<StoredColumns<typeof reportschedule>>,
): Promise<Pick<ReportSchedule, 'relative_period' | 'recipient_ids'>> {
  const definition = reportNamed(wished.report_name ?? '')
  if (!definition) throw badField('report_name', 'There is no such report.')
  if (!atLeast(ctx.actor.role, definition.role)) throw new Problem('forbidden')
  refuseGroup(definition, 'report_group', wished.report_group || null)
  const parts = wished.only_of ? narrowedParts(wished.only_of) : []
  for (const group of narrowedGroups(parts)) refuseGroup(definition, 'only_of', group)
  const given = [...new Set(wished.recipient_ids ?? [])]
  const recipient_ids = given.length > 0 ? given : [ctx.actor.user_id]
  await refuseReaders(conn, definition, recipient_ids)
  const relative_period =
    definition.spans === 'day' ? null : (wished.relative_period ?? 'last_month')
  return { relative_period, recipient_ids }
}

function refuseGroup(
  { groups }: ReportDefinition,
  field: 'report_group' | 'only_of',
  group: string | null,
): void {
  if (group !== null && !Object.hasOwn(groups, group))
    throw badField(field, 'The report has no such group.')
}
