import type { collectCalls } from '#domain/directdebit/directdebit-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import type { DirectDebit } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import type { EventOutcome } from './apply-events-job.ts'
import type { CallKindRules } from './call-kinds.ts'
import { requireConnection } from './connection.ts'
import { askProvider } from './provider-call.ts'

type SeriesState = 'running' | 'ending' | 'ended'

const SERIES = sql<{ provider_series_id: string | null }, [id: number]>`
  select provider_series_id from invoicepayments where id = $1`

// Every debit of a series says the same of it.
const MOVE = sql<
  { id: number; customer_id: number },
  [provider_series_id: string, series_state: SeriesState]
>`update invoicepayments set series_state = $2, version = version + 1, modified_at = now()
  where provider_series_id = $1 and series_state <> 'ended' and series_state <> $2
  returning id, customer_id`

/** Has the provider asked to end a series that somebody made there. */
export async function endSeries(
  ctx: Context,
  conn: Conn,
  { id, reason }: CheckedOf<typeof collectCalls.endSeries>,
) {
  const { row, version } = await lockRow(ctx, conn, invoicepayment, id)
  await requireConnection(conn)
  const series = await SERIES.one(conn, id)
  if (!series?.provider_series_id)
    throw notPossible('end the series', 'this debit belongs to no series at the provider')
  if (row.series_state !== 'running')
    throw notPossible('end the series', 'it has ended, or the provider is being asked already')
  await MOVE.all(conn, series.provider_series_id, 'ending')
  await recordHistory(conn, ctx, {
    object_class: 'invoicepayment',
    object_id: id,
    customer_id: row.customer_id,
    action: 'end_series',
    reason,
  })
  await askProvider(ctx, conn, {
    kind: 'end_series',
    about: `${id}-${version}`,
    customer_id: row.customer_id,
    invoicepayment_id: id,
  })
  return { data: { id }, message: 'The provider is being asked.' }
}

/** Ends a series at the provider; where it will not, the series runs on. */
export const endSeriesCall: CallKindRules = {
  make: async (ctx, { invoicepayment_id }, provider) => {
    const series = await ctx.database.read(scopeOf(ctx), (conn) =>
      SERIES.one(conn, invoicepayment_id ?? 0),
    )
    const name = series?.provider_series_id
    if (!name) return 'withdrawn'
    await provider.endSubscription(name)
    return async (conn) => {
      await MOVE.all(conn, name, 'ended')
    }
  },
  refused: async (_ctx, conn, { invoicepayment_id }) => {
    const series = await SERIES.one(conn, invoicepayment_id ?? 0)
    if (series?.provider_series_id) await MOVE.all(conn, series.provider_series_id, 'running')
  },
}

const KNOWN = sql<{ id: number; customer_id: number }, [provider_series_id: string]>`
  select id, customer_id from invoicepayments where provider_series_id = $1 order by id limit 1`

/** Something happened to a series there: whether it still runs is looked up. */
export async function followSeries(
  ctx: Context,
  provider: DirectDebit,
  provider_series_id: string,
): Promise<(conn: Conn) => Promise<EventOutcome>> {
  const known = await ctx.database.read(scopeOf(ctx), (conn) => KNOWN.one(conn, provider_series_id))
  if (!known)
    return async () => ({ status: 'ignored', message: 'No debit of that series is here.' })
  const isRunning = await provider.isSubscriptionRunning(provider_series_id)
  return async (conn) => {
    if (!isRunning) await MOVE.all(conn, provider_series_id, 'ended')
    return { status: 'applied', invoicepayment_id: known.id, customer_id: known.customer_id }
  }
}
