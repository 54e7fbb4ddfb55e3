// Gas is measured in cubic metres at the pressure and temperature of the meter and sold at
// standard conditions (NZS 5259): 101.325 kPa and 15 °C.

import { Exact } from '#domain/kit/decimal.ts'
import { DECIMAL_SHAPES } from '#domain/kit/decimal-text.ts'

const STANDARD_PRESSURE = '101.325'
const STANDARD_KELVIN = '288.15'
const ZERO_CELSIUS_IN_KELVIN = '273.15'
// The standard atmosphere: how pressure falls with height above the sea.
const LAPSE_PER_METRE = '0.0000225577'
const LAPSE_EXPONENT = '5.25588'

export interface GasConditions {
  /** Above the pressure of the air around it. */
  pressureKpa: string
  altitudeMetres: string
  temperatureCelsius: string
}

/**
 * The factor from metered to standard cubic metres, for the field `conversion_factor`: pressure ×
 * altitude × temperature. Compressibility is left out, it is one at the pressures of these meters.
 */
export function gasVolumeFactor(conditions: GasConditions): string {
  const gauge = new Exact(conditions.pressureKpa)
  const fall = new Exact(1).minus(new Exact(conditions.altitudeMetres).times(LAPSE_PER_METRE))
  const air = new Exact(STANDARD_PRESSURE).times(fall.pow(LAPSE_EXPONENT))
  const kelvin = new Exact(conditions.temperatureCelsius).plus(ZERO_CELSIUS_IN_KELVIN)
  if (!fall.isPositive() || !kelvin.gt(0)) throw new RangeError('No meter stands there.')
  // Pressure and altitude share a term: (101.325 + P) / 101.325 × (air + P) / (101.325 + P).
  const pressure = air.plus(gauge).div(STANDARD_PRESSURE)
  const temperature = new Exact(STANDARD_KELVIN).div(kelvin)
  return pressure.times(temperature).toFixed(DECIMAL_SHAPES.rate.scale)
}
