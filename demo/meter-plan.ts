import type { Connection, DemoRegister } from './connections.ts'
import type { Draw } from './draw.ts'
import { type DemoReading, readingDays, readingSeries } from './reading-series.ts'

export interface PlannedRegister {
  register: DemoRegister
  digits: number
  readings: DemoReading[]
}

/** A meter before it is stored, with everything that was ever read from it. */
export interface PlannedMeter {
  connection: Connection
  meter_number: string
  date_installed: unknown
  date_removed: string | null
  registers: PlannedRegister[]
  /** It took the place of the one before it in the list. */
  isReplacement: boolean
}

/** What makes the readings of a meter worth looking at. */
export type Story = 'replaced' | 'rollover' | 'misread' | 'estimated' | 'due' | 'overdue' | 'plain'

export const stories: Record<string, Story> = {
  'Kōwhai Corner Dairy': 'replaced',
  'Ahuriri Cellars': 'rollover',
  'Blue Gum Dental': 'misread',
  'Fraser Sinclair': 'estimated',
  'Ruth Vanderberg': 'due',
  'Onehunga Panel & Paint': 'overdue',
  'Port Chalmers Ship Repair': 'replaced',
}

const LAST_MONTH_END = '2026-10-31'
const REPLACED_ON = '2025-08-14'
const LAST_SEEN = '2026-09-10'

/** The meters of a connection, each with its readings up to last month or to its last day. */
export function planMeters(
  connection: Connection,
  { story, endsOn }: { story: Story; endsOn: string | null },
  draw: Draw,
): PlannedMeter[] {
  const isByHand =
    connection.meter.meter_type === 'legacy' || (story !== 'plain' && story !== 'replaced')
  const dayOfMonth =
    story === 'due' ? 13 : story === 'overdue' ? 10 : isByHand ? draw.whole(18, 27) : null
  if (isByHand) connection.meter.meter_type = 'legacy'
  const last = story === 'overdue' ? LAST_SEEN : (endsOn ?? LAST_MONTH_END)
  const days = readingDays(dayOfMonth, last < LAST_MONTH_END ? last : LAST_MONTH_END)
  const registers = connection.registers.map((register): PlannedRegister => {
    const digits =
      story === 'rollover' ? 5 : register.yearly / connection.multiplier > 20_000 ? 6 : 5
    const start = story === 'rollover' ? 78_400 : draw.whole(4_000, digits === 6 ? 240_000 : 52_000)
    const dial = { start, multiplier: connection.multiplier, digits }
    const ending =
      endsOn && endsOn <= LAST_MONTH_END && !days.includes(endsOn) ? [...days, endsOn] : days
    const readings = readingSeries(register, ending, dial, draw)
    return { register, digits, readings: tellStory(readings, { story, isByHand, endsOn }, draw) }
  })
  const meter_number = String(connection.meter.meter_number)
  const { date_installed } = connection.meter
  const whole = {
    connection,
    meter_number,
    date_installed,
    date_removed: null,
    registers,
    isReplacement: false,
  }
  return story === 'replaced' ? replaced(whole) : [whole]
}

function tellStory(
  readings: DemoReading[],
  { story, isByHand, endsOn }: { story: Story; isByHand: boolean; endsOn: string | null },
  draw: Draw,
): DemoReading[] {
  const told = readings.map((reading, place): DemoReading => {
    const fromEnd = readings.length - place
    if (endsOn === reading.reading_date && fromEnd === 1)
      return { ...reading, reading_latest_type: 'final', final_reading: true, source: 'staff' }
    if (story === 'estimated' && fromEnd <= 3) return estimate(reading, 'Dog in the yard.')
    if (!isByHand || place === 0 || fromEnd <= 2) return reading
    if (draw.chance(0.11)) return estimate(reading, draw.one(['No access.', null, 'Gate locked.']))
    if (draw.chance(0.04)) return { ...reading, reading_latest_type: 'customer', source: 'staff' }
    return reading
  })
  const wrong = told[17]
  if (story !== 'misread' || !wrong) return told
  const digits = wrong.reading_latest.padStart(5, '0')
  const swapped = `${Number(digits.slice(0, 1) + digits.slice(2, 3) + digits.slice(1, 2) + digits.slice(3))}`
  const misread = {
    ...wrong,
    reading_latest_type: 'misread',
    reading_latest: swapped,
    source: 'staff' as const,
    notes: 'Two digits swapped; read again the same day.',
  }
  return told.toSpliced(17, 0, misread)
}

function estimate(reading: DemoReading, notes: string | null): DemoReading {
  return { ...reading, reading_latest_type: 'estimate', notes }
}

/** The old meter ends and the new one begins on one day. */
function replaced(whole: PlannedMeter): PlannedMeter[] {
  const { connection } = whole
  const number = Number(whole.meter_number) + 5_381_207
  const split = whole.registers.map(({ register, digits, readings }) => {
    const cut = readings.findIndex((reading) => reading.reading_date > REPLACED_ON)
    const [before, after] = [readings[cut - 1], readings[cut]]
    if (!before || !after)
      throw new Error('The replaced meter has no readings around its last day.')
    const share = 14 / 31
    const old = Number(before.reading_latest)
    const final = old + Math.round((Number(after.reading_latest) - old) * share)
    const finalReading: DemoReading = {
      ...after,
      reading_date: REPLACED_ON,
      reading_latest_type: 'final',
      reading_latest: `${final}`,
      final_reading: true,
      source: 'replacement',
    }
    const opening: DemoReading = {
      ...finalReading,
      reading_latest_type: 'opening',
      reading_latest: '4',
      final_reading: false,
    }
    const later = readings.slice(cut).map((reading) => ({
      ...reading,
      reading_latest: `${Number(reading.reading_latest) - final + 4}`,
      is_rollover: false,
    }))
    return {
      old: { register, digits, readings: [...readings.slice(0, cut), finalReading] },
      new: { register, digits, readings: [opening, ...later] },
    }
  })
  return [
    { ...whole, date_removed: REPLACED_ON, registers: split.map((one) => one.old) },
    {
      connection,
      meter_number: `${number}`,
      date_installed: REPLACED_ON,
      date_removed: null,
      registers: split.map((one) => one.new),
      isReplacement: true,
    },
  ]
}
