import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const TAKE = sql<{ prefix: string; first: string }, [count: number]>`
  update series set next_value = next_value + $1 where name = 'invoice_number'
  returning prefix, (next_value - $1)::text as first`

const START = sql`select start_series('invoice_number')`

/** Held until the transaction ends: numbers have no gaps and are never given twice. */
export async function nextInvoiceNumbers(conn: Conn, count: number): Promise<string[]> {
  if (count === 0) return []
  let taken = await TAKE.one(conn, count)
  if (!taken) {
    await START.run(conn)
    taken = await TAKE.one(conn, count)
  }
  if (!taken) throw new Error('There is no series of invoice numbers.')
  const { prefix, first } = taken
  return Array.from({ length: count }, (_, place) => `${prefix}${Number(first) + place}`)
}
