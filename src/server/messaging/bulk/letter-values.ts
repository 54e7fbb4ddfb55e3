import type { MergeValues } from '#domain/messaging/template/template-context.ts'
import type { Conn } from '#server/kit/database/database.ts'

/** What the words of a letter print: only that need be read and put into form. */
export interface PrintedParts {
  rows: boolean
  /** Names of fields; undefined for all of them. */
  fields?: ReadonlySet<string> | undefined
}

/** What letters to many customers may print of each: those that are there, by their ids. */
export type LetterValues = (
  conn: Conn,
  ids: readonly number[],
  printed: PrintedParts,
) => Promise<Map<number, MergeValues>>
