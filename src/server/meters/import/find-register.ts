// Which register a row of a file speaks of. Rows name a serial number, a connection or both.

import { isMistypedIcp } from '#domain/kit/icp.ts'

const MISTYPED = 'The ICP is mistyped: check it against a bill.'

export interface KnownMeter {
  id: number
  meter_number: string
  connection: string | null
  date_installed: string | null
  date_removed: string | null
  registers: readonly { id: number; register_code: string; flow: string }[]
}

export interface RegisterTraits {
  meter_number: string | null
  icp_number: string | null
  register_code: string | null
  flow: string | null
  reading_date: string | null
  reading_latest_type: string | null
}

export interface FoundRegister {
  meter_id: number | null
  meterregister_id: number | null
  /** Why there is none. */
  problem: { code: 'M01' | 'M02'; message: string } | null
}

/** What files write in place of a serial number. */
const UNMETERED = 'UNM'

/**
 * Half-hourly files name data streams where others name registers: an unknown one then stands for
 * the only register there is.
 */
export function findRegister(
  sought: RegisterTraits,
  meters: readonly KnownMeter[],
  codeIsHint: boolean,
): FoundRegister {
  const there = onTheDay(sought, meetingMeters(sought, meters))
  const [first, second] = there
  const meter_id = first && !second ? first.id : null
  if (!first) return { meter_id, meterregister_id: null, problem: unknownMeter(sought) }
  const fitting = fittingRegisters(sought, there, codeIsHint)
  const [only, other] = fitting
  if (only && !other) return { meter_id: only.meter_id, meterregister_id: only.id, problem: null }
  const message = fitting.length > 0 ? choose(there, fitting) : noRegister(sought, first)
  return { meter_id, meterregister_id: null, problem: { code: 'M02', message } }
}

/** A serial number decides; where it is unknown the connection does, and a rule tells of it. */
function meetingMeters(sought: RegisterTraits, meters: readonly KnownMeter[]): KnownMeter[] {
  const { icp_number } = sought
  const serial = sought.meter_number === UNMETERED ? null : (sought.meter_number?.trim() ?? null)
  const atConnection = icp_number ? meters.filter((one) => one.connection === icp_number) : []
  if (serial === null || serial === '') return atConnection
  const named = meters.filter((one) => one.meter_number.toLowerCase() === serial.toLowerCase())
  if (!icp_number) return named
  const both = named.filter((one) => one.connection === icp_number)
  if (both.length > 0) return both
  return atConnection.length > 0 ? atConnection : named.filter((one) => one.connection === null)
}

/** Those that hung there on the day; else the one that comes nearest, so that a rule can tell. */
function onTheDay({ reading_date, reading_latest_type }: RegisterTraits, meters: KnownMeter[]) {
  if (reading_date === null || meters.length < 2) return meters
  const there = meters.filter(
    (one) =>
      (one.date_installed ?? reading_date) <= reading_date &&
      (one.date_removed ?? reading_date) >= reading_date,
  )
  if (there.length === 0) {
    const inOrder = meters.toSorted((a, b) => compare(a.date_installed, b.date_installed))
    const before = inOrder.findLast((one) => (one.date_installed ?? '') <= reading_date)
    return [before ?? inOrder[0]].filter((one) => one !== undefined)
  }
  // On the day of a replacement the old meter was read, and the new one for the first time.
  const isOpening = reading_latest_type === 'opening'
  const preferred = there.filter((one) => (one.date_installed === reading_date) === isOpening)
  return preferred.length > 0 ? preferred : there
}

function compare(a: string | null, b: string | null): number {
  return (a ?? '') < (b ?? '') ? -1 : 1
}

interface Register {
  id: number
  meter_id: number
  register_code: string
  flow: string
}

function fittingRegisters(
  sought: RegisterTraits,
  meters: KnownMeter[],
  codeIsHint: boolean,
): Register[] {
  const all = meters.flatMap(({ id, registers }) =>
    registers.map((register) => ({ ...register, meter_id: id })),
  )
  const flowing = sought.flow === null ? all : all.filter((one) => one.flow === sought.flow)
  const code = sought.register_code?.toUpperCase() ?? null
  const coded = flowing.filter((one) => code === null || one.register_code.toUpperCase() === code)
  const fitting = coded.length === 0 && codeIsHint ? flowing : coded
  if (fitting.length < 2 || sought.flow !== null) return fitting
  // Whoever says nothing speaks of what was used.
  const used = fitting.filter((one) => one.flow === 'X')
  return used.length > 0 ? used : fitting
}

function unknownMeter({ meter_number, icp_number }: RegisterTraits): FoundRegister['problem'] {
  const names = [meter_number && `meter ${meter_number}`, icp_number && `ICP ${icp_number}`]
  const named = names.filter((name) => name).join(' at ') || 'this meter'
  const slip = icp_number && isMistypedIcp(icp_number) ? ` ${MISTYPED}` : ''
  return { code: 'M01', message: `We don't know ${named}.${slip}` }
}

function noRegister({ register_code, flow }: RegisterTraits, meter: KnownMeter): string {
  const which = [register_code, flow === 'I' ? 'that puts energy back' : null].filter(
    (part) => part,
  )
  const named = which.length > 0 ? ` ${which.join(' ')}` : ''
  return `Meter ${meter.meter_number} has no register${named}.`
}

function choose(meters: KnownMeter[], registers: Register[]): string {
  if (meters.length > 1) {
    const numbers = meters.map((one) => one.meter_number).join(', ')
    return `Say which meter was read: ${numbers}.`
  }
  return `Say which register was read: ${registers.map((one) => one.register_code).join(', ')}.`
}
