import { z } from 'zod'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { created, empty } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { billingrun } from '#domain/runs/billingrun.ts'
import { scopeOf, todayOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { personOf } from '#server/kit/jobs/acting-person.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { BY_INDEX } from '#server/kit/rows/by-index.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { resource } from '#server/kit/rows/resource.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { runActionRoutes } from './run-action-routes.ts'
import { chosenContracts, lastDayOf, type RunChoice, runChoice } from './run-choice.ts'
import { coverageRoute } from './run-coverage.ts'
import { makeDraftsJob } from './run-drafts-job.ts'
import { dryRun } from './run-dry.ts'

/** Every call about billing many contracts at once. */
export function billingRunRoutes(catalogue: Catalogue): Route[] {
  return [
    ...resource(billingrun, catalogue, {
      without: ['create', 'update', 'remove', 'removeMany', 'restore'],
    }),
    dryRunRoute,
    createRoute,
    itemsRoute,
    coverageRoute,
    ...runActionRoutes,
  ]
}

const dryRunRoute = route<RunChoice>({
  method: 'POST',
  path: '/billingrun/new',
  summary: 'What a billing run would make: each contract with its days, totals and warnings',
  policy: { from: 'user' },
  replayed: false,
  input: runChoice,
  run: async (ctx, choice) => {
    const { items, ...info } = await dryRun(ctx, choice)
    return { data: items, info }
  },
})

interface NewRun extends RunChoice {
  name?: string | undefined
}

const createRoute = route<NewRun>({
  method: 'PUT',
  path: '/billingrun',
  summary: 'Start a billing run: its drafts are made in the background',
  policy: { from: 'accounting' },
  output: { entity: billingrun, many: false },
  input: runChoice.extend({ name: z.string().trim().min(1).max(200).optional() }),
  write: async (ctx, conn, { name, ...choice }) => {
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
    await conn.query(
      `insert into billingrun_items
         (organisation_id, billingrun_id, contract_id, customer_id, period_start, period_end)
       select $2, $3, contract_id, customer_id, period_start, period_end
       from json_populate_recordset(null::billingrun_items, $1::json)`,
      [JSON.stringify(chosen), organisation_id, written.id],
    )
    const payload = { organisation_id, billingrun_id: written.id, by: personOf(ctx) }
    await enqueue(conn, makeDraftsJob, payload)
    return writtenAnswer(ctx, billingrun, written, { status: created })
  },
})

const itemsRoute = route<{
  id: number
  item_status?: string | undefined
  limit?: number | undefined
}>({
  method: 'GET',
  path: '/billingrun/items',
  summary: 'The contracts of a billing run and what became of each',
  compressed: true,
  policy: { from: 'user' },
  target: billingrun,
  input: z.object({
    id: idSchema,
    item_status: z.enum(['waiting', 'made', 'approved', 'sent', 'failed']).optional(),
    limit: z.coerce.number().int().min(1).max(1000).optional(),
  }),
  run: async (ctx, { id, item_status, limit }) => {
    const [data, warnings] = await ctx.database.read(scopeOf(ctx), (conn) =>
      Promise.all([
        conn.query(ITEMS, [id, item_status ?? null, limit ?? 200]),
        conn.query(WARNINGS, [id]),
      ]),
    )
    return data.length > 0 ? { data, info: { draft_warnings: warnings } } : { status: empty, data }
  },
})

// Over all drafts of the run, however few of them are listed.
const WARNINGS = `select w ->> 'code' as code, min(w ->> 'message') as message,
    count(distinct v.id)::int as invoices
  from billingrun_items i join invoices v on v.id = i.invoice_id,
    jsonb_array_elements(coalesce(v.warnings, '[]')) w
  where i.billingrun_id = $1 and i.item_status = 'made' and v.deleted_at is null
  group by 1 order by 1`

// What needs somebody comes first.
const ITEMS = `select i.id, i.contract_id, k.contract_number, i.customer_id, c.name as customer_name,
    i.period_start, i.period_end, i.item_status, i.message, i.invoice_id, v.invoice_number,
    v.discounted_total_this_period::text as discounted_total_this_period,
    v.undiscounted_total_this_period::text as undiscounted_total_this_period,
    coalesce(v.warnings, '[]') as warnings
  from billingrun_items i join contracts k on k.id = i.contract_id
  join customers c on c.id = i.customer_id left join invoices v on v.id = i.invoice_id
  where i.billingrun_id = $1 and ($2::text is null or i.item_status = $2)
  order by i.item_status = 'failed' desc, i.message is not null desc,
    coalesce(jsonb_array_length(v.warnings), 0) > 0 desc, i.id limit $3`
