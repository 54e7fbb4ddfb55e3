import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const ADMINS = sql<{ email: string }, [organisation_id: number | null, also: number | null]>`
  select distinct u.email from memberships m
    join users u on u.id = m.user_id and not u.is_disabled
  where m.organisation_id = $1 and m.deleted_at is null
    and (m.role_name = 'admin' or u.id = $2)`

/** Where whoever answers for an organisation is written to, and one more of its people. */
export async function adminAddresses(
  conn: Conn,
  organisation_id: number | null,
  also: number | null = null,
): Promise<string[]> {
  return (await ADMINS.all(conn, organisation_id, also)).map(({ email }) => email)
}
