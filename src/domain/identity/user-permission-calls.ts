import { z } from 'zod'
import { call, data, type Policy } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'

// §6: the flags of the staff row that is linked to a user, per organisation.
export const permissionFlags = [
  'view_customer_direct_debit',
  'set_customer_direct_debit_password',
  'encrypt',
  'can_decrypt',
  'allow_duplicate_file',
] as const
export type PermissionFlags = Record<(typeof permissionFlags)[number], boolean>

/** What somebody may do beside their role; who is no staff may do none of it. */
export interface UserPermission extends PermissionFlags {
  user_id: number
  staff_id: number | null
  name: string | null
  version: number | null
}

const reading: Policy = { from: 'user' }
const changing: Policy = {
  from: 'admin',
  apiKey: false,
  stepUp: true,
}

const flag = z.boolean().optional()
const wanted = z.strictObject({
  user_id: idSchema,
  view_customer_direct_debit: flag,
  set_customer_direct_debit_password: flag,
  encrypt: flag,
  can_decrypt: flag,
  allow_duplicate_file: flag,
} satisfies Record<keyof PermissionFlags | 'user_id', z.ZodType>)

export const userPermissionCalls = {
  get: call({
    method: 'GET',
    path: '/userpermission',
    summary: 'What you may do beside your role; anybody in the organisation for admins',
    policy: reading,
    input: z.object({ user_id: idSchema.optional() }),
    answers: data<UserPermission>(),
  }),
  list: call({
    method: 'GET',
    path: '/userpermissions',
    summary: 'Your own permissions; everybody’s for managers',
    policy: reading,
    input: z.looseObject({}),
    answers: data<UserPermission[]>(),
  }),
  give: call({
    method: 'PUT',
    path: '/userpermission',
    summary: 'Give permissions to a user who is staff',
    policy: changing,
    input: wanted,
    answers: data<UserPermission>(),
  }),
  edit: call({
    method: 'POST',
    path: '/userpermission',
    summary: 'Edit the permissions of a user who is staff',
    policy: changing,
    input: wanted,
    answers: data<UserPermission>(),
  }),
  remove: call({
    method: 'DELETE',
    path: '/userpermission',
    summary: 'Take every permission from a user',
    policy: changing,
    input: z.strictObject({ user_id: idSchema }),
    answers: data<UserPermission>(),
  }),
  removeMany: call({
    method: 'DELETE',
    path: '/userpermissions',
    summary: 'Take every permission from several users',
    policy: changing,
    input: z.strictObject({ ids: z.array(idSchema).min(1).max(500) }),
    answers: data<{ deleted: number[] }>(),
  }),
}
