import { customer } from '#domain/customers/customer.ts'
import { customerCalls } from '#domain/customers/customer-calls.ts'
import { isGuardedField } from '#domain/customers/guard-code.ts'
import { timelineCalls } from '#domain/customers/timeline-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { empty } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { requireDebitDetails, requireView } from '#server/identity/debit-details.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { quote } from '#server/kit/rows/column.ts'
import { likelyDuplicates } from '#server/kit/rows/duplicates.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { listHandler } from '#server/kit/rows/list-handler.ts'
import { unseal } from '#server/kit/rows/seal.ts'
import { answerRow, verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { guardPayee } from '#server/payees/guard-payee.ts'
import { guardCodeRoutes } from './guard-code-routes.ts'
import { findTimeline } from './timeline.ts'

export function customerRoutes(catalogue: Catalogue): Route[] {
  const listing = listHandler(customer, catalogue)
  return [
    ...serve(customerCalls, {
      ...guardPayee(customer, verbHandlers(customer, catalogue)),
      list: { run: async (ctx, asked) => lookedAtOne(ctx, await listing.run(ctx, asked)) },
      get: { run: (ctx, { id }) => openCustomer(ctx, id, catalogue) },
      unmask: { write: unmaskField },
      duplicates: { run: findDuplicates },
    }),
    ...serve(timelineCalls, { list: { run: findTimeline } }),
    ...guardCodeRoutes,
  ]
}

/** Whoever opens the record of somebody whose health hangs on it leaves a trace. */
async function openCustomer(ctx: Context, id: number, catalogue: Catalogue) {
  const answer = await answerRow(ctx, customer, id, catalogue)
  if (answer.rawData.includes(MEDICAL)) await noteMedical(ctx, id)
  return answer
}

/** A list of one record shows what opening it shows. */
async function lookedAtOne<A extends { rawRows?: readonly Buffer[] | undefined }>(
  ctx: Context,
  answer: A,
): Promise<A> {
  const [row, ...more] = answer.rawRows ?? []
  if (row && more.length === 0 && row.includes(MEDICAL))
    await noteMedical(ctx, Number(JSON.parse(row.toString()).id))
  return answer
}

const MEDICAL = '"required_for_medical":true'
const AN_HOUR_MS = 3_600_000

// The same person, in the same name, who comes back to it within the hour is told once.
const JUST_SEEN = sql<
  { id: number },
  [customer_id: number, actor_id: number, since: Date, impersonator_id: number | null]
>`select id from history where organisation_id = scope_organisation()
    and object_class = 'customer' and object_id = $1 and action = 'opened_medical'
    and actor_id = $2 and created_at > $3 and impersonator_id is not distinct from $4 limit 1`

async function noteMedical(ctx: Context, id: number): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - AN_HOUR_MS)
  const { user_id, impersonator_id } = ctx.actor
  const seen = await ctx.database.read(scopeOf(ctx), (conn) =>
    JUST_SEEN.one(conn, id, user_id, since, impersonator_id),
  )
  if (seen) return
  const look = { object_class: 'customer', object_id: id, action: 'opened_medical' }
  await ctx.database.write(scopeOf(ctx), (conn) => recordHistory(conn, ctx, look))
}

/** Shows one masked value to staff who may see it, and leaves a trace of the look. */
async function unmaskField(
  ctx: Context,
  conn: Conn,
  { id, field }: CheckedOf<typeof customerCalls.unmask>,
) {
  // The column is one of those the call knows as masked.
  const [row] = await conn.query<{ stored: string | null }>(
    `select ${quote(field)} as stored from customers where id = $1 and organisation_id = $2`,
    [id, ctx.actor.organisation_id],
  )
  if (!row) throw notFound(customer)
  if (isGuardedField(field)) await requireDebitDetails(ctx, conn, id)
  else await requireView(ctx, conn)
  await recordHistory(conn, ctx, {
    object_class: 'customer',
    object_id: id,
    action: 'unmask',
    changes: { [field]: [null, null] },
  })
  if (row.stored === null) return { status: empty, data: null }
  return { data: { value: unseal(ctx.config.secrets.fields, row.stored) } }
}

async function findDuplicates(
  ctx: Context,
  { id, ...typed }: CheckedOf<typeof customerCalls.duplicates>,
) {
  const values = Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, value?.replaceAll('\u0000', '')]),
  )
  const found = await ctx.database.read(scopeOf(ctx), (conn) =>
    likelyDuplicates(conn, customer, values, idSchema.safeParse(id).data ?? 0),
  )
  return { data: found }
}
