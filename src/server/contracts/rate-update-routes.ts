import { z } from 'zod'
import { newRates } from '#domain/contracts/new-rates.ts'
import { rateupdateCalls, supplierrateupdateCalls } from '#domain/contracts/rateupdate-calls.ts'
import { created, deleted, updated } from '#domain/kit/problem.ts'
import { validate } from '#domain/kit/validate.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { addedAnswer, addRateUpdate } from './add-rate-update.ts'
import { changeRateUpdate } from './change-rate-update.ts'
import { importHandler } from './import/import-rates.ts'
import { noticeSender } from './rate-notice.ts'
import { buySide, type RateSide, sellSide } from './rate-side.ts'
import { undoUpdate } from './undo-rate-update.ts'

/** Announced changes of rates: made, listed, taken back, told to customers, brought in by file. */
export function rateUpdateRoutes(catalogue: Catalogue): Route[] {
  return [
    ...serve(rateupdateCalls, updateHandlers(catalogue, sellSide)),
    ...serve(supplierrateupdateCalls, updateHandlers(catalogue, buySide)),
  ]
}

function updateHandlers(catalogue: Catalogue, side: RateSide) {
  return {
    ...updateVerbs(catalogue, side),
    send: { write: noticeSender(side) },
    import: importHandler(catalogue, side),
  }
}

const sentRates = z.strictObject({ rates: newRates })

function updateVerbs(catalogue: Catalogue, side: RateSide) {
  const entity = side.update
  return verbHandlers(entity, catalogue, {
    create: async (ctx, conn, input) => {
      const { contract_id: id, valid_from_date, reason } = input
      const { rates } = validate(sentRates, { rates: input.rates }, entity)
      const update = { valid_from_date, rates, reason }
      const added = await addRateUpdate(ctx, conn, catalogue, side, { id }, update)
      return { ...addedAnswer(added), status: created }
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
  })
}
