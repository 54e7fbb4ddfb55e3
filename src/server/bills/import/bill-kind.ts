import { MAX_BILL_ROWS, statementsOf } from '#domain/bills/bill-file.ts'
import { type BillColumn, billColumns, normalisedNumber } from '#domain/bills/bill-file-columns.ts'
import { billimport, stagedbillline } from '#domain/bills/billimport.ts'
import { type CellRow, readCells } from '#domain/kit/import/cell-rows.ts'
import { severities, takenUpTo } from '#domain/kit/import/import-entity.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { inTurns } from '#server/kit/http/in-turns.ts'
import {
  cellKind,
  type GroupOutcome,
  type PlacedCells,
  wrong,
} from '#server/kit/import/cell-kind.ts'
import { stagedCells } from '#server/kit/import/cell-statements.ts'
import type { HeldImport, ImportKind } from '#server/kit/import/import-kind.ts'
import { importer } from '#server/kit/import/importer.ts'
import { stagedRows } from '#server/kit/import/staged-rows.ts'
import { staging } from '#server/kit/import/staging.ts'
import { supplierOf } from './bill-import-store.ts'
import { type BillSource, judgeStatements, storeStatements } from './judge-statements.ts'
import { builtOnBills, takeBackBills } from './take-back-bills.ts'

/** A file of bills on its way in, as the server works on it. */
interface HeldBills extends HeldImport {
  file_name: string
  sha256: string
  supplier_id: number | null
}

const staged = {
  batch: billimport,
  row: stagedbillline,
  group: 'group_key',
  verdict: 'severity',
  verdicts: severities,
  held: ['file_name', 'sha256', 'supplier_id'],
}

const cells = stagedCells(staged, 'bill_id')

const ofCells = cellKind<HeldBills>({
  cells,
  keyOf: ({ fields }) =>
    normalisedNumber(billCells({ fields }).supplier_statement_number ?? '') || null,
  judge: async (ctx, conn, held, rows) =>
    judgeStatements(ctx, conn, rows.map(billRow), await sourceOf(conn, held)),
  take: async (ctx, conn, held, groups) => {
    const source = await sourceOf(conn, held)
    const { statements } = await inTurns(statementsOf(groups.flat().map(billRow)))
    const outcomes = await storeStatements(ctx, conn, statements, source)
    return outcomes.map(({ bill_id, isReplacing, problems }): GroupOutcome => {
      if (bill_id !== null) return { made_id: bill_id, isReplacing }
      return { findings: problems.map(({ message }) => wrong('B02', message)) }
    })
  },
})

const kind: ImportKind<HeldBills, CellRow, PlacedCells, typeof billimport, typeof stagedbillline> =
  {
    ...ofCells,
    batch: billimport,
    row: stagedbillline,
    made: { one: 'bill', many: 'bills' },
    staging: staging<HeldBills>(staged),
    staged: stagedRows(staged),
    taken: () => takenUpTo.warning,
    columns: billColumns,
    waitsForColumns: true,
    jobs: { check: 'check-bill-file', accept: 'accept-bill-file', undo: 'undo-bill-file' },
    atOnce: 2000,
    isWhole: false,
    mayComeAgain: false,
    read: async (text, held) => {
      const rows = await inTurns(readCells(text, held.mapping ?? {}, MAX_BILL_ROWS))
      if (rows.length > MAX_BILL_ROWS)
        return { rows: [], warnings: [], problem: 'The file has more than 20,000 rows.' }
      return { rows, warnings: [], problem: rows.length === 0 ? 'The file has no rows.' : null }
    },
    madeGroups: cells.madeOf,
    obstacle: builtOnBills,
    takeBack: (ctx, conn, _held, groups, reason) =>
      takeBackBills(ctx, conn, groups.map(Number), reason ?? 'The import was undone.'),
  }

/** Files of suppliers' bills. */
export const billImporter = importer(kind)

async function sourceOf(conn: Conn, held: HeldBills): Promise<BillSource> {
  const { file_name: source_name, sha256: source_sha256, supplier_id } = held
  const supplier = supplier_id === null ? null : await supplierOf(conn, supplier_id)
  return { supplier, source_name, source_sha256 }
}

// The cells were stored by the columns of bills.
const billRow = (row: CellRow): CellRow<BillColumn> => row
const billCells = ({ fields }: Pick<CellRow<BillColumn>, 'fields'>) => fields
