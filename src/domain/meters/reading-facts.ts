// What the computations need to know of a meter, a register and a reading. The rows of the
// database have these fields among others, so they can be passed as they are.

/** An organisation may add kinds of its own to these; they count like actual readings. */
export type ReadingType = 'actual' | 'estimate' | 'customer' | 'opening' | 'final' | 'misread'

export interface MeterFacts {
  icp_type: string | null
  multiplier_value: string | null
  meter_factor: string | null
  conversion_factor: string | null
  /** In MJ/m³; without it the conversion factor already gives kWh/m³. */
  calorific_value: string | null
  loss_factor: string | null
}

export interface RegisterFacts {
  register_code: string
  /** How many digits the dial shows before the point; null when nobody has told. */
  digits: number | null
  /** X is taken from the network, I is put into it. */
  flow: string
}

export interface ReadingFacts {
  id: string | number
  reading_date: string
  reading_latest_type: string
  /** What the register shows; null for a reading that came as a quantity. */
  reading_latest: string | null
  /** Told by the file for a reading without `reading_latest`, otherwise computed. */
  reading_quantity: string | null
  period_start: string | null
  is_rollover: boolean
  final_reading: boolean
}

/** A final reading says so by its type or by its flag. */
export function isFinal(
  reading: Pick<ReadingFacts, 'reading_latest_type' | 'final_reading'>,
): boolean {
  return reading.reading_latest_type === 'final' || reading.final_reading
}

/** Whether the reading came as a quantity, as those from EIEP files do. */
export function isQuantityOnly(reading: ReadingFacts): boolean {
  return reading.reading_latest === null
}
