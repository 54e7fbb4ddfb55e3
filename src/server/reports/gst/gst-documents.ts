import type { SettingValue } from '#domain/identity/organisation-settings.ts'
import type { GstDocument } from '#domain/reports/gst-boxes.ts'
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
  if (basis === 'payments') return paidIn(conn, span)
  const found = await Promise.all([
    suppliesOf(conn, span),
    badDebtsOf(conn, span),
    purchasesOf(conn, span),
  ])
  return found.flat()
}
