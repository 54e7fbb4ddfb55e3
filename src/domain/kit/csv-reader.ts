import { BYTE_ORDER_MARK } from './csv-writer.ts'
import { Problem } from './problem.ts'

// Reads delimited text as RFC 4180 describes it and as exporters write it: any line ending, a byte
// order mark, quotes that never close. Line by line, so that the largest file costs only its size.

export interface CsvRecord {
  /** The line of the file on which the record starts, from 1. */
  line: number
  fields: string[]
  /** A quote was opened and not closed; the line was then read as it stands. */
  isBroken: boolean
}

export type Delimiter = ',' | ';' | '\t'

// Quotes that run on beyond this were never meant to.
const MAX_LINES_IN_QUOTES = 20
const LINES_LOOKED_AT = 10
// Whoever reads a record looks at each of its fields: a line of commas must not hold everybody up.
const MAX_FIELDS = 200
// Spreadsheets leave some behind.
const MAX_BLANK_LINES = 50_000

/** What is said of a line that `isBroken`. */
export const OPEN_QUOTE = 'A quote is opened and not closed.'

/** The records of a text that are not blank, one by one. Refuses a line of too many columns. */
export function* csvRecords(
  text: string,
  delimiter: Delimiter = detectDelimiter(text),
): Generator<CsvRecord, void> {
  // Files without any line feed end their lines the way old spreadsheets did.
  const source = text.includes('\n') ? text : text.replaceAll('\r', '\n')
  let at = source.startsWith(BYTE_ORDER_MARK) ? 1 : 0
  let line = 1
  let blankLines = 0
  while (at < source.length) {
    const end = endOfLine(source, at)
    const plain = withoutReturn(source.slice(at, end))
    const quoted = plain.includes('"') ? quotedRecord(source, at, delimiter) : null
    const fields = quoted?.fields ?? plain.split(delimiter, MAX_FIELDS + 1).map(unquoted)
    if (fields.length > MAX_FIELDS) throw tooWide(line)
    const isBlank = fields.every((field) => field.trim() === '')
    if (isBlank) blankLines += 1
    if (blankLines > MAX_BLANK_LINES) throw tooEmpty()
    if (!isBlank) yield { line, fields, isBroken: quoted === null && plain.includes('"') }
    at = (quoted?.end ?? end) + 1
    line += quoted?.lines ?? 1
  }
}

function tooWide(line: number): Problem {
  const message = `Line ${line} has more than 200 columns. Keep those that are needed and try again.`
  return new Problem('badRequest', { message })
}

function tooEmpty(): Problem {
  const message = 'This file has more than 50,000 empty lines. Remove them and try again.'
  return new Problem('badRequest', { message })
}

/** The delimiter the first lines agree on; a comma when they show none. */
export function detectDelimiter(text: string): Delimiter {
  const lines = text.slice(0, 20_000).split(/\r?\n|\r/)
  const first = lines.filter((line) => line.trim() !== '').slice(0, LINES_LOOKED_AT)
  const count = (delimiter: Delimiter) =>
    first.reduce((sum, line) => sum + line.replace(/"[^"]*"/g, '').split(delimiter).length - 1, 0)
  const choices: Delimiter[] = [',', ';', '\t']
  return choices.reduce((best, choice) => (count(choice) > count(best) ? choice : best))
}

/** Reads a record with quotes from its first character; null when a quote stays open. */
function quotedRecord(source: string, start: number, delimiter: Delimiter) {
  const fields: string[] = []
  let at = start
  let lines = 1
  for (;;) {
    if (source[at] === '"') {
      const close = closingQuote(source, at + 1)
      if (close === null) return null
      lines += close.lines
      if (lines > MAX_LINES_IN_QUOTES) return null
      const next = nextBreak(source, close.at + 1, delimiter)
      const inside = source.slice(at + 1, close.at).replaceAll('""', '"')
      fields.push(inside + withoutReturn(source.slice(close.at + 1, next)))
      at = next
    } else {
      const next = nextBreak(source, at, delimiter)
      fields.push(withoutReturn(source.slice(at, next)))
      at = next
    }
    const isWhole = source[at] !== delimiter || fields.length > MAX_FIELDS
    if (isWhole) return { fields, end: at, lines }
    at += 1
  }
}

function closingQuote(source: string, start: number): { at: number; lines: number } | null {
  let lines = 0
  for (let at = start; at < source.length && lines <= MAX_LINES_IN_QUOTES; at += 1) {
    if (source[at] === '\n') lines += 1
    if (source[at] !== '"') continue
    if (source[at + 1] !== '"') return { at, lines }
    at += 1
  }
  return null
}

function nextBreak(source: string, start: number, delimiter: Delimiter): number {
  let at = start
  while (at < source.length && source[at] !== delimiter && source[at] !== '\n') at += 1
  return at
}

function endOfLine(source: string, start: number): number {
  const end = source.indexOf('\n', start)
  return end === -1 ? source.length : end
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text
}

function unquoted(text: string): string {
  return text.replaceAll('"', '')
}
