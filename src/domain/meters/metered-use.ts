import { Exact } from '#domain/kit/decimal.ts'
import { type ExactNumber, quantityText, round6 } from './quantity.ts'
import type { MeterFacts, RegisterFacts } from './reading-facts.ts'

export interface MeteredUse {
  reading_quantity: string
  /** In kWh; null for services that are no energy, such as water. */
  reading_energy: string | null
  reading_losses: string | null
}

export type RawProblem = 'negative' | 'no_digits'

const ENERGY_SERVICES = ['electricity', 'gas']

/** What a register moved between two values, or why that cannot be said. */
export function rawUse(
  register: Pick<RegisterFacts, 'digits'>,
  previous: string,
  reading: { reading_latest: string; is_rollover: boolean },
): ExactNumber | RawProblem {
  const raw = new Exact(reading.reading_latest).minus(previous)
  if (!raw.isNegative() || raw.isZero()) return raw
  if (!reading.is_rollover) return 'negative'
  if (register.digits === null) return 'no_digits'
  const turned = raw.plus(new Exact(10).pow(register.digits))
  return turned.isNegative() ? 'negative' : turned
}

/** The quantity that a movement of the register stands for. */
export function quantityOfRaw(meter: MeterFacts, raw: ExactNumber): string {
  return quantityText(round6(raw.times(meter.multiplier_value ?? 1).times(meter.meter_factor ?? 1)))
}

/** The energy and the losses that belong to a quantity. */
export function meteredUse(meter: MeterFacts, quantity: string): MeteredUse {
  if (!ENERGY_SERVICES.includes(meter.icp_type ?? 'electricity'))
    return { reading_quantity: quantity, reading_energy: null, reading_losses: null }
  const energy = energyOf(meter, new Exact(quantity))
  const losses = round6(energy.times(new Exact(meter.loss_factor ?? 1).minus(1)))
  return {
    reading_quantity: quantity,
    reading_energy: quantityText(energy),
    reading_losses: quantityText(losses),
  }
}

function energyOf(meter: MeterFacts, quantity: ExactNumber): ExactNumber {
  if (meter.icp_type !== 'gas') return quantity
  const converted = quantity.times(meter.conversion_factor ?? 1)
  if (meter.calorific_value === null) return round6(converted)
  return round6(converted.times(meter.calorific_value).div('3.6'))
}
