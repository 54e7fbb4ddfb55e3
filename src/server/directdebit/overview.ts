import type {
  DebitEvidence,
  DebitSum,
  DirectDebitOverview,
  ProviderRefund,
} from '#domain/directdebit/directdebit-calls.ts'
import { mandate } from '#domain/directdebit/mandate.ts'
import type { MandateDetails, mandateCalls } from '#domain/directdebit/mandate-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import { requireDebitDetails } from '#server/identity/debit-details.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { isVisible } from '#server/kit/rows/store.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { announcedBy } from './tell-customer.ts'

const NOT_HONOURED_DAYS = 30

interface Sums {
  planned: DebitSum
  with_bank: DebitSum
  not_honoured: DebitSum
  payouts_under_way: DebitSum
  unmatched_payouts: DebitSum
  invited: number
  frozen: number
}

const SUMS = sql<Sums, [since: string]>`
  with d as (select p.debit_state, p.amount_incl_gst as amount, p.charge_date from invoicepayments p
    where p.debit_state is not null and p.deleted_at is null
      and (p.payment_status = 'pending' or p.charge_date >= $1)),
  o as (select payout_status, amount, banktransaction_id from payouts where deleted_at is null)
  select
    (select json_build_object('count', count(*), 'amount', coalesce(sum(amount), 0)::numeric(14,2)::text)
      from d where debit_state = 'planned') as planned,
    (select json_build_object('count', count(*), 'amount', coalesce(sum(amount), 0)::numeric(14,2)::text)
      from d where debit_state = 'submitted') as with_bank,
    (select json_build_object('count', count(*), 'amount', coalesce(sum(amount), 0)::numeric(14,2)::text)
      from d where debit_state in ('failed', 'charged_back')) as not_honoured,
    (select json_build_object('count', count(*), 'amount', coalesce(sum(amount), 0)::numeric(14,2)::text)
      from o where payout_status = 'pending') as payouts_under_way,
    (select json_build_object('count', count(*), 'amount', coalesce(sum(amount), 0)::numeric(14,2)::text)
      from o where payout_status = 'paid' and banktransaction_id is null) as unmatched_payouts,
    (select count(*)::int from ddinvitations where invitation_status = 'open') as invited,
    (select count(*)::int from customers
      where debits_frozen_date is not null and deleted_at is null) as frozen`

export async function showOverview(ctx: Context): Promise<{ data: DirectDebitOverview }> {
  const since = Temporal.PlainDate.from(todayOf(ctx)).subtract({ days: NOT_HONOURED_DAYS })
  const sums = await ctx.database.read(scopeOf(ctx), (conn) => SUMS.one(conn, since.toString()))
  if (!sums) throw new Error('Sums are always there.')
  return { data: sums }
}

const AGREED = sql<Omit<DebitEvidence, 'notices' | 'refunds'>, [invoicepayment_id: number]>`
  select m.source, m.consent_text_version, m.consent_at, m.consent_script_read, m.consent_file_id
  from invoicepayments p join mandates m on m.id = p.mandate_id where p.id = $1`

const NOTICES = sql<
  DebitEvidence['notices'][number],
  [invoicepayment_id: number, planned_key: string, changed_key: string]
>`
  select g.id as message_id, g.subject, g.type as channel, g.sent_at from messages g
  join invoicepayments p on p.id = $1
  where g.direction = 'out' and g.customer_id = p.customer_id
    and (g.invoice_id = p.invoice_id or starts_with(g.unique_key, $2 || ' ')
      or starts_with(g.unique_key, $3 || ' '))
    and g.created_at <= coalesce(p.charge_date + 1, now())
  order by g.id limit 50`

const REFUNDS = sql<ProviderRefund, [invoicepayment_id: number]>`
  select id, amount::text, refund_status, message, created_at from ddrefunds
  where invoicepayment_id = $1 order by id`

/** For whoever answers a bank: when they agreed, when they were told, and what went back. */
export async function showEvidence(ctx: Context, { id }: { id: number }) {
  const [agreed, notices, refunds] = await ctx.database.read(scopeOf(ctx), async (conn) => {
    if (!(await isVisible(conn, invoicepayment, id, ctx.actor.organisation_id)))
      throw notFound(invoicepayment)
    return Promise.all([
      AGREED.one(conn, id),
      NOTICES.all(conn, id, ...announcedBy(id)),
      REFUNDS.all(conn, id),
    ])
  })
  const nothing = {
    source: 'none',
    consent_text_version: null,
    consent_at: null,
    consent_script_read: false,
    consent_file_id: null,
  }
  return { data: { ...(agreed ?? nothing), notices, refunds } }
}

const DETAILS = sql<MandateDetails & { customer_id: number }, [id: number]>`
  select customer_id, account_holder, account_ending, reference, provider_mandate_id,
    provider_customer_id from mandates where id = $1`

/** Whose account it is, for those who may know; the look leaves a trace. */
export async function showDetails(
  ctx: Context,
  conn: Conn,
  { id }: CheckedOf<typeof mandateCalls.details>,
) {
  const found = await DETAILS.one(conn, id)
  if (!found) throw notFound(mandate)
  const { customer_id, ...data } = found
  await requireDebitDetails(ctx, conn, customer_id)
  const look = { object_class: 'mandate', object_id: id, action: 'opened_details' }
  await recordHistory(conn, ctx, look)
  return { data }
}
