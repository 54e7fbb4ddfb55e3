import { invoicepayment } from '#domain/payments/payment.ts'
import type { DirectDebit } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { adoptDebit } from './adopt-debit.ts'
import type { EventOutcome, WaitingEvent } from './apply-events-job.ts'
import { takeAuthorisation } from './authorisation.ts'
import { followSeries } from './end-series.ts'
import { followDebit } from './follow-debit.ts'
import { type AboutMandate, followMandate, hasEnded } from './follow-mandate.ts'
import { followPayout } from './follow-payout.ts'
import { followRefund } from './follow-refund.ts'
import { freezeDebits, TAKEN_BACK } from './freeze.ts'
import { dayOf } from './stored-events.ts'
import { lastFailure, saidOfDebit, whyEnded } from './why-it-ended.ts'

const STILL_TO_COME = 'The event that says why, or when, is still to come.'

type Apply = (conn: Conn) => Promise<EventOutcome>

const ignored =
  (message: string): Apply =>
  async () => ({ status: 'ignored', message })

/** Asks the provider how things stand, and says what that does here. */
export async function applyEvent(
  ctx: Context,
  provider: DirectDebit,
  event: WaitingEvent,
): Promise<Apply> {
  const { resource_type, resource_id } = event
  switch (resource_type) {
    case 'payments':
      return applyToDebit(ctx, provider, event, resource_id)
    case 'mandates':
      return applyToMandate(ctx, provider, event, resource_id)
    case 'refunds': {
      const refund = await provider.refundNow(resource_id)
      return async (conn) =>
        (await followRefund(ctx, conn, refund))
          ? { status: 'applied' }
          : { status: 'ignored', message: 'It was made elsewhere.' }
    }
    case 'payouts': {
      const [payout, items] = await Promise.all([
        provider.payout(resource_id),
        provider.payoutItems(resource_id),
      ])
      return async (conn) => ({
        status: 'applied',
        payout_id: await followPayout(ctx, conn, payout, items),
      })
    }
    case 'subscriptions':
      return followSeries(ctx, provider, resource_id)
    case 'billing_requests':
      return takeAuthorisation(ctx, provider, resource_id)
    default:
      return ignored('That kind of event does nothing here.')
  }
}

interface KnownDebit {
  id: number
  customer_id: number
  mandate_id: number | null
  /** The provider has it, and we did not know that. */
  is_news: boolean
}

const DEBIT = sql<KnownDebit, [provider_payment_id: string, our_key: string | null]>`
  select p.id, p.customer_id, p.mandate_id, p.provider_payment_id is null as is_news
  from invoicepayments p
  where p.provider_payment_id = $1 or p.id = (select c.invoicepayment_id from ddcalls c
    where c.call_key = $2 and c.kind = 'debit')`

const KNOWN_AS = sql<never, [id: number, provider_payment_id: string]>`
  update invoicepayments set provider_payment_id = $2 where id = $1 and provider_payment_id is null`

async function applyToDebit(
  ctx: Context,
  provider: DirectDebit,
  event: WaitingEvent,
  resource_id: string,
): Promise<Apply> {
  const debit = await provider.debit(resource_id)
  return async (conn) => {
    const known = await DEBIT.one(conn, debit.id, debit.our_key)
    const own = known ?? (await adoptDebit(ctx, conn, debit))
    if (!own) return { status: 'ignored', message: 'Nobody here has that authority.' }
    await KNOWN_AS.run(conn, own.id, debit.id)
    const { id: invoicepayment_id, customer_id, mandate_id } = own
    const about = { invoicepayment_id, customer_id, mandate_id }
    const said = await saidOfDebit(ctx, conn, debit)
    if (said === null) return { status: 'applied', message: STILL_TO_COME, ...about }
    // What we had given up, and the provider has after all, lives as what it tries again.
    const is_retry =
      known?.is_news ||
      event.action === 'resubmission_requested' ||
      (await wasResubmitted(conn, debit.id))
    const failure = said.why ?? (is_retry ? await lastFailure(conn, debit.id) : undefined)
    const { cause, description: words, will_attempt_retry } = failure ?? event
    const steps = await followDebit(ctx, conn, own.id, debit, {
      cause,
      words,
      will_attempt_retry,
      date: dayOf(failure ?? event),
      collected_date: said.collected_date,
      is_retry,
    })
    if (event.action === 'charged_back' && !steps.includes('charge_back'))
      await freezeEvenSo(ctx, conn, own.id)
    return { status: 'applied', ...about }
  }
}

/** What the bank took back and has given back by now stops debits all the same. */
async function freezeEvenSo(ctx: Context, conn: Conn, id: number): Promise<void> {
  const { row } = await rowNow(ctx, conn, invoicepayment, id)
  if (row.debit_state === 'paid_out') await freezeDebits(ctx, conn, row, TAKEN_BACK)
}

const RESUBMITTED = sql<{ id: number }, [resource_id: string]>`
  select id from ddevents where resource_id = $1 and action = 'resubmission_requested' limit 1`

/** The provider said at some time that it tries the same one again. */
const wasResubmitted = async (conn: Conn, provider_id: string): Promise<boolean> =>
  (await RESUBMITTED.one(conn, provider_id)) !== undefined

const MANDATE = sql<
  { id: number; customer_id: number },
  [provider_mandate_id: string, our_key: string | null]
>`select m.id, m.customer_id from mandates m where m.provider_mandate_id = $1
    or m.id = (select c.mandate_id from ddcalls c where c.call_key = $2 and c.kind = 'mandate')`

async function applyToMandate(
  ctx: Context,
  provider: DirectDebit,
  event: WaitingEvent,
  resource_id: string,
): Promise<Apply> {
  const mandate = await provider.mandate(resource_id)
  const next = event.action === 'replaced' ? event.links.new_mandate : undefined
  const followed = next ? await provider.mandate(next) : mandate
  return async (conn) => {
    const own = await MANDATE.one(conn, mandate.id, mandate.our_key)
    if (!own) return { status: 'ignored', message: 'Nobody here has that authority.' }
    const about = { mandate_id: own.id, customer_id: own.customer_id }
    const why = hasEnded(followed.status) ? await whyEnded(conn, followed.id) : undefined
    if (why === null) return { status: 'applied', message: STILL_TO_COME, ...about }
    await followMandate(ctx, conn, own.id, followed, aboutOf(why ?? event))
    return { status: 'applied', ...about }
  }
}

/** Who ended it, as the provider says where it comes from. */
function aboutOf(event: Pick<WaitingEvent, 'origin' | 'cause' | 'happened_at'>): AboutMandate {
  const { origin, cause } = event
  const ended_by =
    origin === 'bank'
      ? 'bank'
      : origin === 'api'
        ? 'us'
        : origin === 'payer' || origin === 'customer'
          ? 'customer'
          : 'provider'
  return { ended_by, cause, date: dayOf(event) }
}
