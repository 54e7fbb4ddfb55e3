import type { SettingValue } from '#domain/identity/organisation-settings.ts'
import type { GstDocument } from '#domain/reports/gst-boxes.ts'
import { gstRatesOf } from '#server/identity/gst-rates.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { paidIn } from './gst-payments.ts'
import { purchasesOf } from './gst-purchases.ts'
import { badDebtsOf, type GstSpan, suppliesOf } from './gst-supplies.ts'

export type GstBasis = SettingValue<'gst_basis'>

/** Every document of a return, by the basis that holds for it. */
export async function gstDocuments(
  conn: Conn,
  basis: GstBasis,
  span: GstSpan,
): Promise<GstDocument[]> {
  const rates = await gstRatesOf(conn)
  if (basis === 'payments') return paidIn(conn, span, rates)
  const found = await Promise.all([
    suppliesOf(conn, span, rates),
    badDebtsOf(conn, span, rates),
    purchasesOf(conn, span, rates),
  ])
  return found.flat()
}
