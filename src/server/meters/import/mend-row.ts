import { gravest } from '#domain/kit/import/import-entity.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type CheckWith, checkRegisters, keepFindings, type Verdict } from './check-rows.ts'
import { findRegister } from './find-register.ts'
import { knownMeters } from './known-meters.ts'
import {
  type HeldReadings,
  incomplete,
  STAGED_COLUMNS,
  type StagedRow,
  wrong,
} from './staged-row.ts'

const ROW = sql<StagedRow, [id: number]>`
  select ${STAGED_COLUMNS} from stagedreadings where id = $1`

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
  held: HeldReadings,
  id: number,
  how: CheckWith,
): Promise<Verdict[]> {
  const row = await ROW.one(conn, id)
  if (!row) return []
  const found = findRegister(row, await knownMeters(conn, [row]), held.format === 'eiep3')
  const { meter_id, meterregister_id, problem } = found
  const findings = incomplete(row)
  if (problem) findings.push(wrong(problem.code, problem.message))
  await SET_REGISTER.run(conn, id, meter_id, meterregister_id)
  await keepFindings(conn, [{ id, findings, severity: gravest(findings) }])
  const registers = [row.meterregister_id, meterregister_id].filter((one) => one !== null)
  const checked = await checkRegisters(conn, held.id, [...new Set(registers)], how)
  return checked
    .filter((neighbour) => neighbour.id !== id)
    .map(({ id: neighbour, findings: said, severity }) => {
      return { id: neighbour, findings: said, severity }
    })
}
