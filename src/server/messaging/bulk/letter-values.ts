import type { MergeValues } from '#domain/messaging/template/template-context.ts'
import type { Conn } from '#server/kit/database/database.ts'

/**
 * What letters to many customers may print of each: those that are there, by their ids. Rows cost
 * more than all the rest, and are only read where the words print them.
 */
export type LetterValues = (
  conn: Conn,
  ids: readonly number[],
  isRowsPrinted: boolean,
) => Promise<Map<number, MergeValues>>
