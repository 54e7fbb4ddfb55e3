import { z } from 'zod'
import { isUsableStatus } from '#domain/directdebit/provider-words.ts'
import type { DebitTrouble } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { unseal } from '#server/kit/rows/seal.ts'
import type { CallKindRules } from './call-kinds.ts'
import { followMandate, noteMandateProblem } from './follow-mandate.ts'
import type { KeptCall } from './make-call-job.ts'
import { knownPayer, payerOf } from './payer.ts'

const secret = z.strictObject({ digits: z.string(), account_holder: z.string() })

interface OwnMandate {
  id: number
  mandate_status: string
  provider_mandate_id: string | null
}

const MANDATE = sql<OwnMandate, [id: number]>`
  select id, mandate_status, provider_mandate_id from mandates where id = $1`

const MOVING = sql<{ id: number }, [mandate_id: number]>`
  select c.id from ddcalls c join invoicepayments p on p.id = c.invoicepayment_id
  where p.mandate_id = $1 and c.kind = 'cancel_debit' and c.plans_anew
    and c.call_status in ('waiting', 'unknown') limit 1`

const ownMandate = (ctx: Context, { mandate_id }: KeptCall) =>
  ctx.database.read(scopeOf(ctx), (conn) => MANDATE.one(conn, mandate_id ?? 0))

const refused = (ctx: Context, conn: Conn, { mandate_id }: KeptCall, why: DebitTrouble) =>
  noteMandateProblem(ctx, conn, mandate_id ?? 0, why.message)

/** Makes an authority of an account that was given by phone or on paper. */
export const mandateCall: CallKindRules = {
  make: async (ctx, call, provider) => {
    const own = await ownMandate(ctx, call)
    if (!own || own.provider_mandate_id !== null || call.sealed_input === null) return 'withdrawn'
    const { digits, account_holder } = secret.parse(
      JSON.parse(unseal(ctx.config.secrets.fields, call.sealed_input)),
    )
    const payer_id = await knownPayer(ctx, provider, call.customer_id, call.call_key)
    const account = await provider.makeAccount({
      payer_id,
      account_holder,
      digits,
      key: `${call.call_key}-account`,
    })
    const made = await provider.makeMandate({ account_id: account.id, key: call.call_key })
    return (conn) => followMandate(ctx, conn, own.id, made, { account })
  },
  refused: async (ctx, conn, { mandate_id }, { message }) => {
    await noteMandateProblem(ctx, conn, mandate_id ?? 0, message, { isOver: true })
  },
}

export const cancelMandateCall: CallKindRules = {
  make: async (ctx, call, provider) => {
    const own = await ownMandate(ctx, call)
    if (!own) return 'withdrawn'
    if (own.provider_mandate_id === null) return 'later'
    // It would take its debits with it before they have moved over.
    if (await ctx.database.read(scopeOf(ctx), (conn) => MOVING.one(conn, own.id))) return 'later'
    // A cancellation whose answer was lost would be refused the second time.
    const now = call.tries > 1 ? await provider.mandate(own.provider_mandate_id) : null
    const cancelled =
      now?.status === 'cancelled' ? now : await provider.cancelMandate(own.provider_mandate_id)
    return (conn) => followMandate(ctx, conn, own.id, cancelled, { ended_by: 'us' })
  },
  refused,
}

export const reinstateCall: CallKindRules = {
  make: async (ctx, call, provider) => {
    const own = await ownMandate(ctx, call)
    if (!own?.provider_mandate_id) return 'withdrawn'
    const now = call.tries > 1 ? await provider.mandate(own.provider_mandate_id) : null
    const isBack = now !== null && isUsableStatus(now.status)
    const back = isBack ? now : await provider.reinstateMandate(own.provider_mandate_id)
    return (conn) => followMandate(ctx, conn, own.id, back)
  },
  refused,
}

/** Keeps the provider's record of a customer up to date. */
export const payerCall: CallKindRules = {
  make: async (ctx, { customer_id }, provider) => {
    const { payer, payer_id } = await ctx.database.read(scopeOf(ctx), (conn) =>
      payerOf(ctx, conn, customer_id),
    )
    if (payer_id === null) return 'withdrawn'
    await provider.changePayer(payer_id, payer)
    return async () => undefined
  },
  refused: async () => undefined,
}
