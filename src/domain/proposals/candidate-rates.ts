import { z } from 'zod'
import { rate } from '#domain/contracts/rate.ts'
import { fieldSchema } from '#domain/kit/schema.ts'
import type { PricedRate } from '#domain/pricing/price-lines.ts'

// The kit's schemas answer the values of these fields; their static type does not say so.
const textOf = (name: keyof typeof rate.fields) =>
  fieldSchema(rate, name, rate.fields[name]) as z.ZodType<string>

/** Rates somebody offers, as a proposal holds them. */
export const candidateRates = z
  .array(
    z.strictObject({
      rate_name: textOf('rate_name'),
      rate_amount: textOf('rate_amount'),
      rate_type: textOf('rate_type').optional(),
      rate_unit: textOf('rate_unit').optional(),
      register_code: z.union([z.null(), textOf('register_code')]).optional(),
      with_losses: z.boolean().optional(),
    }),
  )
  .max(100, 'At most 100 rates.')

export type CandidateRate = z.infer<typeof candidateRates>[number]

/** Offered rates hold for the whole of the period they are priced over. */
export function asPricedRates(candidates: readonly CandidateRate[], from: string): PricedRate[] {
  return candidates.map((candidate) => ({
    rate_name: candidate.rate_name,
    rate_amount: candidate.rate_amount,
    rate_unit: candidate.rate_unit ?? 'kWh',
    rate_type: candidate.rate_type ?? 'variable',
    register_code: candidate.register_code ?? null,
    with_losses: candidate.with_losses ?? false,
    valid_from_date: from,
  }))
}
