import type { GstPaper } from '#domain/reports/gst-paper.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const ORGANISATION = sql<GstPaper['organisation'], [id: number | null]>`
  select coalesce(o.trading_name, o.name) as name, o.gst_number, array_remove(array[o.street,
    o.suburb, nullif(concat_ws(' ', o.city, o.postcode), '')], null) as address
  from organisations o where o.id = $1`

/** Who files, as the paper names them. */
export async function organisationOf(
  conn: Conn,
  id: number | null,
): Promise<GstPaper['organisation']> {
  return (await ORGANISATION.one(conn, id)) ?? { name: '', gst_number: null, address: [] }
}
