import { expect, test } from 'vitest'
import { Exact } from '#domain/kit/decimal.ts'
import { gasVolumeFactor } from './gas.ts'
import { meteredUse, quantityOfRaw } from './metered-use.ts'

// Metered movement, multiplier, kPa, metres, degrees, MJ/m³: volume factor, MJ, kWh.
test.each([
  ['50', '1', '1.5', '0', '15', '39.8', '1.014804', '2019.460', '560.961'],
  ['50', '1', '1.5', '50', '13', '39.8', '1.015942', '2021.724', '561.590'],
  ['40', '10', '35', '200', '12', '40.1', '1.335845', '21426.960', '5951.933'],
])('%s on the dials × %s at %s kPa, %s m, %s °C and %s MJ/m³', (...vector) => {
  const [raw, multiplier_value, pressureKpa, altitudeMetres, temperatureCelsius] = vector
  const [calorific_value, factor, megajoules, kilowattHours] = vector.slice(5)
  const conversion_factor = gasVolumeFactor({ pressureKpa, altitudeMetres, temperatureCelsius })
  expect(new Exact(conversion_factor).toFixed(6)).toBe(factor)
  const meter = {
    icp_type: 'gas',
    multiplier_value,
    meter_factor: null,
    conversion_factor,
    calorific_value: calorific_value ?? null,
    loss_factor: null,
  }
  const use = meteredUse(meter, quantityOfRaw(meter, new Exact(raw)))
  const energy = new Exact(use.reading_energy ?? 0)
  expect(energy.toFixed(3)).toBe(kilowattHours)
  expect(energy.times('3.6').toFixed(3)).toBe(megajoules)
})

test('no meter stands at absolute zero', () => {
  const cold = { pressureKpa: '1', altitudeMetres: '0', temperatureCelsius: '-273.15' }
  expect(() => gasVolumeFactor(cold)).toThrow(RangeError)
})
