import { MAX_RATE_ROWS, rateColumns, readRateRow } from '#domain/contracts/rate-file.ts'
import { rateimport } from '#domain/contracts/rateimport.ts'
import type { ContractOutcome } from '#domain/contracts/rateupdate-calls.ts'
import { readCells } from '#domain/kit/import/cell-rows.ts'
import { previewFile } from '#domain/kit/import/file-columns.ts'
import { type RateSide, sellSide } from '#server/contracts/rate-side.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { inTurns } from '#server/kit/http/in-turns.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { groupKey } from './add-rates.ts'
import { rateRows, rateStaging } from './staged-rates.ts'

interface TakenFile {
  csv: string
  sha256: string
  batch: string
  side: RateSide
  valid_from_date?: string | undefined
}

/** A file that was taken in one call is an import like any other: found again and taken back. */
export async function recordRates(
  ctx: Context,
  conn: Conn,
  { csv, sha256, batch, side, valid_from_date: day = undefined }: TakenFile,
  outcomes: readonly ContractOutcome[],
): Promise<void> {
  const { organisation_id } = ctx.actor
  const { mapping } = previewFile(rateColumns, csv, 1)
  const { id } = await insertRow(ctx, conn, rateimport, {
    file_name: 'rates.csv',
    side: side === sellSide ? 'sell' : 'buy',
    valid_from_date: day ?? null,
    batch,
    mapping,
    sha256,
    import_status: 'done',
  })
  await rateStaging.keepFile(ctx, conn, id, csv)
  const made = new Map(outcomes.flatMap((one) => one.rows.map((row) => [row, one.update_id])))
  const cells = await inTurns(readCells(csv, mapping, MAX_RATE_ROWS))
  const rows = cells.map((row) => {
    const read = readRateRow(row, day ?? null)
    return {
      row_number: row.row_number,
      fields: row.fields,
      group_key: 'message' in read ? null : groupKey(read),
      findings: [],
      severity: 'ok',
      staged_status: 'accepted',
      update_id: made.get(row.row_number) ?? null,
    }
  })
  const held = { id, organisation_id: organisation_id ?? 0, mapping, rows_total: rows.length }
  await rateRows.insert(conn, held, rows)
  await rateStaging.note(conn, id, rows.length, [])
  await rateStaging.count(conn, id)
}
