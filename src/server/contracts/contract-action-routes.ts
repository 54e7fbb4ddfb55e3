import { z } from 'zod'
import { contract } from '#domain/contracts/contract.ts'
import { created } from '#domain/kit/problem.ts'
import { fieldSchema, idSchema } from '#domain/kit/schema.ts'
import type { Context } from '#server/context.ts'
import type { Catalogue } from '#server/kit/check-row.ts'
import type { Conn } from '#server/kit/database.ts'
import { dropTotal, writtenAnswer } from '#server/kit/resource.ts'
import { type Answer, type Route, route } from '#server/kit/route.ts'
import type { Written } from '#server/kit/write-row.ts'
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

interface Action<I> {
  path: string
  summary: string
  from?: 'user' | 'accounting' | 'manager'
  input: z.ZodType<I>
  message: string
  status?: number
  work(ctx: Context, conn: Conn, input: I): Promise<Written | Answer>
}

/** What can be done with a contract beside changing its fields. */
export function contractActionRoutes(catalogue: Catalogue): Route[] {
  return [
    action({
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
    action({
      path: 'restore',
      summary: 'Restore a deleted, cancelled or ended contract',
      input: z.strictObject({
        ...asked,
        reason: reason.optional(),
        date_end: day('date_end').optional(),
      }),
      message: 'Contract restored.',
      work: restoreContract,
    }),
    action({
      path: 'lock',
      summary: 'Lock a contract: only notes, unlocking and cancelling are left',
      from: 'manager',
      input: z.strictObject({ ...asked, reason: reason.optional() }),
      message: 'Contract locked.',
      work: (ctx, conn, input) => lockContract(ctx, conn, input, true),
    }),
    action({
      path: 'unlock',
      summary: 'Unlock a contract',
      from: 'manager',
      input: z.strictObject({ ...asked, reason: reason.optional() }),
      message: 'Contract unlocked.',
      work: (ctx, conn, input) => lockContract(ctx, conn, input, false),
    }),
    action({
      path: 'activate',
      summary: 'Make a draft active without sending it, with the reason',
      from: 'accounting',
      input: z.strictObject({ ...asked, reason }),
      message: 'Contract is active.',
      work: activateContract,
    }),
    action({
      path: 'send',
      summary: 'Offer a contract: the document is frozen and its link sent to the customer',
      input: z.strictObject({
        ...asked,
        to: z.email().max(254).optional(),
        message: z.string().trim().max(2000).optional(),
      }),
      message: 'Contract sent.',
      work: (ctx, conn, { id, ...options }) => sendContract(ctx, conn, id, options),
    }),
    action({
      path: 'accept',
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
    action({
      path: 'duplicate',
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
    action({
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
  return action({
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
      return { rawData: update.row, ...(warnings.length > 0 ? { info: { warnings } } : {}) }
    },
  })
}

function action<I extends { id: number }>(definition: Action<I>): Route {
  return route<I>({
    method: 'POST',
    path: `/contract/${definition.path}`,
    summary: definition.summary,
    // What binds somebody or goes out in their name is theirs to do.
    policy: {
      from: definition.from ?? 'user',
      notWhileImpersonating: ['send', 'accept', 'activate'].includes(definition.path),
    },
    target: contract,
    output: { entity: contract, many: false },
    input: definition.input,
    write: async (ctx, conn, input) => {
      dropTotal(ctx, contract)
      const done = await definition.work(ctx, conn, input)
      const status = definition.status ?? 200
      const answer =
        'version' in done && 'row' in done ? writtenAnswer(ctx, contract, done, { status }) : done
      return { ...answer, status, message: definition.message }
    },
  })
}
