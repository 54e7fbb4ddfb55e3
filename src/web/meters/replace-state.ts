import { isDay } from '#domain/kit/calendar.ts'
import { parseDecimal } from '#domain/kit/decimal-text.ts'
import type { Rules } from '#domain/meters/plausibility-rules.ts'
import { today } from '#web/kit/frame/today.ts'
import type { Meter, MeterReading, MeterRegister } from './meter-queries.ts'
import { type Preview, previewReading } from './reading-preview.ts'
import { typedDecimal } from './reading-words.ts'

export interface FinalReading {
  register: MeterRegister
  value: string
  is_rollover: boolean
}

export interface NewRegister {
  /** The register of the old meter it began as. */
  origin: number
  name: string
  register_code: string
  digits: string
  flow: 'X' | 'I'
  first_reading: string
}

export interface Replacement {
  replacement_date: string
  finals: FinalReading[]
  meter_number: string
  multiplier_value: string
  meter_factor: string
  registers: NewRegister[]
}

/** A replacement begins with what the old meter has: usually the new one has the same. */
export function beginReplacement(registers: readonly MeterRegister[]): Replacement {
  return {
    replacement_date: today(),
    finals: registers.map((register) => ({ register, value: '', is_rollover: false })),
    meter_number: '',
    multiplier_value: '',
    meter_factor: '',
    registers: registers.map(({ id, name, register_code, digits, flow }) => ({
      origin: id,
      name,
      register_code,
      digits: String(digits),
      flow,
      first_reading: '0',
    })),
  }
}

/** What the old register counts up to its final reading. */
export function previewFinal(
  final: FinalReading,
  replacement_date: string,
  { meter, readings, rules }: { meter: Meter; readings: readonly MeterReading[]; rules: Rules },
): Preview {
  const typed = {
    id: 0,
    reading_date: replacement_date,
    reading_latest_type: 'final',
    reading_latest: typedDecimal(final.value),
    is_rollover: final.is_rollover,
    final_reading: true,
  }
  const history = readings.filter((reading) => reading.meterregister_id === final.register.id)
  return previewReading(typed, { meter, register: final.register, history, rules, today: today() })
}

/** Why the next step cannot come yet; null when it can. */
export function missingFor(
  step: number,
  replacement: Replacement,
  previews: readonly Preview[],
): string | null {
  const isNumber = (text: string) => parseDecimal(text, 6) !== null
  if (step === 0) {
    if (!isDay(replacement.replacement_date)) return 'Say on which day the meter was replaced.'
    if (replacement.finals.some((final) => !isNumber(final.value)))
      return 'Enter the final reading of each register.'
    const isWrong = previews.some(({ findings }) => findings.some(isError))
    return isWrong ? 'The final readings need fixing first.' : null
  }
  if (step === 1) {
    if (replacement.meter_number.trim().length < 3) return 'Enter the number of the new meter.'
    const factors = [replacement.multiplier_value, replacement.meter_factor]
    if (factors.some((text) => text.trim() && !(Number(parseDecimal(text, 8)) > 0)))
      return 'A factor is a number above zero.'
    if (replacement.registers.length === 0) return 'A meter needs a register to be read.'
    if (replacement.registers.some(({ digits }) => !/^([1-9]|1[0-2])$/.test(digits.trim())))
      return 'Dials is between 1 and 12.'
    if (replacement.registers.some((register) => !isNumber(register.first_reading)))
      return 'Enter the first reading of each register.'
  }
  return null
}

const isError = ({ severity }: { severity: string }) => severity === 'error'

/** The replacement as the call takes it. */
export function bodyOf(meter: Meter, replacement: Replacement) {
  const { replacement_date, meter_number, finals, registers } = replacement
  const factor = (text: string) => (text.trim() ? parseDecimal(text, 8) : null)
  return {
    id: meter.id,
    version: meter.version,
    replacement_date,
    meter_number: meter_number.trim(),
    multiplier_value: factor(replacement.multiplier_value),
    meter_factor: factor(replacement.meter_factor),
    final_readings: finals.map(({ register, value, is_rollover }) => ({
      meterregister_id: register.id,
      reading_latest: typedDecimal(value),
      is_rollover,
    })),
    registers: registers.map(({ origin: _, digits, first_reading, name, ...register }) => ({
      ...register,
      name: name.trim(),
      digits: Number(digits),
      first_reading: typedDecimal(first_reading),
    })),
  }
}
