import {
  MAX_RATE_ROWS,
  type RateColumn,
  type RateFileRow,
  rateColumns,
  readRateRow,
} from '#domain/contracts/rate-file.ts'
import { rateimport, stagedrate } from '#domain/contracts/rateimport.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { type CellRow, readCells } from '#domain/kit/import/cell-rows.ts'
import { type RowFinding, takenUpTo } from '#domain/kit/import/import-entity.ts'
import { buySide, sellSide } from '#server/contracts/rate-side.ts'
import { inVain } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { inTurns } from '#server/kit/http/in-turns.ts'
import {
  cellKind,
  type GroupOutcome,
  type PlacedCells,
  wrong,
} from '#server/kit/import/cell-kind.ts'
import type { ImportKind } from '#server/kit/import/import-kind.ts'
import { importer } from '#server/kit/import/importer.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { addAll, groupKey } from './add-rates.ts'
import { type HeldRates, rateCells, rateRows, rateStaging } from './staged-rates.ts'
import { billedSince, takeBackRates } from './take-back-rates.ts'

type Kind = ImportKind<HeldRates, CellRow, PlacedCells, typeof rateimport, typeof stagedrate>

/** Files of new rates; whether rates can be added is asked of the whole product. */
export function rateImporter(catalogue: Catalogue) {
  const kind: Kind = {
    ...cellsOfRates(catalogue),
    batch: rateimport,
    row: stagedrate,
    made: { one: 'rate update', many: 'rate updates' },
    staging: rateStaging,
    staged: rateRows,
    taken: () => takenUpTo.warning,
    columns: rateColumns,
    waitsForColumns: true,
    jobs: { check: 'check-rate-file', accept: 'accept-rate-file', undo: 'undo-rate-file' },
    // The whole file comes in or nothing of it, which is one transaction: that of the call.
    atOnce: MAX_RATE_ROWS,
    isWhole: true,
    mayComeAgain: false,
    read: async (text, held) => {
      const rows = await inTurns(readCells(text, held.mapping ?? {}, MAX_RATE_ROWS))
      const problem = rows.length === 0 ? 'The file has no rows.' : null
      if (rows.length <= MAX_RATE_ROWS) return { rows, warnings: [], problem }
      return { rows: [], warnings: [], problem: 'The file has more than 20,000 rows.' }
    },
    madeGroups: rateCells.madeOf,
    obstacle: billedSince,
    takeBack: (ctx, conn, held, groups) =>
      takeBackRates(ctx, conn, sideOf(held), groups.map(Number)),
  }
  return importer(kind)
}

function cellsOfRates(catalogue: Catalogue) {
  const added = (ctx: Context, conn: Conn, held: HeldRates, rows: readonly RateFileRow[]) =>
    addAll(ctx, conn, rows, { catalogue, side: sideOf(held), batch: held.batch })
  return cellKind<HeldRates>({
    cells: rateCells,
    keyOf: (row, held) => {
      const read = readRateRow(rateRow(row), held.valid_from_date)
      return 'message' in read ? null : groupKey(read)
    },
    judge: async (ctx, conn, held, rows) => {
      const { good, said } = readAll(rows, held)
      for (const outcome of await inVain(conn, () => added(ctx, conn, held, good)))
        for (const row of outcome.rows) {
          const message = `Contract ${outcome.contract_number}, from ${formatDay(outcome.valid_from_date)}.`
          const fine: RowFinding = { code: 'P03', severity: 'information', message }
          said.set(row, [outcome.problem ? wrong('P02', outcome.problem) : fine])
        }
      return said
    },
    take: async (ctx, conn, held, groups) => {
      const { good } = readAll(groups.flat(), held)
      const outcomes = await added(ctx, conn, held, good)
      return outcomes.map(({ update_id, problem }): GroupOutcome => {
        if (update_id !== undefined && problem === null) return { made_id: update_id }
        return { findings: [wrong('P02', problem ?? '')] }
      })
    },
  })
}

export const sideOf = ({ side }: Pick<HeldRates, 'side'>) => (side === 'sell' ? sellSide : buySide)

/** The rows that are new rates, and what is wrong with the others. */
export function readAll(rows: readonly CellRow[], held: Pick<HeldRates, 'valid_from_date'>) {
  const said = new Map<number, RowFinding[]>()
  const good = rows.flatMap((row) => {
    const read = readRateRow(rateRow(row), held.valid_from_date)
    if (!('message' in read)) return [read]
    said.set(row.row_number, [wrong('P01', read.message)])
    return []
  })
  return { good, said }
}

// The cells were stored by the columns of rates.
const rateRow = (row: CellRow): CellRow<RateColumn> => row
