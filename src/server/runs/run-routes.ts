import { formatDayShort } from '#domain/kit/calendar.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { created, empty } from '#domain/kit/problem.ts'
import { billingrun } from '#domain/runs/billingrun.ts'
import { billingrunCalls } from '#domain/runs/billingrun-calls.ts'
import type { DraftWarning, ListedRunItem } from '#domain/runs/run-lines.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { personOf } from '#server/kit/jobs/acting-person.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { BY_INDEX } from '#server/kit/rows/by-index.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { approveRun, cancelRun, resumeRun, sendRun } from './run-actions.ts'
import { chosenContracts, lastDayOf } from './run-choice.ts'
import { coverageOf } from './run-coverage.ts'
import { makeDraftsJob } from './run-drafts-job.ts'
import { dryRun } from './run-dry.ts'

/** Every call about billing many contracts at once. */
export function billingRunRoutes(catalogue: Catalogue): Route[] {
  return serve(billingrunCalls, {
    ...verbHandlers(billingrun, catalogue),
    dryRun: { run: dryRun },
    create: { write: startRun },
    items: { run: listItems },
    coverage: { run: coverageOf },
    cancel: { write: cancelRun },
    resume: { write: resumeRun },
    approve: { write: approveRun },
    send: { write: sendRun },
  })
}

async function startRun(
  ctx: Context,
  conn: Conn,
  { name, ...choice }: CheckedOf<typeof billingrunCalls.create>,
): Promise<Answer<never>> {
  const today = todayOf(ctx)
  const billed_to_date = lastDayOf(choice, today)
  // A book that was brought in just now has no statistics yet.
  await conn.query(BY_INDEX)
  const chosen = await chosenContracts(conn, choice, today)
  const written = await insertRow(ctx, conn, billingrun, {
    ...choice,
    name: name ?? `Up to ${formatDayShort(billed_to_date)}`,
    billed_to_date,
    invoice_date: choice.invoice_date ?? today,
    rows_total: chosen.length,
    rows_done: 0,
    rows_failed: 0,
    rows_approved: 0,
    rows_sent: 0,
  })
  const organisation_id = ctx.actor.organisation_id ?? 0
  await ADD_ITEMS.run(conn, JSON.stringify(chosen), organisation_id, written.id)
  const payload = { organisation_id, billingrun_id: written.id, by: personOf(ctx) }
  await enqueue(conn, makeDraftsJob, payload)
  return writtenAnswer(ctx, billingrun, written, { status: created })
}

const ADD_ITEMS = sql<never, [chosen: string, organisation_id: number, billingrun_id: number]>`
  insert into billingrun_items
    (organisation_id, billingrun_id, contract_id, customer_id, period_start, period_end)
  select $2, $3, contract_id, customer_id, period_start, period_end
  from json_populate_recordset(null::billingrun_items, $1::json)`

async function listItems(
  ctx: Context,
  { id, item_status, limit }: CheckedOf<typeof billingrunCalls.items>,
) {
  const [data, draft_warnings] = await ctx.database.read(scopeOf(ctx), (conn) =>
    Promise.all([
      ITEMS.all(conn, id, item_status ?? null, limit ?? 200),
      DRAFT_WARNINGS.all(conn, id),
    ]),
  )
  return data.length > 0 ? { data, info: { draft_warnings } } : { status: empty, data }
}

// Over all drafts of the run, however few of them are listed.
const DRAFT_WARNINGS = sql<DraftWarning, [billingrun_id: number]>`
  select w ->> 'code' as code, min(w ->> 'message') as message,
    count(distinct v.id)::int as invoices
  from billingrun_items i join invoices v on v.id = i.invoice_id cross join lateral (
    select w from jsonb_array_elements(coalesce(v.warnings, '[]')) w
    -- Its bills have warnings of their own, told apart by their codes.
    union all select w || jsonb_build_object('code', 'bill:' || (w ->> 'code'))
    from bills b, jsonb_array_elements(b.validations) w
    where b.invoice_id = v.id and b.bill_status = 'draft' and b.deleted_at is null
      and w ->> 'severity' = 'W' and not coalesce(b.acknowledged, '[]') ? (w ->> 'code')) x (w)
  where i.billingrun_id = $1 and i.item_status = 'made' and v.deleted_at is null
  group by 1 order by 1`

// What needs somebody comes first.
const ITEMS = sql<
  ListedRunItem,
  [billingrun_id: number, item_status: string | null, limit: number]
>`select i.id, i.contract_id, k.contract_number, i.customer_id, c.name as customer_name,
    i.period_start, i.period_end, i.item_status, i.message, i.left_out, i.invoice_id,
    v.invoice_number,
    v.discounted_total_this_period::text as discounted_total_this_period,
    v.undiscounted_total_this_period::text as undiscounted_total_this_period,
    coalesce(v.warnings, '[]') as warnings
  from billingrun_items i join contracts k on k.id = i.contract_id
  join customers c on c.id = i.customer_id left join invoices v on v.id = i.invoice_id
  where i.billingrun_id = $1 and ($2::text is null or i.item_status = $2)
  order by i.item_status = 'failed' desc, i.message is not null desc, i.left_out is not null desc,
    coalesce(jsonb_array_length(v.warnings), 0) > 0 desc, i.id limit $3`
