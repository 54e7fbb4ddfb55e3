import type { Violation } from '#domain/books/violation.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { invariants } from './invariants.ts'

/** More of one kind tell nothing new. */
export const MOST = 200

/** Asks everything that must hold of the books, of all customers or of some. */
export async function violations(
  conn: Pick<Conn, 'query'>,
  today: string,
  customer_ids: readonly number[] | null = null,
): Promise<Violation[]> {
  const found: Violation[] = []
  for (const { code, title, sql } of invariants) {
    const uses = sql.includes('$2') ? [customer_ids, today] : [customer_ids]
    const rows = await conn.query<{ customer_id: number | null; detail: string }>(
      `select customer_id, detail from (${sql}) v limit ${MOST}`,
      uses,
    )
    found.push(...rows.map((row) => ({ code, title, ...row })))
  }
  return found
}
