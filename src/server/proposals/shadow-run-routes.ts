import { z } from 'zod'
import { fieldSchema, idSchema } from '#domain/kit/schema.ts'
import { newRates } from '#server/contracts/add-rate-update.ts'
import { buySide, type RateSide, sellSide } from '#server/contracts/rate-side.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { fileForm } from '#server/kit/http/uploaded-file.ts'
import { type RateChange, shadowRun } from './shadow-run.ts'

// Room for 5,000 contracts with about ten rates each.
const MAX_BYTES = 8 * 2 ** 20

const { update } = sellSide
const dayField = update.fields.valid_from_date
if (!dayField) throw new Error('Rate updates begin on no day.')

const asked = z.strictObject({
  changes: z
    .array(
      z.strictObject({
        contract_id: idSchema,
        // The kit's schemas answer text here; their static type does not say so.
        valid_from_date: fieldSchema(update, 'valid_from_date', dayField) as z.ZodType<string>,
        rates: newRates,
        update_id: idSchema.optional(),
      }),
    )
    .min(1, 'Name at least one contract.')
    .max(5000, 'At most 5,000 contracts at once.'),
})

/** What new rates would have meant on a year of use, before anybody decides on them. */
export const shadowRunRoutes: Route[] = [sellSide, buySide].map(shadowRunRoute)

function shadowRunRoute(side: RateSide): Route {
  const { plural, labelPlural } = side.update
  return route<{ changes: RateChange[] }>({
    method: 'POST',
    path: `/${plural}/shadowrun`,
    summary: `What ${labelPlural.toLowerCase()} would have meant on the last year’s use`,
    policy: { from: 'user' },
    replayed: false,
    // Small ones may come as the body itself.
    receive: fileForm({ file: 'changes', maxBytes: MAX_BYTES, json: ['changes'] }),
    input: asked,
    run: async (ctx, { changes }) => {
      const data = await ctx.database.read(scopeOf(ctx), (conn) =>
        shadowRun(ctx, conn, side, changes),
      )
      return { data }
    },
  })
}
