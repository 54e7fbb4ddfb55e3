// Which column of a file holds what: guessed from the header, corrected by people, kept as JSON.

import { z } from 'zod'
import { csvRecords, type Delimiter, detectDelimiter } from '#domain/kit/csv-reader.ts'

/** The names a column goes by, best first, in small letters without spaces, signs and brackets. */
const NAMES = {
  meter_number: [
    'meternumber',
    'meterserialnumber',
    'meterserial',
    'serialnumber',
    'meterno',
    'meterid',
    'serial',
    'meter',
  ],
  icp_number: ['icpnumber', 'icpidentifier', 'icpno', 'icpid', 'icp'],
  register_code: ['registercode', 'registercontentcode', 'registername', 'register', 'channel'],
  flow: ['flow', 'energyflow', 'flowdirection', 'energyflowdirection', 'direction'],
  reading_date: [
    'readingdate',
    'readdate',
    'currentreaddate',
    'currentreadingdate',
    'dateread',
    'periodend',
    'readperiodenddateandtime',
    'enddate',
    'dateto',
    'todate',
    'date',
  ],
  period_start: [
    'periodstart',
    'readperiodstartdateandtime',
    'previousreaddate',
    'previousreadingdate',
    'startdate',
    'datefrom',
    'fromdate',
  ],
  reading_latest: [
    'readinglatest',
    'latestreading',
    'currentreading',
    'currentread',
    'presentreading',
    'closingreading',
    'meterreading',
    'reading',
    'read',
    'value',
  ],
  reading_quantity: [
    'readingquantity',
    'quantity',
    'consumption',
    'usage',
    'kwhconsumption',
    'units',
    'volume',
    'kwh',
    'm3',
  ],
  reading_latest_type: [
    'readinglatesttype',
    'readingtype',
    'readtype',
    'readstatus',
    'readingstatus',
    'type',
    'kind',
    'status',
  ],
} as const satisfies Record<string, readonly string[]>

export type MappedField = keyof typeof NAMES

// The keys of an object that was written out above are exactly its fields.
export const MAPPED_FIELDS = Object.keys(NAMES) as MappedField[]

/** For each field the number of its column, from 0; fields the file does not have are left out. */
export type ColumnMapping = Partial<Record<MappedField, number>>

/** What is accepted as a mapping from outside. */
export const columnMapping = z.partialRecord(z.enum(MAPPED_FIELDS), z.int().min(0).max(500))

export interface CsvPreview {
  delimiter: Delimiter
  header: string[]
  sample: string[][]
  mapping: ColumnMapping
}

/** Guesses which column is which from the names in the header. */
export function guessMapping(header: readonly string[]): ColumnMapping {
  const columns = header.map(plainName)
  const mapping: ColumnMapping = {}
  for (const field of MAPPED_FIELDS) {
    const name = NAMES[field].find((known: string) => columns.includes(known))
    if (name !== undefined) mapping[field] = columns.indexOf(name)
  }
  return mapping
}

/** The header, the first rows and a guess, for the screen on which people correct it. */
export function previewCsv(text: string, rows = 5): CsvPreview {
  const delimiter = detectDelimiter(text)
  const sample: string[][] = []
  for (const { fields } of csvRecords(text, delimiter)) {
    sample.push(fields.map((field) => field.trim()))
    if (sample.length > rows) break
  }
  const header = sample.shift() ?? []
  return { delimiter, header, sample, mapping: guessMapping(header) }
}

function plainName(name: string): string {
  return name
    .replace(/\([^)]*\)/g, '')
    .toLowerCase()
    .replaceAll('³', '3')
    .replace(/[^a-z0-9]/g, '')
}
