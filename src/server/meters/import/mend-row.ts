import type { ReadingFormat } from '#domain/meters/reading-file/read-file.ts'
import type { RowVerdict } from '#domain/meters/readingimport-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type CheckWith, checkRegisters, keepFindings } from './check-rows.ts'
import { findRegister } from './find-register.ts'
import { knownMeters } from './known-meters.ts'
import { gravest, incomplete, STAGED_COLUMNS, type StagedRow, wrong } from './staged-row.ts'

const ROW = sql<StagedRow & { format: ReadingFormat }, [id: number]>`
  select ${STAGED_COLUMNS},
    (select i.format from readingimports i where i.id = readingimport_id) as format
  from stagedreadings where id = $1`

const SET_REGISTER = sql<
  never,
  [id: number, meter_id: number | null, meterregister_id: number | null]
>`update stagedreadings set meter_id = $2, meterregister_id = $3 where id = $1`

/**
 * Looks at a row anew after somebody changed it: whose register it speaks of, then what the rules
 * say of it and of its neighbours, which are answered. What the file told badly counts no more.
 */
export async function mendRow(
  conn: Conn,
  readingimport_id: number,
  id: number,
  how: CheckWith,
): Promise<RowVerdict[]> {
  const row = await ROW.one(conn, id)
  if (!row) return []
  const found = findRegister(row, await knownMeters(conn, [row]), row.format === 'eiep3')
  const { meter_id, meterregister_id, problem } = found
  const findings = incomplete(row)
  if (problem) findings.push(wrong(problem.code, problem.message))
  await SET_REGISTER.run(conn, id, meter_id, meterregister_id)
  await keepFindings(conn, [{ id, findings, severity: gravest(findings) }])
  const registers = [row.meterregister_id, meterregister_id].filter((one) => one !== null)
  const checked = await checkRegisters(conn, readingimport_id, [...new Set(registers)], how)
  return checked
    .filter((neighbour) => neighbour.id !== id)
    .map(({ id: neighbour, findings: said, severity }) => {
      return { id: neighbour, findings: said, severity }
    })
}
