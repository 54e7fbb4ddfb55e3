import { z } from 'zod'
import { unsentStatuses } from '#domain/books/counted-statuses.ts'
import { feeEvents } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { addWorkingDays } from '#domain/kit/working-day.ts'
import { holdCustomers } from '#server/books/hold-customers.ts'
import { DISCOUNTED } from '#server/books/posted-invoice.ts'
import { settleCustomer } from '#server/books/settle.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { eachOrganisation, systemContext } from '#server/kit/jobs/system-context.ts'
import { type NewSparing, noteSparings } from '#server/messaging/checks/care-evidence.ts'
import { promisedFor } from '#server/messaging/checks/promised-for.ts'
import { ARRIVED, NEVER_ARRIVED } from './never-arrived.ts'
import { type StandingFee, standingFee, takeBackLateFee } from './take-back-late-fee.ts'

interface LateInvoice {
  id: number
  customer_id: number
  invoice_number: string
  due_date: string
  reopened_date: string | null
  /** When the first mail with it left that was not refused. */
  arrived_date: string | null
  amount: string
  grace: number
  /** The rule of care that keeps the fee from them; null where they are charged. */
  spared_by: NewSparing['rule'] | null
}

// What was asked in time and is not paid: a lost discount alone costs no fee. Amount, minimum and
// grace are those of the day it was sent.
const UNPAID = fragment`${DISCOUNTED} - coalesce((select -sum(a.amount)
  from transactions t join accounttransactions a on a.transaction_id = t.id
    and a.account = ${accounts.receivables}
  where t.invoice_id = i.id and t.event in (${feeEvents})), 0)`
const ENOUGH = (unpaid: string): Fragment => ({
  fragment: `${unpaid} > 0 and ${unpaid} >= (i.sent_terms ->> 'late_fee_minimum')::numeric`,
})

// Nobody who depends on power for medical reasons is charged for being late, nobody in hardship, and
// nobody for what is disputed. Those whom it would have met are found with the reason. What has not
// reached its customer costs nobody anything until it has.
const LATE = sql<LateInvoice, [today: string]>`
  select i.id, i.customer_id, i.invoice_number, i.due_date, i.reopened_date,
    ${ARRIVED} as arrived_date, i.sent_terms ->> 'late_fee_amount' as amount,
    (i.sent_terms ->> 'late_fee_grace_days')::int as grace,
    case when c.required_for_medical and c.customer_type is distinct from 'commercial'
        then 'medical'
      when c.in_hardship then 'hardship' when i.is_held then 'disputed' end as spared_by
  from invoices i join customers c on c.id = i.customer_id
    cross join lateral (select i.balance - case when i.ppd_state = 'lost' then
      i.undiscounted_total_this_period - i.discounted_total_this_period else 0 end
      - ${promisedFor('i', fragment`i`)} as amount) u
  where i.invoice_status = 'invoiced' and i.due_date < $1 and ${ENOUGH('u.amount')}
    and (i.sent_terms ->> 'late_fee_amount')::numeric > 0
    and i.deleted_at is null and c.charge_late_fee
    and not exists (select from parked_accounts p where p.customer_id = c.id
      and p.released_at is null)
    and not exists (select from pending_charges f where f.unique_key = 'late_fee ' || i.id)
    and not ${NEVER_ARRIVED}
  order by i.id`

const CHARGE = sql<
  never,
  [
    ids: readonly number[],
    customer_ids: readonly number[],
    numbers: readonly string[],
    organisation_id: number | null,
    amounts: readonly string[],
    late_after: readonly string[],
  ]
>`with made as (insert into pending_charges (organisation_id, customer_id, charge_type,
    name, amount, unique_key, about_invoice_id, late_after)
  select $4, customer_id, 'late_fee', 'Late payment fee for ' || number, amount, 'late_fee ' || id,
    id, late_after
  from unnest($1::bigint[], $2::bigint[], $3::text[], $5::numeric[], $6::date[])
    x (id, customer_id, number, amount, late_after)
  on conflict (organisation_id, unique_key) do nothing returning about_invoice_id)
  update invoices i set has_late_fee = true from made where i.id = made.about_invoice_id`

interface UnowedFee extends StandingFee {
  reason: string
}

// Nobody finds a payment in time again after more than a year.
const FORGOTTEN_AFTER_DAYS = 400

const STANDING = sql<
  { id: number; due_date: string; late_after: string | null; grace: number },
  [now: Date]
>`select f.id, i.due_date, f.late_after,
    coalesce((i.sent_terms ->> 'late_fee_grace_days')::int, 0) as grace from pending_charges f
  join invoices i on i.id = f.about_invoice_id
  left join invoices b on b.id = f.invoice_id
  where f.charge_type = 'late_fee' and f.dropped_at is null
    and (b.id is null or b.invoice_status not in (${unsentStatuses}))
    and not exists (select from pending_charges c where c.credits_id = f.id)
    and (f.invoice_id is null
      or f.created_at > $1::timestamptz - make_interval(days => ${FORGOTTEN_AFTER_DAYS}))`

