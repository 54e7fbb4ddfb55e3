import type { SentTerms } from '#domain/books/sent-terms.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'

/** The organisation's settings of today, as an invoice that goes out keeps them. */
export async function sentTerms(conn: Conn): Promise<SentTerms> {
  const [grace, tolerance, old, fee, feeGrace, minimum, commission_base] = await Promise.all([
    settingOf(conn, 'ppd_grace_working_days'),
    settingOf(conn, 'ppd_tolerance_cents'),
    settingOf(conn, 'ppd_needs_old_balance'),
    settingOf(conn, 'late_fee_amount'),
    settingOf(conn, 'late_fee_grace_days'),
    settingOf(conn, 'late_fee_minimum'),
    settingOf(conn, 'commission_base'),
  ])
  return {
    ppd_grace_working_days: grace,
    ppd_tolerance_cents: tolerance,
    ppd_needs_old_balance: old,
    late_fee_amount: fee,
    late_fee_grace_days: feeGrace,
    late_fee_minimum: minimum,
    commission_base,
  }
}
