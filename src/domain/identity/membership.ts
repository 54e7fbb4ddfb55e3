import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, flag, name, ref } from '#domain/kit/field.ts'

export const membershipRoles = ['user', 'accounting', 'manager', 'admin'] as const

/** Who works in an organisation, and as what. */
export const membership = entity({
  name: 'membership',
  plural: 'memberships',
  title: 'role_name',
  access: { read: 'admin', write: 'admin', remove: 'admin' },
  fields: {
    user_id: ref('user').required(),
    role_name: choice(...membershipRoles)
      .required()
      .label('Role'),
  },
  list: ['user_id', 'role_name', 'created_at'],
  form: { Membership: ['user_id', 'role_name'] },
  search: [],
  order: 'id',
})
export type Membership = Row<typeof membership>

/** Roles of the platform; any role flagged is_admin makes a platform admin. */
export const role = entity({
  name: 'role',
  plural: 'roles',
  title: 'name',
  scope: 'platform',
  access: { read: 'padmin', write: 'padmin', remove: 'padmin' },
  fields: {
    name: name(60).unique('nameConflict'),
    is_admin: flag().label('Platform admin'),
  },
  list: ['name', 'is_admin'],
  form: { Role: ['name', 'is_admin'] },
  search: ['name'],
  order: 'name',
})
