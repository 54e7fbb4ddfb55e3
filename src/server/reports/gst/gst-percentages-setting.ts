import { organisationSettings } from '#domain/identity/organisation-settings.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { gstChangedFrom, standardGst } from '#domain/kit/gst.ts'
import { lockedTo } from '#server/books/locked-books.ts'
import { gstRatesOf } from '#server/identity/gst-rates.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

// Nobody sends a paper between the look at the papers and the new percentage.
const HOLD_THE_BOOKS = sql`select hold_the_books()`

// What was cancelled may be made again with the new percentage, and what is zero-rated stays so.
const LAST_PAPER = sql<{ day: string | null }, []>`
  select max(day) as day from (
    select max(invoice_date) as day from invoices where deleted_at is null
      and invoice_status in ('invoiced', 'cleared', 'paid')
      and gst_percent <> 0 and credits_id is null
    union all select max(coalesce(date_issued, period_end)) from bills where deleted_at is null
      and bill_status not in ('draft', 'cancelled') and gst_percent <> 0
    union all select max(adjustment_date) from adjustments where deleted_at is null and with_gst
      and adjustment_status <> 'cancelled'
    union all select max(sent_date) from commissionstatements where deleted_at is null
      and gst <> 0 and statement_status in ('sent', 'paid', 'cleared')) papers`

/** A percentage holds from a day whose papers are all still to come. */
export const gstPercentagesSetting = {
  ...organisationSettings.gst_percentages,
  refusal: async (conn: Conn, value: unknown): Promise<string | null> => {
    const read = organisationSettings.gst_percentages.schema.safeParse(value ?? standardGst)
    if (!read.success) return null
    const day = gstChangedFrom(await gstRatesOf(conn), read.data)
    if (!day) return null
    await HOLD_THE_BOOKS.run(conn)
    const locked = await lockedTo(conn)
    if (locked && day <= locked)
      return `The books are locked to ${formatDayShort(locked)}: GST can change from a later day only.`
    const last = (await LAST_PAPER.one(conn))?.day
    if (!last || day > last) return null
    return `Papers up to ${formatDayShort(last)} have left with the percentage of their day: GST can change from a later day only.`
  },
}
