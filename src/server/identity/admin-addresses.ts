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

const PADMINS = sql<{ email: string }, []>`
  select distinct u.email from users u join user_roles ur on ur.user_id = u.id
    join roles r on r.id = ur.role_id and r.is_admin and r.deleted_at is null
  where not u.is_disabled and u.deleted_at is null`

/** Where whoever answers for the whole installation is written to. */
export async function padminAddresses(conn: Conn): Promise<string[]> {
  return (await PADMINS.all(conn)).map(({ email }) => email)
}
