import { isRole, roleOf } from '#domain/access/role.ts'
import type { Account } from '#domain/identity/account.ts'
import { user } from '#domain/identity/user.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { selectList, visibleColumns } from '#server/kit/rows/column.ts'

const columns = { fragment: selectList(user, visibleColumns(user, 'padmin'), 'u') }

/** Which organisation the user works in, and who works in their name. */
export interface WorkingPlace {
  organisation_id: number | null
  impersonator: string | null
}

const ACCOUNT = sql<
  { row: Account },
  [user_id: number, organisation_id: number | null]
>`select row_to_json(r) as row from (select ${columns},
      coalesce((select json_agg(json_build_object('organisation_id', o.id,
          'organisation_name', o.name, 'role_name', m.role_name) order by o.name)
        from memberships m join organisations o on o.id = m.organisation_id
        where m.user_id = u.id and m.deleted_at is null
          and o.is_active and o.deleted_at is null), '[]') as memberships,
      coalesce((select json_agg(json_build_object('id', ro.id, 'name', ro.name,
          'is_admin', ro.is_admin) order by ro.name)
        from user_roles ur join roles ro on ro.id = ur.role_id and ro.deleted_at is null
        where ur.user_id = u.id), '[]') as roles,
      (select o.id from organisations o where o.id = $2 and o.is_active
        and o.deleted_at is null) as organisation_id,
      (select o.name from organisations o where o.id = $2) as organisation_name,
      exists (select from organisations o where o.id = $2
        and o.demonstration_number is not null) as is_demonstration,
      coalesce((select o.totp_required and not u.has_totp from organisations o
        where o.id = $2), false) as totp_enrolment_required
     from users u where u.id = $1) r`

/**
 * A user with their memberships and roles, as sign-in and GET /user answer it. The connection must
 * be scoped to that user, so that row-level security shows their memberships.
 */
export async function userAnswer(
  conn: Conn,
  user_id: number,
  working: WorkingPlace,
): Promise<Account | null> {
  const row = await ACCOUNT.one(conn, user_id, working.organisation_id)
  return row ? completed(row.row, working) : null
}

function completed(found: Account, working: WorkingPlace): Account {
  const mine = found.memberships.find((entry) => entry.organisation_id === found.organisation_id)
  const isPadmin = found.roles.some((role) => role.is_admin)
  const isAdmin = found.memberships.some((entry) => entry.role_name === 'admin')
  const must = found.totp_enrolment_required && working.impersonator === null
  return {
    ...found,
    // Until the second factor is set up, nothing of the organisation is shown.
    organisation_id: must ? null : found.organisation_id,
    totp_enrolment_required: must,
    user_type: isPadmin ? 'padmin' : isAdmin ? 'admin' : 'user',
    user_role: roleOf(found),
    membership_role: isRole(mine?.role_name) ? mine.role_name : 'guest',
    impersonator: working.impersonator,
  }
}
