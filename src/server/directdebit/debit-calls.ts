import { cents } from '#domain/kit/money.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import {
  DebitTrouble,
  type DirectDebit,
  type NewDebit,
  type ProviderDebit,
} from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import type { CallKindRules } from './call-kinds.ts'
import { followDebit } from './follow-debit.ts'
import type { KeptCall } from './make-call-job.ts'
import { planAnew } from './plan-anew.ts'
import { debitReference } from './plan-debit.ts'
import { tellCancelled } from './tell-customer.ts'

interface OrderedDebit {
  id: number
  customer_id: number
  invoice_id: number | null
  amount: string
  charge_date: string
  reference: string | null
  payment_status: string
  cancel_asked_at: string | null
  provider_payment_id: string | null
  provider_mandate_id: string | null
  broker: string
}

const DEBIT = sql<OrderedDebit, [id: number]>`
  select p.id, p.customer_id, p.invoice_id, p.amount_incl_gst::text as amount, p.charge_date,
    p.reference, p.payment_status, p.cancel_asked_at, p.provider_payment_id, m.provider_mandate_id,
    coalesce(o.trading_name, o.name) as broker
  from invoicepayments p left join mandates m on m.id = p.mandate_id
    join organisations o on o.id = p.organisation_id
  where p.id = $1`

const KNOWN_AS = sql<never, [id: number, provider_payment_id: string]>`
  update invoicepayments set provider_payment_id = $2 where id = $1`

const DAY_MS = 24 * 3_600_000

const orderedDebit = (ctx: Context, { invoicepayment_id }: KeptCall) =>
  ctx.database.read(scopeOf(ctx), (conn) => DEBIT.one(conn, invoicepayment_id ?? 0))

/** Makes the debit at the provider; whatever answers is the one this key made. */
export const debitCall: CallKindRules = {
  make: async (ctx, call, provider) => {
    const debit = await orderedDebit(ctx, call)
    if (debit?.payment_status !== 'pending' || debit.provider_payment_id !== null)
      return 'withdrawn'
    if (debit.cancel_asked_at !== null && call.tries === 1) return 'withdrawn'
    if (debit.provider_mandate_id === null) return 'later'
    const asked = {
      key: call.call_key,
      mandate_id: debit.provider_mandate_id,
      amount: cents(debit.amount),
      charge_date: debit.charge_date,
      reference: debitReference(debit.reference),
      description: [debit.broker, debit.reference].filter(Boolean).join(' '),
    }
    const made =
      (await foundAgain(ctx, call, provider, asked)) ?? (await makeOnce(call, provider, asked))
    return async (conn) => {
      await KNOWN_AS.run(conn, debit.id, made.id)
      await followDebit(ctx, conn, debit.id, made)
    }
  },
  refused: async (ctx, conn, { invoicepayment_id }, { message }) => {
    const told = { words: message, isRefused: true }
    await followDebit(ctx, conn, invoicepayment_id ?? 0, { status: 'failed' }, told)
  },
}

/** Providers forget keys after a day: what an old call may have made is looked for first. */
async function foundAgain(
  ctx: Context,
  { first_tried_at, tries }: KeptCall,
  provider: DirectDebit,
  asked: NewDebit,
): Promise<ProviderDebit | null> {
  const age = ctx.clock.now().getTime() - Date.parse(first_tried_at ?? '')
  return tries === 1 || age < DAY_MS ? null : madeBefore(provider, asked)
}

/** A refusal counts once it is known that no earlier try, whose answer was lost, has made it. */
async function makeOnce(
  { tries }: KeptCall,
  provider: DirectDebit,
  asked: NewDebit,
): Promise<ProviderDebit> {
  try {
    return await provider.makeDebit(asked)
  } catch (error) {
    const made = isRefusal(error) && tries > 1 ? await madeBefore(provider, asked) : null
    if (made) return made
    throw error
  }
}

async function madeBefore(
  provider: DirectDebit,
  { key, mandate_id, amount }: NewDebit,
): Promise<ProviderDebit | null> {
  try {
    const debits = await provider.debits({ mandate_id })
    return debits.find((one) => one.our_key === key && one.amount === amount) ?? null
  } catch (error) {
    // Whoever may not even look does not know that there is none.
    throw isRefusal(error) ? new DebitTrouble('unknown', error.message) : error
  }
}

const isRefusal = (error: unknown): error is DebitTrouble =>
  error instanceof DebitTrouble && (error.kind === 'refused' || error.kind === 'missing')

const FORGET_CANCEL = sql<never, [id: number]>`
  update invoicepayments set cancel_asked_at = null where id = $1`

const CREATING = sql<{ id: number }, [invoicepayment_id: number]>`
  select id from ddcalls where invoicepayment_id = $1 and kind = 'debit'
    and call_status in ('waiting', 'unknown')`

/** Cancels a debit at the provider while it still can be; where it cannot, it runs on. */
export const cancelDebitCall: CallKindRules = {
  make: async (ctx, call, provider) => {
    const debit = await orderedDebit(ctx, call)
    // The provider told of it before it answered: what is left is still to be collected.
    if (debit?.payment_status === 'cancelled' && call.plans_anew)
      return async (conn) => {
        await planAnew(ctx, conn, debit.id)
      }
    if (debit?.payment_status !== 'pending') return 'withdrawn'
    if (debit.provider_payment_id === null) {
      const isBeingMade = await ctx.database.read(scopeOf(ctx), (conn) =>
        CREATING.one(conn, debit.id),
      )
      if (isBeingMade) return 'later'
      return (conn) => cancelled(ctx, conn, call, debit)
    }
    const now = await cancelAt(provider, debit.provider_payment_id)
    return async (conn) => {
      if (now.status === 'cancelled') await cancelled(ctx, conn, call, debit)
      else await followDebit(ctx, conn, debit.id, now)
    }
  },
  refused: async (_ctx, conn, { invoicepayment_id }: KeptCall, _why: DebitTrouble) => {
    await FORGET_CANCEL.run(conn, invoicepayment_id ?? 0)
  },
}

/** One that is cancelled already, by an answer that was lost or with its authority, is refused. */
async function cancelAt(provider: DirectDebit, id: string): Promise<ProviderDebit> {
  try {
    return await provider.cancelDebit(id)
  } catch (error) {
    if (!(error instanceof DebitTrouble) || error.kind !== 'refused') throw error
    const now = await provider.debit(id)
    if (now.status !== 'cancelled') throw error
    return now
  }
}

/** It does not come. Whoever gets a smaller or later one instead is told of that one alone. */
async function cancelled(ctx: Context, conn: Conn, call: KeptCall, debit: OrderedDebit) {
  const { plans_anew: isReplaced } = call
  await followDebit(ctx, conn, debit.id, { status: 'cancelled' }, { isReplaced })
  if (!isReplaced || (await planAnew(ctx, conn, debit.id))) return
  const { row } = await rowNow(ctx, conn, invoicepayment, debit.id)
  await tellCancelled(ctx, conn, row)
}
