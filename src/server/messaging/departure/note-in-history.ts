import type { DepartureItemState } from '#domain/messaging/departure/departure.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { actorValues, historyColumns } from '#server/kit/rows/history.ts'

const COLUMNS = { fragment: historyColumns }

/** Tells the history of every row of a departure that is in this state now, and why. */
export const NOTE_IN_HISTORY = sql<
  never,
  [departure_id: number, state: DepartureItemState, action: string, ...actor: unknown[]]
>`insert into history (${COLUMNS})
  select i.organisation_id, i.record, i.record_id, $3, null, '{}'::jsonb, i.reason, $4::bigint, $5,
    $6::bigint, $7, $8, $9, i.customer_id
  from departure_items i where i.departure_id = $1 and i.state = $2 order by i.id`

/** What is told of them, and by whom. */
export const noteValues = (ctx: Context, action: string): [string, ...unknown[]] => [
  action,
  ...actorValues(ctx),
]
