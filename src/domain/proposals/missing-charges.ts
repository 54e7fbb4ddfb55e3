import { fold } from '#domain/kit/wording.ts'
import type { PricedRate } from '#domain/pricing/price-lines.ts'

type ChargedRate = Pick<PricedRate, 'rate_name' | 'rate_type' | 'rate_unit'>

/**
 * Charges held now that an offer says nothing of. Lists of offered rates are often short: what is
 * left out was forgotten sooner than given away. A charge under another name for the same kind of
 * thing, such as Anytime for Day and Night, takes the place of those that are gone.
 */
export function missingCharges<R extends ChargedRate>(
  held: readonly R[],
  offered: readonly ChargedRate[],
): R[] {
  const namesOf = (rates: readonly ChargedRate[]) =>
    new Set(rates.map((rate) => fold(rate.rate_name)))
  const [heldNames, offeredNames] = [namesOf(held), namesOf(offered)]
  const isNew = (rate: ChargedRate) => !heldNames.has(fold(rate.rate_name))
  const replaced = new Set(offered.filter(isNew).map(kindOf))
  return held.filter(
    (rate) => !offeredNames.has(fold(rate.rate_name)) && !replaced.has(kindOf(rate)),
  )
}

/** What is charged for; the unit says more than the type, which an offer often leaves out. */
function kindOf({ rate_type, rate_unit }: ChargedRate): string {
  if (rate_unit === 'day' || rate_unit === 'month') return 'standing charge'
  if (rate_unit === 'kVA') return 'capacity'
  if (rate_type === 'levy' || rate_unit === 'each') return `${rate_type} ${rate_unit}`
  return 'use'
}
