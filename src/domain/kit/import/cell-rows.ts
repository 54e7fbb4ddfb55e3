import { csvRecords, OPEN_QUOTE } from '#domain/kit/csv-reader.ts'
import { json, text } from '#domain/kit/field.ts'
import type { FieldError } from '#domain/kit/problem.ts'
import { type ColumnMapping, cellsOf, type FileCells, type FileColumns } from './file-columns.ts'

// Kinds whose rows wait as the cells of the file: mended as text, and read anew each time.

/** What such a row has beside its number and what is said of it. */
export const cellFields = {
  fields: json().required().label('Cells'),
  /** Rows of one statement, or of one contract and day, are taken together. */
  group_key: text(200).readonly(),
}

/** One line of the file. */
export interface CellRow<C extends string = string> {
  row_number: number
  fields: FileCells<C>
  /** What is wrong with the line before anything is read in it. */
  problem: string | null
}

// Some milliseconds' worth of rows.
const STEP_ROWS = 200

/**
 * The rows below the heading, by their columns. A full file takes seconds, so whoever has others
 * waiting lets them in at every step.
 */
export function* readCells<C extends string>(
  content: string,
  mapping: ColumnMapping<C>,
  most: number,
): Generator<void, CellRow<C>[]> {
  const rows: CellRow<C>[] = []
  let isHeading = true
  for (const { line, fields, isBroken } of csvRecords(content)) {
    if (!isHeading)
      rows.push({
        row_number: line,
        fields: cellsOf(mapping, fields),
        problem: isBroken ? OPEN_QUOTE : null,
      })
    isHeading = false
    if (rows.length % STEP_ROWS === 0) yield
    // Nobody needs to know how far beyond the limit a file goes.
    if (rows.length > most) break
  }
  return rows
}

const LONGEST_CELL = 1000

/** Cells that somebody sends are texts of the columns there are. */
export function cellErrors({ names }: FileColumns, fields: unknown): FieldError[] {
  const refuse = (message: string) => [{ field: 'fields', code: 'bad_request', message }]
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return refuse('The cells are to be named by their columns.')
  const wrong = Object.entries(fields).find(
    ([name, cell]) =>
      !names.includes(name) || typeof cell !== 'string' || cell.length > LONGEST_CELL,
  )
  return wrong ? refuse(`The cell ${wrong[0].slice(0, 60)} can’t be taken.`) : []
}
