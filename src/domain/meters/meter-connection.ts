import { hasSettledChecksum, icpProblem, normaliseIcp } from '#domain/kit/icp.ts'
import type { FieldError } from '#domain/kit/problem.ts'

interface Connection {
  icp_type?: string | null | undefined
  icp_number?: string | null | undefined
}

const factors = ['multiplier_value', 'meter_factor', 'loss_factor', 'conversion_factor'] as const

/** The columns its check reads. */
type CheckedMeter = Connection & { reading_interval?: number | null } & {
  [K in 'date_installed' | 'date_removed' | (typeof factors)[number]]?: string | null
}

const wrongChecksum = (row: Connection) =>
  typeof row.icp_number === 'string' && icpProblem(normaliseIcp(row.icp_number)) === 'checksum'

/** An electricity connection's checksum decides; the gas registry's is not settled. */
export function meterErrors(row: CheckedMeter): FieldError[] {
  const errors: FieldError[] = []
  const refuse = (field: string, message: string) =>
    errors.push({ field, code: 'bad_request', message })
  if (hasSettledChecksum(row.icp_type) && wrongChecksum(row))
    refuse('icp_number', 'ICP isn’t right. Check it against a bill: it has 15 characters.')
  if (isBefore(row.date_removed, row.date_installed))
    refuse('date_removed', 'Removed can’t be before Installed.')
  if (typeof row.reading_interval === 'number' && row.reading_interval < 1)
    refuse('reading_interval', 'Read every is at least 1.')
  for (const name of factors)
    if (typeof row[name] === 'string' && Number(row[name]) <= 0)
      refuse(name, 'A factor is more than zero.')
  return errors
}

export function meterWarnings(row: Connection): FieldError[] {
  if (hasSettledChecksum(row.icp_type) || !wrongChecksum(row)) return []
  const message = 'The checksum of this ICP isn’t what we would expect. Check it against a bill.'
  return [{ field: 'icp_number', code: 'warning', message }]
}

const isBefore = (later: string | null | undefined, earlier: string | null | undefined) =>
  typeof later === 'string' && typeof earlier === 'string' && later < earlier
