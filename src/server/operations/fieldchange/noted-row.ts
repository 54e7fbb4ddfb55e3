import type { FieldChangeRowState } from '#domain/kit/fieldchange-calls.ts'
import { sql } from '#server/kit/database/sql.ts'

/** What became of a row; what was there before is kept for whoever undoes it. */
export const NOTE = sql<
  never,
  [
    id: number,
    state: FieldChangeRowState,
    problem: string | null,
    before: string | null,
    history_id: number | null,
  ]
>`update fieldchange_rows set state = $2, problem = left($3, 500),
    before = coalesce($4::jsonb, before), history_id = coalesce($5::bigint, history_id)
  where id = $1`.named('fieldchange_note')
