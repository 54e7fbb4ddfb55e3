import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { HeldImport } from './import-progress.ts'
import type { Checked, ImportedRow } from './staged-row.ts'

const INSERT_STAGED = sql<
  never,
  [organisation_id: number, readingimport_id: number, rows: string]
>`insert into stagedreadings (organisation_id, readingimport_id, row_number, meter_number,
    icp_number, register_code, flow, reading_date, period_start, reading_latest,
    reading_quantity, reading_latest_type, meter_id, meterregister_id, severity, findings,
    staged_status)
  select $1, $2, r.row_number, r.meter_number, r.icp_number, r.register_code, r.flow,
    r.reading_date, r.period_start, r.reading_latest, r.reading_quantity,
    r.reading_latest_type, r.meter_id, r.meterregister_id, r.severity, r.findings, 'waiting'
  from jsonb_to_recordset($3::jsonb) as r (row_number int, meter_number text, icp_number text,
    register_code text, flow text, reading_date date, period_start date,
    reading_latest numeric, reading_quantity numeric, reading_latest_type text,
    meter_id bigint, meterregister_id bigint, severity text, findings jsonb)
  on conflict (readingimport_id, row_number) do nothing`

/** Puts rows into the pool; those that are there already stay as they are. */
export function insertStaged(
  conn: Conn,
  { id, organisation_id }: HeldImport,
  rows: readonly Checked<ImportedRow>[],
): Promise<void> {
  return INSERT_STAGED.run(conn, organisation_id, id, JSON.stringify(rows))
}
