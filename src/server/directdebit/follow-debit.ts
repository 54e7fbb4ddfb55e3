import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { moneyReceived } from '#domain/books/postings.ts'
import { type DebitStep, debitSteps } from '#domain/directdebit/debit-steps.ts'
import {
  causeInWords,
  type DebitCause,
  type DebitState,
} from '#domain/directdebit/provider-words.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { cents } from '#domain/kit/money.ts'
import { type InvoicePayment, invoicepayment } from '#domain/payments/payment.ts'
import { holdCustomers } from '#server/books/hold-customers.ts'
import { post } from '#server/books/ledger.ts'
import { paymentMoney } from '#server/books/money-keys.ts'
import { settleCustomer } from '#server/books/settle.ts'
import type { ProviderDebit, ProviderDebitStatus } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { takeBackWhole } from '#server/payments/dishonour-payment.ts'
import { grantDiscountOf, withdrawGrants } from '#server/payments/grant-with-payment.ts'
import { reviveWhole } from '#server/payments/revive-payment.ts'
import { afterFailed } from './after-failed.ts'
import { freezeDebits, TAKEN_BACK } from './freeze.ts'
import { takeDay } from './other-day.ts'
import { takeBackReturned } from './returned-refund.ts'
import { tellCancelled } from './tell-customer.ts'
import { tryAgain } from './try-again.ts'
import { withdrawAnnouncement } from './withdraw-announcement.ts'

/** What an event said beside that something happened. */
export interface ProviderWord {
  cause?: DebitCause | null | undefined
  words?: string | null | undefined
  /** The day it was not honoured on. */
  date?: string | undefined
  /** The day its money was there on. */
  collected_date?: string | undefined
  /** The day it is collected on when it is tried again. */
  charge_date?: string | undefined
  will_attempt_retry?: boolean | undefined
  /** The provider said that it tries the same one again. */
  is_retry?: boolean | undefined
  /** No bank ever saw it: the provider would not take it. */
  isRefused?: boolean | undefined
  /** Another one takes its place: they are told of that one, and their money is looked at then. */
  isReplaced?: boolean | undefined
}

const states: Record<ProviderDebitStatus, DebitState> = {
  pending_customer_approval: 'planned',
  pending_submission: 'planned',
  submitted: 'submitted',
  confirmed: 'confirmed',
  paid_out: 'paid_out',
  cancelled: 'cancelled',
  customer_approval_denied: 'failed',
  failed: 'failed',
  charged_back: 'charged_back',
}

const CUSTOMER = sql<{ customer_id: number }, [id: number]>`
  select customer_id from invoicepayments where id = $1`

/**
 * Brings a debit to where it stands at the provider, one step after the other, each booked once. What
 * the provider has now is the truth; an event only says why somebody looked.
 */
export async function followDebit(
  ctx: Context,
  conn: Conn,
  id: number,
  { status, charge_date }: Pick<ProviderDebit, 'status'> & Partial<ProviderDebit>,
  told: ProviderWord = {},
): Promise<readonly DebitStep[]> {
  const owner = await CUSTOMER.one(conn, id)
  if (!owner) throw new Error(`Debit ${id} is gone.`)
  await holdCustomers(conn, [owner.customer_id])
  const { row } = await rowNow(ctx, conn, invoicepayment, id)
  if (row.debit_state === null) throw new Error(`Payment ${id} is no debit.`)
  const hasBeenRetried = told.is_retry ?? false
  const steps = debitSteps(row.debit_state, states[status], { hasBeenRetried })
  const isTriedAgain = steps.includes('try_again')
  const word = isTriedAgain ? { ...told, will_attempt_retry: true, charge_date } : told
  if (!isTriedAgain && charge_date !== undefined) await takeDay(ctx, conn, row, charge_date)
  for (const step of steps) await takes[step](ctx, conn, id, word)
  return steps
}

type TakeStep = (ctx: Context, conn: Conn, id: number, told: ProviderWord) => Promise<void>

const takes: Record<DebitStep, TakeStep> = {
  submit: async (ctx, conn, id) => {
    const submitted = { debit_state: 'submitted', cancel_asked_at: null } as const
    const asked = { id, despiteHolder: true }
    await transition(ctx, conn, invoicepayment, 'submit', asked, async () => submitted)
  },
  confirm,
  pay_out: payOut,
  cancel,
  fail,
  charge_back: chargeBack,
  stand_again: standAgain,
  try_again: tryAgain,
}

/** The banks have had their say: the money is the customer's from the day it was collected. */
async function confirm(ctx: Context, conn: Conn, id: number, told: ProviderWord): Promise<void> {
  const { row, version } = await transition(
    ctx,
    conn,
    invoicepayment,
    'confirm',
    { id, despiteHolder: true },
    async ({ row: before }) => ({
      debit_state: 'confirmed' as const,
      payment_date: earlier(before.charge_date ?? before.payment_date, told.collected_date),
      unallocated_amount: before.amount_incl_gst,
    }),
  )
  await post(ctx, conn, [
    {
      event: ledgerEvents.moneyReceived,
      date: row.payment_date,
      customer_id: row.customer_id,
      invoicepayment_id: id,
      unique_key: `dd ${id} confirmed ${version}`,
      lines: moneyReceived(cents(row.amount_incl_gst), true),
    },
  ])
  if (row.grant_ppd && row.invoice_id) await grantDiscountOf(conn, row.invoice_id, id)
  await settleCustomer(ctx, conn, row.customer_id, {
    because: `$${row.amount_incl_gst} was collected by direct debit on ${formatDayShort(row.payment_date)}.`,
    event: { received: paymentMoney(id) },
  })
}

