/** The mark that makes spreadsheets read UTF-8, so that macrons stay whole. */
export const BYTE_ORDER_MARK = '\ufeff'

/** What starts a formula in spreadsheets, with the full-width forms of the first four. */
export const formulaStarts = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'] as const

export interface CsvColumn {
  name: string
  /** People's own words: they may begin like a formula. Amounts may begin with a minus. */
  isText: boolean
}

export type CsvCell = string | number | null

/**
 * A file for spreadsheets, as lists are exported: every cell quoted, and a quote before what would
 * be a formula, which makes text of it. The names of the columns are ours and left alone.
 */
export function csvText(
  columns: readonly CsvColumn[],
  rows: readonly (readonly CsvCell[])[],
): string {
  return `${csvHead(columns)}${rows.map((row) => csvLine(columns, row)).join('')}`
}

/** How such a file begins: for whoever writes the rest of it row by row. */
export function csvHead(columns: readonly CsvColumn[]): string {
  return `${BYTE_ORDER_MARK}${columns.map(({ name }) => quoted(name)).join(',')}\n`
}

/** One row of such a file. */
export function csvLine(columns: readonly CsvColumn[], row: readonly CsvCell[]): string {
  return `${row.map((cell, place) => csvCell(cell, columns[place]?.isText ?? true)).join(',')}\n`
}

function csvCell(cell: CsvCell, isText: boolean): string {
  if (cell === null) return ''
  const text = String(cell)
  return quoted(isText ? harmless(text) : text)
}

/** People's own words with a quote before them where a spreadsheet would take them for a formula. */
export function harmless(text: string): string {
  return isFormula(text) ? `'${text}` : text
}

function isFormula(text: string): boolean {
  return formulaStarts.some((start) => text.startsWith(start))
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
