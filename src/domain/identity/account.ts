import type { Role } from '#domain/access/role.ts'
import type { Policy } from '#domain/kit/call.ts'
import type { User } from './user.ts'

/** Somebody's own account: any signed-in user, also without an organisation, never a program. */
export const ownPolicy: Policy = { from: 'user', withoutOrganisation: true, apiKey: false }

/** An organisation somebody may work in. */
export interface Workplace {
  organisation_id: number
  organisation_name: string
  role_name: string
}

/** A user with their memberships and roles, as sign-in and GET /user answer it. */
export type Account = Omit<User, 'organisation_id'> & {
  memberships: Workplace[]
  roles: { id: number; name: string; is_admin: boolean }[]
  /** Where they work at the moment. */
  organisation_id: number | null
  organisation_name: string | null
  /** What they see there was made to be shown. */
  is_demonstration: boolean
  user_type: 'padmin' | 'admin' | 'user'
  /** What they are at the moment: a platform admin, else what their membership makes them. */
  user_role: Role
  membership_role: Role
  /** The name of the platform admin who works under this user's name. */
  impersonator: string | null
  /** The organisation asks for a second factor that is not set up yet. */
  totp_enrolment_required: boolean
}
