// §6: the roles in their order; each may do what the ones before it may.
export const roles = ['guest', 'user', 'accounting', 'manager', 'admin', 'padmin'] as const
export type Role = (typeof roles)[number]

export interface RoleHolder {
  roles?: readonly { is_admin?: boolean | null | undefined }[] | null | undefined
  memberships?:
    | readonly { organisation_id?: number | null | undefined; role_name: string }[]
    | null
    | undefined
  /** The organisation the user works in at the moment; null for none. */
  organisation_id?: number | null | undefined
}

/** How high a role stands; a role may do what a lower one may. */
export function rankOf(role: Role): number {
  return roles.indexOf(role)
}

/** True when the role stands at the needed one or above it. */
export function atLeast(role: Role, needed: Role): boolean {
  return rankOf(role) >= rankOf(needed)
}

export function isRole(name: unknown): name is Role {
  return roles.some((role) => role === name)
}

/**
 * §6: platform admin by any role flagged is_admin, otherwise the role of the membership in the
 * organisation at hand; guest for nobody and for a user without a membership.
 */
export function roleOf(user: RoleHolder | null | undefined): Role {
  if (!user) return 'guest'
  if (user.roles?.some((role) => role.is_admin)) return 'padmin'
  const memberships = user.memberships ?? []
  const current =
    user.organisation_id === undefined
      ? memberships[0]
      : memberships.find((membership) => membership.organisation_id === user.organisation_id)
  // A membership never makes a platform admin: only a role flagged is_admin does.
  return isRole(current?.role_name) && current.role_name !== 'padmin' ? current.role_name : 'guest'
}
