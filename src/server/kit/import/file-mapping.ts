import {
  areHeadings,
  type ColumnMapping,
  type FileColumns,
  headingKey,
  previewFile,
  shapeOf,
} from '#domain/kit/import/file-columns.ts'
import type { ColumnProposal } from '#domain/kit/import/import-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { recallColumns, rememberColumns } from './remembered-columns.ts'

/** Which column of a file is which, and what is still to be said of it. */
export interface FoundColumns {
  mapping: ColumnMapping
  missing: string | null
  /** What people need to see to say it. */
  proposal: ColumnProposal
}

/** As somebody says it now, else as it was said before, else by the headings. */
export async function findColumns(
  conn: Conn,
  kind: string,
  { columns, text, said }: { columns: FileColumns; text: string; said: ColumnMapping | undefined },
): Promise<FoundColumns> {
  const { header, sample, mapping: guess } = previewFile(columns, text)
  const before = said ? null : await recallColumns(conn, kind, headingKey(header))
  const mapping = said ?? before ?? guess
  return { mapping, missing: columns.missing(mapping), proposal: { header, sample, mapping } }
}

/** The same without what its cells say: answers are kept for a day, and this file's words are sealed. */
export function shapesOf({ header, sample, mapping }: ColumnProposal): ColumnProposal {
  return {
    header: areHeadings(header) ? header : header.map(shapeOf),
    sample: sample.map((cells) => cells.map(shapeOf)),
    mapping,
  }
}

/** What somebody said of a file holds for the next one with the same headings. */
export async function keepColumns(
  conn: Conn,
  kind: string,
  organisation_id: number | null,
  { header, mapping }: ColumnProposal,
): Promise<void> {
  // No other file begins with this row.
  if (!areHeadings(header)) return
  await rememberColumns(conn, organisation_id, { kind, heading: headingKey(header), mapping })
}
