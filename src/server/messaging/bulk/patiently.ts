import { sql } from '#server/kit/database/sql.ts'

/** A hundred thousand rows take longer than a statement usually may. */
export const PATIENTLY = sql`select set_config('statement_timeout', '60000', true)`
