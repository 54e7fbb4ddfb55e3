import { z } from 'zod'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { sealWhole } from '#server/kit/rows/seal.ts'

export type CallKind =
  | 'mandate'
  | 'cancel_mandate'
  | 'reinstate'
  | 'debit'
  | 'cancel_debit'
  | 'end_series'
  | 'refund'
  | 'payer'

/** Something the provider is to do, kept with the decision that asks for it. */
export interface ProviderCall {
  kind: CallKind
  /** Tells calls about the same thing apart: its attempt, and which version of it. */
  about: string
  customer_id: number
  mandate_id?: number | undefined
  invoicepayment_id?: number | undefined
  refund_id?: number | undefined
  /** What only the provider may keep. */
  secret?: object | undefined
  plans_anew?: boolean | undefined
}

/** Who makes the call; the job itself stands with what it does. */
export const callJobName = {
  name: 'dd-call',
  payload: z.strictObject({ organisation_id: z.int(), call_id: z.int() }),
}

const ADD = sql<
  { id: number },
  [
    organisation_id: number | null,
    kind: CallKind,
    call_key: string,
    customer_id: number,
    mandate_id: number | null,
    invoicepayment_id: number | null,
    refund_id: number | null,
    sealed_input: string | null,
    plans_anew: boolean,
    now: Date,
  ]
>`insert into ddcalls (organisation_id, kind, call_key, customer_id, mandate_id, invoicepayment_id,
    refund_id, sealed_input, plans_anew, next_try_at, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
  on conflict (organisation_id, call_key) do nothing returning id`

/** Has the provider asked once the caller's transaction is committed; the same only once. */
export async function askProvider(ctx: Context, conn: Conn, call: ProviderCall): Promise<void> {
  const organisation_id = ctx.actor.organisation_id ?? 0
  const sealed = call.secret
    ? sealWhole(ctx.config.secrets.fields, JSON.stringify(call.secret))
    : null
  const made = await ADD.one(
    conn,
    organisation_id,
    call.kind,
    `sb-${organisation_id}-${call.kind}-${call.about}`,
    call.customer_id,
    call.mandate_id ?? null,
    call.invoicepayment_id ?? null,
    call.refund_id ?? null,
    sealed,
    call.plans_anew ?? false,
    ctx.clock.now(),
  )
  if (made) await enqueue(conn, callJobName, { organisation_id, call_id: made.id })
}

const WITHDRAW = sql<{ id: number }, [invoicepayment_id: number]>`
  update ddcalls set call_status = 'withdrawn' where invoicepayment_id = $1 and kind = 'debit'
    and call_status = 'waiting' and tries = 0 returning id`

/** Takes back a debit that the provider was not asked for yet; false where it may know of it. */
export const withdrawDebit = async (conn: Conn, invoicepayment_id: number): Promise<boolean> =>
  (await WITHDRAW.one(conn, invoicepayment_id)) !== undefined
