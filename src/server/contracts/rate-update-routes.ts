import { z } from 'zod'
import { created, deleted, updated } from '#domain/kit/problem.ts'
import { validate } from '#domain/kit/validate.ts'
import type { Route } from '#server/kit/http/route.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { resource } from '#server/kit/rows/resource.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { addRateUpdate, newRates } from './add-rate-update.ts'
import { changeRateUpdate } from './change-rate-update.ts'
import { importRoutes } from './import-rates.ts'
import { noticeRoutes } from './rate-notice.ts'
import type { RateSide } from './rate-side.ts'
import { undoUpdate } from './undo-rate-update.ts'

/** Announced changes of rates: made, listed, taken back, told to customers, brought in by file. */
export function rateUpdateRoutes(catalogue: Catalogue, side: RateSide): Route[] {
  const entity = side.update
  return [
    ...resource(entity, catalogue, {
      create: async (ctx, conn, input) => {
        const rates = validate(z.strictObject({ rates: newRates }), { rates: input.rates }, entity)
        const { update, warnings } = await addRateUpdate(
          ctx,
          conn,
          catalogue,
          side,
          { id: input.contract_id },
          {
            valid_from_date: input.valid_from_date,
            rates: rates.rates,
            reason: input.reason,
          },
        )
        const info = warnings.length > 0 ? { info: { warnings } } : {}
        return { status: created, rawData: update.json, message: 'Rates added.', ...info }
      },
      remove: async (ctx, conn, input) => {
        await undoUpdate(ctx, conn, side, input)
        const data = { id: input.id }
        return { status: deleted, data, message: `${entity.label} taken back.` }
      },
      update: async (ctx, conn, input) => {
        const { update, warnings } = await changeRateUpdate(ctx, conn, catalogue, side, input)
        return writtenAnswer(ctx, entity, update, { status: updated, warnings })
      },
      // What was taken back is made anew.
      without: ['restore'],
    }),
    ...noticeRoutes(side),
    ...importRoutes(catalogue, side),
  ]
}
