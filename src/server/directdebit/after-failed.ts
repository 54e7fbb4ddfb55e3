import {
  afterFailure,
  causeForPayer,
  causeInWords,
  type DebitCause,
} from '#domain/directdebit/provider-words.ts'
import { retryDay } from '#domain/directdebit/retry-day.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { cents, formatMoney } from '#domain/kit/money.ts'
import { DECEASED } from '#domain/messaging/checks/caring.ts'
import type { InvoicePayment } from '#domain/payments/payment.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { type NewSparing, noteSparings } from '#server/messaging/checks/care-evidence.ts'
import { addDishonourFee } from '#server/payments/dishonour-fee.ts'
import { raiseTask } from '#server/tasks/system-task.ts'
import { soonestFor } from './debit-facts.ts'
import type { ProviderWord } from './follow-debit.ts'
import { freezeDebits } from './freeze.ts'
import { planForPage } from './plan-debit.ts'
import { tellNotHonoured } from './tell-customer.ts'

interface Care {
  name: string
  /** The rule of care that holds for them. */
  rule: NewSparing['rule'] | null
  is_frozen: boolean
  failures: number
}

// Three failures within so long are enough.
const FAILURE_DAYS = 90
const FAILURES_TO_FREEZE = 3

const CARE = sql<Care, [customer_id: number, since: string]>`
  select coalesce(c.name_business, c.name) as name,
    case when c.required_for_medical and c.customer_type is distinct from 'commercial'
      then 'medical' when c.in_hardship then 'hardship' end as rule,
    c.debits_frozen_date is not null as is_frozen,
    (select count(*)::int from invoicepayments p where p.customer_id = c.id
      and p.debit_state in ('failed', 'charged_back') and p.provider_payment_id is not null
      and p.charge_date >= $2::date) as failures
  from customers c where c.id = $1`

// No bank ever saw it: nobody's bank is said to have refused it.
const NOT_TAKEN = 'our payment provider did not take it'

/** What follows from a debit that was not honoured: a retry, a fee, a task, a message. */
export async function afterFailed(
  ctx: Context,
  conn: Conn,
  row: InvoicePayment,
  told: ProviderWord & { date: string },
): Promise<void> {
  const cause = row.debit_cause ?? 'other'
  const since = Temporal.PlainDate.from(todayOf(ctx)).subtract({ days: FAILURE_DAYS }).toString()
  const care = await CARE.one(conn, row.customer_id, since)
  if (!care) return
  const next = afterFailure(cause)
  if (next === 'stop_contact') {
    await freezeDebits(ctx, conn, row, DECEASED)
    return askManager(ctx, conn, row, care.name)
  }
  // What the provider would not even take cost nobody anything.
  const fee = told.isRefused ? '0.00' : await settingOf(conn, 'dd_dishonour_fee')
  if (!care.rule) await chargeFee(ctx, conn, row, fee)
  if (care.failures >= FAILURES_TO_FREEZE && !care.is_frozen)
    await freezeDebits(ctx, conn, row, `${care.failures} debits failed in ${FAILURE_DAYS} days`)
  const waits = told.will_attempt_retry ?? false
  const isTried = next === 'retry' && !waits
  const retried = isTried && !care.rule ? await retry(ctx, conn, row, told) : null
  if (care.rule) await noteSparings(conn, sparingsOf(row, care.rule, { fee, isTried }))
  const inWords = (words: (cause: DebitCause) => string) =>
    told.isRefused ? NOT_TAKEN : words(cause)
  await tellNotHonoured(ctx, conn, row, { why: inWords(causeForPayer), retried })
  if (!retried) await askSomebody(ctx, conn, row, { name: care.name, why: inWords(causeInWords) })
}

// A debit that the provider would not take has no name there, and says nothing of a weekday.
const PAST = sql<{ day: string; is_honoured: boolean }, [customer_id: number]>`
  select coalesce(charge_date, payment_date) as day, payment_status <> 'failed' as is_honoured
  from invoicepayments
  where customer_id = $1 and deleted_at is null and amount_incl_gst > 0
    and (debit_state in ('confirmed', 'paid_out', 'charged_back')
      or debit_state = 'failed' and provider_payment_id is not null
      or debit_state is null and payment_status = 'reconciled')
  order by day desc, id desc limit 60`

const FIRST = sql<{ charge_date: string }, [id: number]>`
  with recursive tries as (select id, retry_of_id, charge_date from invoicepayments where id = $1
    union all select p.id, p.retry_of_id, p.charge_date from invoicepayments p
    join tries t on p.id = t.retry_of_id)
  select charge_date from tries where retry_of_id is null`

