import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const DEPENDS = sql<{ id: number }, [customer_id: number]>`
  select id from customers where id = $1 and required_for_medical
    and customer_type is distinct from 'commercial'`

/** Consumer care: whom power keeps alive is never written to in final words. */
export async function careRefusal(
  conn: Conn,
  tone: 'normal' | 'final' | 'disconnection',
  customer_id: number | null,
): Promise<string | null> {
  if (tone === 'normal' || customer_id === null) return null
  const depends = await DEPENDS.one(conn, customer_id)
  if (!depends) return null
  const words = tone === 'final' ? 'a final text' : 'a text about disconnection'
  return `The customer needs power for medical reasons: ${words} must not go to them.`
}
