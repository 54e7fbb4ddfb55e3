import { type Role, rankOf } from '#domain/access/role.ts'
import { membershipRoles } from '#domain/identity/membership.ts'

export type TaskRole = (typeof membershipRoles)[number]

/**
 * Who answers for a role's tasks: whoever holds the role, and where nobody does, whoever holds the
 * next higher one. So no task waits for somebody who does not work here.
 */
export function answeringRole(wanted: TaskRole, held: ReadonlySet<string>): TaskRole {
  const higher = membershipRoles.filter((role) => rankOf(role) >= rankOf(wanted))
  return higher.find((role) => held.has(role)) ?? 'admin'
}

/** The roles whose tasks somebody of this role answers for. A platform admin works as an admin. */
export function rolesAnsweredBy(role: Role, held: ReadonlySet<string>): TaskRole[] {
  const own = role === 'padmin' ? 'admin' : role
  return membershipRoles.filter((one) => answeringRole(one, held) === own)
}