/** The day it was planned for; where the provider was quicker, that of its event. */
const earlier = (planned: string, collected: string | undefined) =>
  collected !== undefined && collected < planned ? collected : planned

async function payOut(ctx: Context, conn: Conn, id: number): Promise<void> {
  const paid = { debit_state: 'paid_out' } as const
  const asked = { id, despiteHolder: true }
  const { row } = await transition(ctx, conn, invoicepayment, 'pay_out', asked, async () => paid)
  await settleCustomer(ctx, conn, row.customer_id, { because: 'The provider paid it out.' })
}

async function cancel(ctx: Context, conn: Conn, id: number, told: ProviderWord): Promise<void> {
  const { row } = await transition(
    ctx,
    conn,
    invoicepayment,
    'stop',
    { id, despiteHolder: true },
    async () => ({
      debit_state: 'cancelled' as const,
      cancelled: true,
      cancelled_at: ctx.clock.now().toISOString(),
    }),
  )
  await withdrawAnnouncement(conn, row)
  if (told.isReplaced) return
  await settleCancelled(ctx, conn, row.customer_id)
  await tellCancelled(ctx, conn, row)
}

/** What a debit was to pay is owed again, without what it kept open. */
export async function settleCancelled(ctx: Context, conn: Conn, customer_id: number) {
  await settleCustomer(ctx, conn, customer_id, { because: 'A planned debit was cancelled.' })
}

// They relied on it until today: what it was to pay is late from now on, and not since it was due.
const LATE_FROM_NOW = sql<never, [id: number, today: string]>`
  update invoices i set reopened_date = $2
  from invoicepayments p cross join jsonb_array_elements(p.plan) e
  where p.id = $1 and e->>'key' = 'i' || i.id and i.customer_id = p.customer_id
    and i.invoice_status = 'invoiced'`

const wordsOf = ({ cause, words }: ProviderWord) =>
  words ?? `The bank did not honour it: ${causeInWords(cause ?? 'other')}.`

async function fail(ctx: Context, conn: Conn, id: number, told: ProviderWord): Promise<void> {
  const failed = {
    debit_state: 'failed',
    debit_cause: told.cause ?? 'other',
    debit_words: told.words?.slice(0, 500) ?? null,
    cancel_asked_at: null,
  } as const
  const { row: before } = await rowNow(ctx, conn, invoicepayment, id)
  const reason = wordsOf(told)
  if (before.payment_status === 'pending') {
    await withdrawGrants(conn, id)
    const asked = { id, reason, despiteHolder: true }
    await transition(ctx, conn, invoicepayment, 'fail', asked, async () => failed)
    await LATE_FROM_NOW.run(conn, id, todayOf(ctx))
    await settleCustomer(ctx, conn, before.customer_id, { because: reason })
  } else await takeBackWhole(ctx, conn, { id, reason, action: 'bounce', values: failed })
  const { row } = await rowNow(ctx, conn, invoicepayment, id)
  await afterFailed(ctx, conn, row, { ...told, date: told.date ?? todayOf(ctx) })
}

/** The customer's bank took it back: nothing is collected until somebody has looked. */
async function chargeBack(ctx: Context, conn: Conn, id: number, told: ProviderWord): Promise<void> {
  const reason = 'The customer’s bank took it back.'
  const values = {
    debit_state: 'charged_back',
    debit_cause: told.cause ?? 'other',
    debit_words: told.words?.slice(0, 500) ?? null,
  } as const
  await takeBackWhole(ctx, conn, { id, reason, action: 'bounce', values })
  const { row } = await rowNow(ctx, conn, invoicepayment, id)
  await freezeDebits(ctx, conn, row, TAKEN_BACK)
}

/** The bank gave it back to us: it stands as before, and what was paid back of it is not owed. */
async function standAgain(ctx: Context, conn: Conn, id: number): Promise<void> {
  const reason = 'The bank gave it back to us.'
  await takeBackReturned(ctx, conn, id, reason)
  const { row } = await rowNow(ctx, conn, invoicepayment, id)
  const back = cents(row.refunded_amount ?? '0.00')
  const payment_status: InvoicePayment['payment_status'] =
    back === 0 ? 'reconciled' : back === cents(row.amount_incl_gst) ? 'refunded' : 'partly_refunded'
  const values = {
    payment_status,
    debit_state: 'paid_out',
    debit_cause: null,
    debit_words: null,
  } as const
  await reviveWhole(ctx, conn, { id, reason, action: 'stand_again', values })
}
