import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { fieldSchema, idSchema } from '#domain/kit/schema.ts'
import { newRates } from './new-rates.ts'
import { rateupdate, supplierrateupdate } from './rateupdate.ts'
import type { ShadowRun } from './shadow-run.ts'

const { valid_from_date: dayField } = rateupdate.fields

const rateChange = z.strictObject({
  contract_id: idSchema,
  // The kit's schemas answer text here; their static type does not say so.
  valid_from_date: fieldSchema(rateupdate, 'valid_from_date', dayField) as z.ZodType<
    string,
    string
  >,
  rates: newRates,
  // The stored update that these rates came with; its own rates do not count as held before.
  update_id: idSchema.optional(),
})
export type RateChange = z.output<typeof rateChange>

const changes = z
  .array(rateChange)
  .min(1, 'Name at least one contract.')
  .max(5000, 'At most 5,000 contracts at once.')

function shadowRunCall({ plural, labelPlural }: typeof rateupdate | typeof supplierrateupdate) {
  return call({
    method: 'POST',
    path: `/${plural}/shadowrun`,
    summary: `What ${labelPlural.toLowerCase()} would have meant on the last year’s use`,
    policy: { from: 'user', whileImpersonating: true },
    replayed: false,
    input: z.strictObject({ changes }),
    answers: data<ShadowRun>(),
  })
}

/** What new rates would have meant on a year of use, before anybody decides on them. */
export const shadowRunCalls = {
  sell: shadowRunCall(rateupdate),
  buy: shadowRunCall(supplierrateupdate),
}
