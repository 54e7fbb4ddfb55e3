import { z } from 'zod'
import { contract } from '#domain/contracts/contract.ts'
import { created } from '#domain/kit/problem.ts'
import { fieldSchema, idSchema } from '#domain/kit/schema.ts'
import { actionRoute } from '#server/kit/http/action-route.ts'
import type { Route } from '#server/kit/http/route.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { acceptContract } from './accept-contract.ts'
import { activateContract } from './activate-contract.ts'
import { addRateUpdate, newRates } from './add-rate-update.ts'
import { cancelContract } from './cancel-contract.ts'
import { sendContract } from './contract-document.ts'
import { duplicateContract } from './duplicate-contract.ts'
import { lockContract } from './lock-contract.ts'
import { buySide, type RateSide, sellSide } from './rate-side.ts'
import { restoreContract } from './restore-contract.ts'
import { undoLastUpdate } from './undo-rate-update.ts'

const day = (name: keyof typeof contract.fields) =>
  // A date field answers text; the kit's schema does not say so to the compiler.
  fieldSchema(contract, name, contract.fields[name]) as z.ZodType<string>
const asked = { id: idSchema, version: z.int().min(1).optional() }
const reason = z.string().trim().min(3, 'Say why, in a few words.').max(1000)

/** What can be done with a contract beside changing its fields. */
export function contractActionRoutes(catalogue: Catalogue): Route[] {
  return [
    actionRoute(contract, {
      path: 'cancel',
      summary: 'Cancel an active contract from a day on',
      from: 'manager',
      input: z.strictObject({
        ...asked,
        date_end: day('date_end'),
        reason,
        waive_fee: z.boolean().optional(),
      }),
      message: 'Contract cancelled.',
      work: cancelContract,
    }),
    actionRoute(contract, {
      path: 'restore',
      from: 'user',
      summary: 'Restore a deleted, cancelled or ended contract',
      input: z.strictObject({
        ...asked,
        reason: reason.optional(),
        date_end: day('date_end').optional(),
      }),
      message: 'Contract restored.',
      work: (ctx, conn, input) => restoreContract(ctx, conn, catalogue, input),
    }),
    actionRoute(contract, {
      path: 'lock',
      summary: 'Lock a contract: only notes, unlocking and cancelling are left',
      from: 'manager',
      input: z.strictObject({ ...asked, reason: reason.optional() }),
      message: 'Contract locked.',
      work: (ctx, conn, input) => lockContract(ctx, conn, input, true),
    }),
    actionRoute(contract, {
      path: 'unlock',
      summary: 'Unlock a contract',
      from: 'manager',
      input: z.strictObject({ ...asked, reason: reason.optional() }),
      message: 'Contract unlocked.',
      work: (ctx, conn, input) => lockContract(ctx, conn, input, false),
    }),
    actionRoute(contract, {
      path: 'activate',
      isOwnHand: true,
      summary: 'Make a draft active without sending it, with the reason',
      from: 'accounting',
      input: z.strictObject({ ...asked, reason }),
      message: 'Contract is active.',
      work: activateContract,
    }),
    actionRoute(contract, {
      path: 'send',
      isOwnHand: true,
      from: 'user',
      summary: 'Offer a contract: the document is frozen and its link sent to the customer',
      input: z.strictObject({
        ...asked,
        to: z.email().max(254).optional(),
        message: z.string().trim().max(2000).optional(),
      }),
      message: 'Contract sent.',
      work: (ctx, conn, { id, ...options }) => sendContract(ctx, conn, id, options),
    }),
    actionRoute(contract, {
      path: 'accept',
      isOwnHand: true,
      summary: 'Note that an offer was accepted on paper or by phone',
      from: 'accounting',
      input: z.strictObject({
        ...asked,
        name: z.string().trim().min(2, 'Say who accepted.').max(200),
        reason: reason.optional(),
      }),
      message: 'Contract is active.',
      work: (ctx, conn, { id, version, name, reason: why }) =>
        acceptContract(ctx, conn, id, {
          name,
          version,
          reason: why,
          signature: { signature_type: 'typed' },
          evidence: `Noted by ${ctx.actor.name}${why ? `: ${why}` : ''}`,
        }),
    }),
    actionRoute(contract, {
      path: 'duplicate',
      from: 'user',
      summary: 'Copy a contract with its terms and rates into a new draft',
      input: z.strictObject({
        ...asked,
        date_start: day('date_start').optional(),
        date_end: day('date_end').optional(),
      }),
      message: 'Contract duplicated.',
      status: created,
      work: duplicateContract,
    }),
    rateUpdateAction(catalogue, sellSide, 'Give a contract new sell rates from a day on'),
    rateUpdateAction(catalogue, buySide, 'Give a contract new buy rates from a day on'),
    actionRoute(contract, {
      path: 'undo',
      summary: 'Take back the last rate update, while nothing of it is billed',
      from: 'manager',
      input: z.strictObject({ ...asked, side: z.enum(['sell', 'buy']).optional() }),
      message: 'Rate update taken back.',
      work: undoLastUpdate,
    }),
  ]
}

function rateUpdateAction(catalogue: Catalogue, side: RateSide, summary: string): Route {
  return actionRoute(contract, {
    path: side.action,
    summary,
    from: 'accounting',
    input: z.strictObject({
      ...asked,
      valid_from_date: day('valid_from_date'),
      rates: newRates,
      reason: z.string().trim().max(1000).optional(),
    }),
    message: 'Rates added.',
    work: async (ctx, conn, { id, version, ...input }) => {
      const { update, warnings } = await addRateUpdate(
        ctx,
        conn,
        catalogue,
        side,
        { id, version },
        input,
      )
      return { rawData: update.json, ...(warnings.length > 0 ? { info: { warnings } } : {}) }
    },
  })
}
