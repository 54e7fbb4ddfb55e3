import { z } from 'zod'
import { fieldSchema } from '#domain/kit/schema.ts'
import { rate } from './rate.ts'
import { type DatedRate, foldName, ratesOn } from './rate-in-force.ts'

/** A rate of a contract as far as its price depends on it. */
export interface KnownRate extends DatedRate {
  rate_type: string
  register_code: string | null
  with_losses: boolean
}

// The kit's schemas answer text here; their static type does not say so.
const of = (name: keyof typeof rate.fields) =>
  fieldSchema(rate, name, rate.fields[name]) as z.ZodType<string, string>

/** New rates as they are sent: what is left out stays as the rate of that name has it. */
export const newRates = z
  .array(
    z.strictObject({
      rate_name: of('rate_name'),
      rate_amount: of('rate_amount'),
      rate_type: of('rate_type').optional(),
      rate_unit: of('rate_unit').optional(),
      // Empty is nothing as well.
      register_code: (of('register_code') as z.ZodType<string | null, string | null>).optional(),
      with_losses: z.boolean().optional(),
    }),
  )
  .min(1, 'Name at least one rate.')
  .max(100, 'At most 100 rates at once.')

export type SentRate = z.output<typeof newRates>[number]

/** New rates from a day on, what was left out taken from the rates in force on that day. */
export function completeRates(
  known: readonly KnownRate[],
  day: string,
  sent: readonly SentRate[],
): (Omit<KnownRate, 'valid_from_date'> & { previous_amount: string | null })[] {
  const inForce = new Map(ratesOn(known, day).map((one) => [foldName(one.rate_name), one]))
  return sent.map((one) => {
    const before = inForce.get(foldName(one.rate_name))
    return {
      rate_name: before?.rate_name ?? one.rate_name,
      rate_type: one.rate_type ?? before?.rate_type ?? 'variable',
      rate_amount: one.rate_amount,
      rate_unit: one.rate_unit ?? before?.rate_unit ?? 'kWh',
      register_code:
        one.register_code === undefined ? (before?.register_code ?? null) : one.register_code,
      with_losses: one.with_losses ?? before?.with_losses ?? false,
      previous_amount: before?.rate_amount ?? null,
    }
  })
}

/** All rates of a contract once the new ones are among them, in place of others of that day. */
export function withNewRates(
  known: readonly KnownRate[],
  day: string,
  sent: readonly SentRate[],
): KnownRate[] {
  const brought = completeRates(known, day, sent)
  const replaced = new Set(brought.map((rate) => foldName(rate.rate_name)))
  const kept = known.filter(
    (rate) => rate.valid_from_date !== day || !replaced.has(foldName(rate.rate_name)),
  )
  const added = brought.map(({ previous_amount: _before, ...rate }) => ({
    ...rate,
    valid_from_date: day,
  }))
  return [...kept, ...added]
}
