import { type GstRates, gstPercentOn } from '#domain/kit/gst.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { settingOf } from './setting.ts'

/** The organisation's percentages of GST, for whoever needs those of several days. */
export const gstRatesOf = (conn: Conn): Promise<GstRates> => settingOf(conn, 'gst_percentages')

/** The percentage of a paper of this day. */
export async function gstOn(conn: Conn, day: string): Promise<string> {
  return gstPercentOn(await gstRatesOf(conn), day)
}
