import type { StoredColumns } from '#domain/kit/entity.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import type { meterreading } from '#domain/meters/meterreading.ts'
import { checkReading, type Finding } from '#domain/meters/plausibility.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { readingRules } from './reading-rules.ts'
import { lockRegisters, readingsOf } from './register-facts.ts'

/** A reading that is about to be stored. */
type ReadingToJudge = StoredColumns<typeof meterreading> & { id: number; reading_date: string }

/** What the rules say; an error refuses the reading in the rule's own words. */
export async function judgeReading(
  ctx: Context,
  conn: Conn,
  register_id: number | null,
  row: ReadingToJudge,
): Promise<Finding[]> {
  const [register] = register_id === null ? [] : await lockRegisters(conn, [register_id])
  if (!register) throw badField('meterregister_id', 'Say which register was read.')
  const { reading_latest = null, reading_quantity = null, period_start = null } = row
  if (reading_latest === null && reading_quantity === null)
    throw badField('reading_latest', 'Enter the reading, or a quantity with its period.')
  if (row.reading_latest_type === 'misread') return []
  const readings = await readingsOf(conn, [register.id])
  const isQuantity = reading_latest === null
  const findings = checkReading({
    candidate: {
      id: row.id,
      reading_date: row.reading_date,
      reading_latest_type: row.reading_latest_type ?? 'actual',
      reading_latest,
      reading_quantity: isQuantity ? reading_quantity : null,
      period_start: isQuantity ? period_start : null,
      is_rollover: row.is_rollover === true,
      final_reading: row.final_reading === true,
    },
    meter: register.meter,
    register,
    history: readings.get(register.id) ?? [],
    rules: await readingRules(conn),
    today: todayOf(ctx),
  })
  refuseErrors(findings)
  return findings
}

function refuseErrors(findings: readonly Finding[]): void {
  const wrong = findings.filter((finding) => finding.severity === 'error')
  if (wrong.length === 0) return
  const fieldOf = (finding: Finding) =>
    ['R09', 'R10', 'R12', 'R03'].includes(finding.code) ? 'reading_date' : 'reading_latest'
  const errors = wrong.map((finding) => ({
    field: fieldOf(finding),
    code: 'bad_request',
    message: finding.message,
  }))
  throw new Problem('badRequest', { errors, info: { findings } })
}
