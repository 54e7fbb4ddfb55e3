import { MAX_BILL_ROWS } from '#domain/bills/bill-file.ts'
import { billColumns, normalisedNumber } from '#domain/bills/bill-file-columns.ts'
import { billimport } from '#domain/bills/billimport.ts'
import type { BillOutcome } from '#domain/bills/imported-bills.ts'
import { readCells } from '#domain/kit/import/cell-rows.ts'
import { previewFile } from '#domain/kit/import/file-columns.ts'
import { gravest } from '#domain/kit/import/import-entity.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { inTurns } from '#server/kit/http/in-turns.ts'
import { wrong } from '#server/kit/import/cell-kind.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { billImporter } from './bill-kind.ts'

interface TakenFile {
  file_name: string
  csv: string
  sha256: string
  supplier_id?: number | null | undefined
}

/** A file that was taken in one call is an import like any other: found again and taken back. */
export async function recordImport(
  ctx: Context,
  conn: Conn,
  { file_name, csv, sha256, supplier_id = null }: TakenFile,
  outcomes: readonly BillOutcome[],
): Promise<void> {
  const { staging, staged } = billImporter
  const { organisation_id } = ctx.actor
  const { mapping } = previewFile(billColumns, csv, 1)
  const batch = { file_name, supplier_id, mapping, sha256, import_status: 'done' as const }
  const { id } = await insertRow(ctx, conn, billimport, batch)
  await staging.keepFile(ctx, conn, id, csv)
  const byRow = new Map(outcomes.flatMap((one) => one.rows.map((row) => [row, one] as const)))
  const cells = await inTurns(readCells(csv, mapping, MAX_BILL_ROWS))
  const rows = cells.map(({ row_number, fields }) => {
    const outcome = byRow.get(row_number)
    const problems = outcome?.problems ?? []
    const findings = problems
      .filter((one) => one.row_number === row_number)
      .map(({ message }) => wrong('B02', message))
    return {
      row_number,
      fields,
      group_key: normalisedNumber(fields.supplier_statement_number ?? '') || null,
      findings,
      severity: gravest(findings),
      staged_status: outcome?.bill_id ? 'accepted' : 'rejected',
      bill_id: outcome?.bill_id ?? null,
      is_replacing: outcome?.isReplacing ?? false,
    }
  })
  const held = { id, organisation_id: organisation_id ?? 0, mapping, rows_total: rows.length }
  await staged.insert(conn, held, rows)
  await staging.note(conn, id, rows.length, [])
  await staging.count(conn, id)
}
