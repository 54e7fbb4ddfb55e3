import { csvRecords, detectDelimiter } from '#domain/kit/csv-reader.ts'
import { type CsvOptions, readCsv } from './csv-readings.ts'
import { readEiep3 } from './eiep3.ts'
import { readEiep13a } from './eiep13a.ts'
import { columnsNamed } from './eiep13a-line.ts'
import type { ReadingMapping } from './reading-columns.ts'
import type { ReadingRows } from './reading-row.ts'

export const readingFormats = ['csv', 'eiep3', 'eiep13a'] as const
export type ReadingFormat = (typeof readingFormats)[number]

const LINES_LOOKED_AT = 5
const EIEP3_COLUMNS = 7
const EIEP13A_COLUMNS = 13

/** What kind of file the text is, from its first lines; null when it holds no table at all. */
export function detectFormat(text: string): ReadingFormat | null {
  let seen = 0
  for (const { fields } of csvRecords(text, detectDelimiter(text))) {
    const cells = fields.map((field) => field.trim().toUpperCase())
    const [kind, type = ''] = cells
    if (kind === 'HDR' && type.startsWith('ICPHH')) return 'eiep3'
    if (kind === 'HDR' && type.startsWith('ICPCONS')) return 'eiep13a'
    if (kind === 'DET' && cells.length >= EIEP13A_COLUMNS) return 'eiep13a'
    if (kind === 'DET' && cells.length >= EIEP3_COLUMNS) return 'eiep3'
    if (columnsNamed(fields) !== null && /RESPONSE|NZDT|AVAILAB/.test(cells.join()))
      return 'eiep13a'
    if (cells.some((cell) => cell.includes('\0'))) return null
    seen += 1
    if (seen === LINES_LOOKED_AT) break
  }
  return seen === 0 ? null : 'csv'
}

/** The rows of a file of any format; only CSV needs to be told its columns. */
export function readReadings(
  text: string,
  format: ReadingFormat,
  mapping: ReadingMapping = {},
  options: CsvOptions = {},
): ReadingRows {
  if (format === 'eiep3') return readEiep3(text)
  if (format === 'eiep13a') return readEiep13a(text)
  return readCsv(text, mapping, options)
}
