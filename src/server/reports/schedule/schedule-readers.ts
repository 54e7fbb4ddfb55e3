import { atLeast, isRole, type Role } from '#domain/access/role.ts'
import { badField } from '#domain/kit/problem.ts'
import type { ReportDefinition } from '#domain/reports/report.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { notPossible } from '#server/kit/rows/state.ts'

/** Somebody a report is meant for, as they stand today. */
export interface Reader {
  user_id: number
  name: string
  username: string
  email: string | null
  role: Role
}

interface FoundReader extends Omit<Reader, 'role'> {
  role_name: string | null
  is_disabled: boolean
}

// Who has left is found, too: whoever asked for the report is told of them by name.
const READERS = sql<FoundReader, [ids: readonly number[]]>`
  select u.id as user_id, coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.username)
      as name, u.username, u.email, m.role_name,
    u.is_disabled or u.deleted_at is not null as is_disabled
  from users u left join memberships m on m.user_id = u.id and m.deleted_at is null
    and m.organisation_id = scope_organisation()
  where u.id = any($1) order by u.id`

/** Each of them with the role they hold now; guests where they hold none. */
export async function readersOf(conn: Conn, ids: readonly number[]): Promise<Reader[]> {
  const found = await READERS.all(conn, ids)
  return found.map(({ role_name, is_disabled, ...who }) => ({
    ...who,
    role: !is_disabled && isRole(role_name) ? role_name : 'guest',
  }))
}

/** Why a report does not go to somebody today; null where it does. */
export function obstacleOf(
  { name, email, role }: Reader,
  definition: ReportDefinition,
): string | null {
  if (!atLeast(role, definition.role)) return `${name} may not read ${definition.title}`
  return email ? null : `${name} has no email address`
}

/** Refuses people who are not of the organisation, and those who may not read the report. */
export async function refuseReaders(
  conn: Conn,
  definition: ReportDefinition,
  ids: readonly number[],
): Promise<void> {
  const readers = await readersOf(conn, ids)
  const strangers = ids.filter((id) => !readers.some((one) => one.user_id === id && isHere(one)))
  if (strangers.length > 0) throw badField('recipient_ids', 'Choose people of your organisation.')
  for (const reader of readers) {
    const obstacle = obstacleOf(reader, definition)
    if (obstacle)
      throw notPossible(
        'send',
        obstacle,
        `It needs the role ${definition.role} and an email address. You could choose somebody else.`,
      )
  }
}

const isHere = ({ role }: Reader) => role !== 'guest'
