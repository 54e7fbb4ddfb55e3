import { z } from 'zod'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { enqueueUnlessWaiting } from '#server/kit/jobs/job.ts'

/** Looks at the debits that are planned for a customer again; the job stands with direct debit. */
export const debitReview = {
  name: 'review-debits',
  payload: z.strictObject({ organisation_id: z.int(), customer_id: z.int() }),
}

const PLANNED = sql<
  { organisation_id: number; customer_id: number },
  [customer_ids: readonly number[]]
>`select distinct organisation_id, customer_id from invoicepayments
  where customer_id = any($1) and payment_status = 'pending' and debit_state = 'planned'
    and deleted_at is null`.named('planned_debits')

/** Money moved: what is to be collected may be less by now. */
export async function askForReview(conn: Conn, customer_ids: readonly number[]): Promise<void> {
  for (const one of await PLANNED.all(conn, customer_ids))
    await enqueueUnlessWaiting(conn, debitReview, one)
}