/** Plans the next attempt where one is left; within these days no second notice is needed. */
async function retry(
  ctx: Context,
  conn: Conn,
  row: InvoicePayment,
  told: ProviderWord & { date: string },
): Promise<InvoicePayment | null> {
  const attempt = (row.attempt ?? 1) + 1
  if (row.made_elsewhere) return null
  if (attempt > (await settingOf(conn, 'dd_max_attempts'))) return null
  const [first, past] = await Promise.all([
    FIRST.one(conn, row.id),
    PAST.all(conn, row.customer_id),
  ])
  const best = retryDay({
    first_charge_date: first?.charge_date ?? row.charge_date ?? row.payment_date,
    told_date: told.date,
    next_possible: await soonestFor(ctx, conn, row.customer_id),
    past,
    today: todayOf(ctx),
  })
  if (!best) return null
  const page = { id: row.invoice_id, customer_id: row.customer_id }
  return planForPage(ctx, conn, page, {
    attempt,
    retry_of_id: row.id,
    charge_date: best.charge_date,
    without_notice: true,
    // Whoever was needed for so much at once has decided on it.
    may_exceed: true,
    // They were told of so much, and of no more; what a lost discount adds is on the next page.
    amount: cents(row.amount_incl_gst),
    notes: `Tried again on ${formatDayShort(best.charge_date)}: ${best.reasons.join(' ')}`,
  })
}

/** What is kept from whoever is cared for: the fee, and another try where there would be one. */
function sparingsOf(
  row: InvoicePayment,
  rule: NewSparing['rule'],
  { fee, isTried }: { fee: string; isTried: boolean },
): NewSparing[] {
  const { id, customer_id, invoice_id, charge_date, payment_date } = row
  const words = `direct debit of ${formatDayShort(charge_date ?? payment_date)}`
  const about = { customer_id, rule, words, invoice_id, invoicepayment_id: id }
  return [
    ...(cents(fee) > 0
      ? [{ ...about, what: 'dishonour_fee' as const, amount: fee, unique_key: `dishonour ${id}` }]
      : []),
    ...(isTried
      ? [{ ...about, what: 'debit_retry' as const, amount: null, unique_key: `retry ${id}` }]
      : []),
  ]
}

async function chargeFee(
  ctx: Context,
  conn: Conn,
  row: InvoicePayment,
  amount: string,
): Promise<void> {
  if (cents(amount) === 0) return
  const day = formatDayShort(row.charge_date ?? row.payment_date)
  const name = `Dishonour fee, direct debit of ${day}`
  await addDishonourFee(ctx, conn, row, { name, amount })
}

/** Names the task of whoever agrees with the customer how a debit that failed is paid. */
export const notPaid = (id: number) => `debit failed ${id}`

async function askSomebody(
  ctx: Context,
  conn: Conn,
  row: InvoicePayment,
  { name, why }: { name: string; why: string },
) {
  const cause = row.debit_cause ?? 'other'
  const isNew = afterFailure(cause) === 'new_mandate'
  const what = isNew ? 'needs a new direct debit authority' : 'did not pay by direct debit'
  await raiseTask(ctx, conn, {
    cause: notPaid(row.id),
    subject: `${name} ${what}: ${why}`,
    text_plain: [
      `$${formatMoney(row.amount_incl_gst)} of ${row.reference ?? 'the account'} is owed. ` +
        (isNew
          ? 'The account cannot be debited any more: ask for a new authority, or for a transfer.'
          : 'It is not tried again by itself: agree with the customer how it will be paid.'),
      `/app/customer/details?tab=direct-debit&id=${row.customer_id}`,
    ].join('\n'),
    due_date: todayOf(ctx),
    role_name: 'accounting',
    reference_object: 'invoicepayment',
    reference_id: row.id,
  })
}

async function askManager(ctx: Context, conn: Conn, row: InvoicePayment, name: string) {
  await raiseTask(ctx, conn, {
    cause: `payer deceased ${row.customer_id}`,
    subject: `${name}: the bank says that the account holder has died`,
    text_plain: [
      'Nothing is written or collected by itself any more. Find out who looks after the account ' +
        'before anybody writes.',
      `/app/customer/details?tab=direct-debit&id=${row.customer_id}`,
    ].join('\n'),
    due_date: todayOf(ctx),
    role_name: 'manager',
    reference_object: 'invoicepayment',
    reference_id: row.id,
  })
}
