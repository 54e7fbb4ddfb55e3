import { badField, Problem } from '#domain/kit/problem.ts'
import { checkReading, type Finding } from '#domain/meters/plausibility.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { readingRules } from './reading-rules.ts'
import { lockRegisters, readingsOf } from './register-facts.ts'

type Input = Record<string, unknown>

/** What the rules say; an error refuses the reading in the rule's own words. */
export async function judgeReading(
  ctx: Context,
  conn: Conn,
  register_id: number,
  row: Input,
): Promise<Finding[]> {
  const [register] = await lockRegisters(conn, [register_id])
  if (!register) throw badField('meterregister_id', 'Say which register was read.')
  if ((row.reading_latest ?? null) === null && (row.reading_quantity ?? null) === null)
    throw badField('reading_latest', 'Enter the reading, or a quantity with its period.')
  if (row.reading_latest_type === 'misread') return []
  const readings = await readingsOf(conn, [register_id])
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : null)
  const findings = checkReading({
    candidate: {
      id: Number(row.id),
      reading_date: String(row.reading_date),
      reading_latest_type: String(row.reading_latest_type ?? 'actual'),
      reading_latest: text('reading_latest'),
      reading_quantity: text('reading_latest') === null ? text('reading_quantity') : null,
      period_start: text('reading_latest') === null ? text('period_start') : null,
      is_rollover: row.is_rollover === true,
      final_reading: row.final_reading === true,
    },
    meter: register.meter,
    register,
    history: readings.get(register_id) ?? [],
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
