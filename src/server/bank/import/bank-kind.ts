import { bankimport, stagedbankline } from '#domain/bank/bankimport.ts'
import type { BankFile, BankFileRow } from '#domain/bank/file/bank-file.ts'
import { bankColumns } from '#domain/bank/file/column-proposal.ts'
import { todayOf } from '#server/kit/http/context.ts'
import type { ImportKind, ReadFile } from '#server/kit/import/import-kind.ts'
import { importer } from '#server/kit/import/importer.ts'
import { enqueueUnlessWaiting } from '#server/kit/jobs/job.ts'
import { seal } from '#server/kit/rows/seal.ts'
import { matchLinesJob } from '../match-lines-job.ts'
import { acceptLines, judgeAgain } from './accept-lines.ts'
import { judgeLines } from './check-lines.ts'
import { readApart } from './read-apart.ts'
import { bankStaging, type HeldBankFile, type PlacedRow, stagedLines } from './staged-lines.ts'
import { lineObstacle, madeOf, takeLinesBack } from './take-back-lines.ts'

async function readRows(
  text: string,
  held: HeldBankFile,
  signal: AbortSignal | null,
): Promise<ReadFile<BankFileRow>> {
  const { layout, mapping, received_date: today } = held
  // Written by ourselves, row by row as they are staged.
  if (layout === 'feed') return { rows: JSON.parse(text), warnings: [], problem: null }
  const read = await readApart(text, { today, layout, mapping: mapping ?? undefined }, signal)
  if ('file' in read) return allOf(read.file)
  return { rows: [], warnings: [], problem: 'Say which columns hold the date and the amount.' }
}

/** All rows of a file that can be read. */
export const allOf = ({ rows, warnings }: BankFile): ReadFile<BankFileRow> => ({
  ...{ rows, warnings },
  problem: null,
})

const kind: ImportKind<
  HeldBankFile,
  BankFileRow,
  PlacedRow,
  typeof bankimport,
  typeof stagedbankline
> = {
  batch: bankimport,
  row: stagedbankline,
  made: { one: 'bank line', many: 'bank lines' },
  staging: bankStaging,
  staged: stagedLines,
  taken: () => ['new', 'known'],
  columns: bankColumns,
  waitsForColumns: true,
  jobs: { check: 'check-bank-file', accept: 'accept-bank-file', undo: 'undo-bank-file' },
  atOnce: 5000,
  isWhole: false,
  // Banks give the same days again and again: what is here already is known.
  mayComeAgain: true,
  read: readRows,
  place: async (_conn, { id }, rows) => rows.map((row) => ({ ...row, bankimport_id: id })),
  groupOf: ({ bankimport_id }) => bankimport_id,
  check: async (ctx, conn, held, rows) => {
    const fields = rows.map((row) => row.fields)
    const verdicts = await judgeLines(conn, fields, held, todayOf(ctx))
    return rows.map(({ row_number, fields: { other_account, ...said }, message }, at) => ({
      ...said,
      row_number,
      other_account: other_account === null ? null : seal(ctx.config.secrets.fields, other_account),
      ...verdicts[at],
      ...(message === null ? {} : { message, row_status: 'error' }),
    }))
  },
  mend: async (ctx, conn, held, id) => {
    const { changed } = await judgeAgain(conn, held, todayOf(ctx))
    return changed
      .filter((row) => row.id !== id)
      .map(({ id: row_id, row_status, message }) => ({ id: row_id, row_status, message }))
  },
  recheck: async (ctx, conn, held) => {
    await judgeAgain(conn, held, todayOf(ctx))
  },
  accept: (ctx, conn, held, _groups, taking) => acceptLines(ctx, conn, held, taking),
  afterAccept: async (ctx, conn) => {
    const organisation_id = ctx.actor.organisation_id ?? 0
    await enqueueUnlessWaiting(conn, matchLinesJob, { organisation_id })
  },
  madeGroups: madeOf,
  obstacle: (conn, id, asked) => lineObstacle(conn, id, asked),
  takeBack: (ctx, conn, { id }, _groups, reason) =>
    takeLinesBack(ctx, conn, id, reason ?? 'The import was undone.'),
}

/** Files of banks. */
export const bankImporter = importer(kind)
