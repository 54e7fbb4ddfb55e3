import { formulaStarts } from '#domain/kit/csv-writer.ts'
import type { PutRow } from '#server/kit/wire/wire.ts'

const QUOTE = 34
const APOSTROPHE = 39

// The bytes of what starts a formula: most are one byte, the full-width forms three.
const starts = formulaStarts.map((start) => Buffer.from(start))
const longStarts = starts.filter((start) => start.length > 1)

const mayTrigger = new Uint8Array(256)
for (const [first] of starts) mayTrigger[first ?? 0] = 1
const isLongStart = new Uint8Array(256)
for (const [first] of longStarts) isLongStart[first ?? 0] = 1

/**
 * Copies rows of CSV and writes a quote before what a spreadsheet would take for a formula, which
 * makes text of it. Every cell of a row is quoted or empty; the first row tells the names of the
 * columns and is left alone, as are cells known to be numbers or dates. PostgreSQL would take as
 * long to look at the cells as to write them.
 */
export function guardCells(isGuarded: readonly boolean[]): PutRow {
  const guarded = Uint8Array.from(isGuarded, Number)
  let isHeader = true
  return (out, start, bytes, first, end) => {
    let to = start
    let from = first
    let at = isHeader ? end : first
    isHeader = false
    for (let column = 0; at < end; column++) {
      if (bytes[at] === QUOTE) {
        at += 1
        if (guarded[column] === 1 && mayTrigger[bytes[at] ?? 0] === 1 && isFormula(bytes, at)) {
          to += bytes.copy(out, to, from, at)
          out[to++] = APOSTROPHE
          from = at
        }
        // To behind the closing quote and its comma or line end; quotes within a cell are doubled.
        // As a function of its own this takes twice as long.
        do {
          while (at < end && bytes[at] !== QUOTE) at += 1
          at += 2
        } while (at <= end && bytes[at - 1] === QUOTE)
      } else at += 1
    }
    return to + bytes.copy(out, to, from, end)
  }
}

function isFormula(bytes: Buffer, at: number): boolean {
  if (isLongStart[bytes[at] ?? 0] === 0) return true
  return longStarts.some((start) => start.every((byte, place) => bytes[at + place] === byte))
}
