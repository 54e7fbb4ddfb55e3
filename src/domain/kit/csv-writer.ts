/** The mark that makes spreadsheets read UTF-8, so that macrons stay whole. */
export const BYTE_ORDER_MARK = '\ufeff'

/** What starts a formula in spreadsheets, with the full-width forms of the first four. */
export const formulaStarts = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'] as const

interface CsvColumn {
  name: string
  /** People's own words: they may begin like a formula. Amounts may begin with a minus. */
  isText: boolean
}

type CsvCell = string | number | null

/**
 * A file for spreadsheets, as lists are exported: every cell quoted, and a quote before what would
 * be a formula, which makes text of it. The names of the columns are ours and left alone.
 */
export function csvText(
  columns: readonly CsvColumn[],
  rows: readonly (readonly CsvCell[])[],
): string {
  const head = columns.map(({ name }) => quoted(name)).join(',')
  const lines = rows.map((row) =>
    row.map((cell, place) => csvCell(cell, columns[place]?.isText ?? true)).join(','),
  )
  return `${BYTE_ORDER_MARK}${[head, ...lines].join('\n')}\n`
}

function csvCell(cell: CsvCell, isText: boolean): string {
  if (cell === null) return ''
  const text = String(cell)
  return quoted(isText && isFormula(text) ? `'${text}` : text)
}

function isFormula(text: string): boolean {
  return formulaStarts.some((start) => text.startsWith(start))
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
