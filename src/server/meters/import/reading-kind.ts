import { takenUpTo } from '#domain/kit/import/import-entity.ts'
import { badField } from '#domain/kit/problem.ts'
import { detectFormat, type ReadingFormat } from '#domain/meters/reading-file/read-file.ts'
import { readingColumns } from '#domain/meters/reading-file/reading-columns.ts'
import type { ReadingRow } from '#domain/meters/reading-file/reading-row.ts'
import { readingimport, stagedreading } from '#domain/meters/readingimport.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import type { Group, ImportKind } from '#server/kit/import/import-kind.ts'
import { importer } from '#server/kit/import/importer.ts'
import { readingRules } from '#server/meters/reading-rules.ts'
import { acceptRegisters } from './accept-rows.ts'
import { checkRegisters, checkRows } from './check-rows.ts'
import { mendRow } from './mend-row.ts'
import { type FoundRow, findRegisters, readFile } from './read-rows.ts'
import { type HeldReadings, judged, readingStaging, stagedReadings } from './staged-row.ts'
import { importedRegisters, takeBackReadings } from './take-back-readings.ts'

const kind: ImportKind<
  HeldReadings,
  ReadingRow,
  FoundRow,
  typeof readingimport,
  typeof stagedreading
> = {
  batch: readingimport,
  row: stagedreading,
  made: { one: 'reading', many: 'readings' },
  staging: readingStaging,
  staged: stagedReadings,
  taken: ({ include = 'warning' }) => takenUpTo[isSeverity(include) ? include : 'warning'],
  columns: readingColumns,
  waitsForColumns: false,
  jobs: { check: 'check-readings', accept: 'accept-readings', undo: 'undo-reading-import' },
  // Every file of readings is left to a job, whatever its size.
  atOnce: 0,
  isWhole: false,
  mayComeAgain: false,
  read: readFile,
  place: findRegisters,
  groupOf: (row) => (row.findings ? null : row.meterregister_id),
  check: async (ctx, conn, _held, rows) => {
    const known = rows.flatMap(({ findings, ...row }) => (findings ? [judged(row, findings)] : []))
    const open = rows.flatMap(({ findings, ...row }) => (findings ? [] : [row]))
    return [...known, ...(await checkRows(conn, open, await howOf(ctx, conn)))]
  },
  mend: async (ctx, conn, held, id) => mendRow(conn, held, id, await howOf(ctx, conn)),
  recheck: async (ctx, conn, held, groups) => {
    await checkRegisters(conn, held.id, registers(groups), await howOf(ctx, conn))
  },
  accept: async (ctx, conn, held, groups, taking) => {
    const how = { ...(await howOf(ctx, conn)), ...taking }
    return acceptRegisters(ctx, conn, held.id, registers(groups), how)
  },
  madeGroups: importedRegisters,
  takeBack: (ctx, conn, held, groups, reason) =>
    takeBackReadings(ctx, conn, held.id, registers(groups), reason ?? 'The import was undone.'),
}

/** Files of meter readings. */
export const readingImporter = importer(kind)

/** What kind of file of readings a text is. */
export function openReadings(text: string, said: ReadingFormat | undefined) {
  const format = said ?? detectFormat(text)
  if (!format) throw badField('content', 'This is not a text file with rows of readings.')
  return { values: { format }, columns: format === 'csv' ? readingColumns : null }
}

function isSeverity(include: string): include is keyof typeof takenUpTo {
  return Object.hasOwn(takenUpTo, include)
}

// The rows of readings are grouped by the ids of registers.
const registers = (groups: readonly Group[]) => groups.map(Number)

async function howOf(ctx: Context, conn: Conn) {
  return { rules: await readingRules(conn), today: todayOf(ctx) }
}