// What was owed when the last day had passed, as today's books tell it.
const UNOWED = sql<
  UnowedFee,
  [ids: readonly number[], until: readonly string[], today: string]
>`select * from (select f.id, f.customer_id, f.amount::text, f.about_invoice_id,
    f.invoice_id, null as invoice_number, null as invoice_status,
    case when i.invoice_status = 'cancelled' or i.deleted_at is not null
        then 'The invoice was cancelled.'
      when c.until >= $3::date then 'The customer was given longer.'
      when not (${ENOUGH('u.amount')}) then 'The invoice was paid in time.' end as reason
    from unnest($1::bigint[], $2::date[]) c (id, until)
    join pending_charges f on f.id = c.id join invoices i on i.id = f.about_invoice_id
    cross join lateral (select ${UNPAID} - coalesce((select sum(a.amount) from allocations a
        left join invoicepayments p on p.id = a.invoicepayment_id
        left join invoices n on n.id = a.credit_invoice_id
      where a.invoice_id = i.id and coalesce(p.payment_date, n.invoiced_date) <= c.until), 0)
      as amount) u) x
  where reason is not null order by customer_id, id`

/** Every night, a fee for each invoice that became late: once, billed with the next invoice. */
export const chargeLateFeesJob = defineJob({
  name: 'charge-late-fees',
  payload: z.strictObject({}),
  run: async (job) => {
    await eachOrganisation(job, async (organisation_id) => {
      const ctx = systemContext(job, organisation_id, 'charge-late-fees')
      const scope = { organisation_id, user_id: null }
      await job.database.write(scope, (conn) => chargeLateFees(ctx, conn))
    })
  },
})

export async function chargeLateFees(ctx: Context, conn: Conn): Promise<void> {
  const today = todayOf(ctx)
  const owed = await LATE.all(conn, today)
  const all = owed
    .map((one) => ({ ...one, late_after: addWorkingDays(clockStart(one), one.grace) }))
    .filter((one) => one.late_after < today)
  await noteSparings(conn, all.flatMap(sparingOf))
  const late = all.filter(({ spared_by }) => spared_by === null)
  if (late.length === 0) return
  const customer_ids = late.map((one) => one.customer_id)
  await holdCustomers(conn, customer_ids)
  await CHARGE.run(
    conn,
    late.map((one) => one.id),
    customer_ids,
    late.map((one) => one.invoice_number),
    ctx.actor.organisation_id,
    late.map((one) => one.amount),
    late.map((one) => one.late_after),
  )
}

/** What care keeps from a customer is kept as evidence, once for each invoice and rule. */
function sparingOf({ id, customer_id, invoice_number, amount, spared_by }: LateInvoice) {
  if (spared_by === null) return []
  const sparing: NewSparing = {
    ...{ customer_id, what: 'late_fee', rule: spared_by, amount, invoice_id: id },
    words: `late fee for ${invoice_number}`,
    invoicepayment_id: null,
    unique_key: `late_fee ${id} ${spared_by}`,
  }
  return [sparing]
}

/** One whose money went back counts from that day, and one that came late from the day it came. */
function clockStart({
  due_date,
  reopened_date,
  arrived_date,
}: Pick<LateInvoice, 'due_date' | 'reopened_date' | 'arrived_date'>): string {
  const days = [due_date, reopened_date ?? '', arrived_date ?? '']
  return days.reduce((latest, day) => (day > latest ? day : latest))
}

/**
 * Fees that turn out not to be owed: a payment entered later had come in time, the invoice was
 * cancelled, or the customer was given longer. One on an invoice that is not sent yet waits.
 */
export async function unowedLateFees(ctx: Context, conn: Conn): Promise<UnowedFee[]> {
  const standing = await STANDING.all(conn, ctx.clock.now())
  const until = standing.map(({ due_date, late_after, grace }) => {
    const last = addWorkingDays(due_date, grace)
    return late_after && late_after > last ? late_after : last
  })
  const ids = standing.map((one) => one.id)
  return UNOWED.all(conn, ids, until, todayOf(ctx))
}

/** Takes back one of them, if nobody has done so meanwhile. */
export async function dropLateFee(ctx: Context, conn: Conn, found: UnowedFee): Promise<void> {
  await holdCustomers(conn, [found.customer_id])
  const fee = await standingFee(conn, found.about_invoice_id)
  if (fee?.id !== found.id) return
  await takeBackLateFee(ctx, conn, fee, { reason: found.reason, again: true })
  if (fee.invoice_id !== null)
    await settleCustomer(ctx, conn, fee.customer_id, { because: found.reason })
}
