import { z } from 'zod'
import { call, data, type Policy } from '#domain/kit/call.ts'
import type { Create } from '#domain/kit/entity.ts'
import { createSchema, idSchema, updateSchema } from '#domain/kit/schema.ts'
import { nothingShown } from '#domain/kit/shown.ts'
import { type RemovedRows, type Revision, verbs } from '#domain/kit/verbs.ts'
import { type Account, ownPolicy, type Workplace } from './account.ts'
import { typedPassword, withPasswordRules } from './password.ts'
import type { registrationSchema } from './registration-calls.ts'
import { type User, user } from './user.ts'

const removing: Policy = {
  from: 'padmin',
  withoutOrganisation: true,
  apiKey: false,
}

const password = {
  password: typedPassword.optional(),
  password_confirm: typedPassword.optional(),
}

/** What a platform admin sends to make a user. */
export const newUserSchema = withPasswordRules(createSchema(user).extend(password))
type NewUser = Create<typeof user> & z.input<z.ZodObject<typeof password>>

/** What is sent to change one; who may send which of it is the server's to say. */
export const userChangeSchema = withPasswordRules(
  updateSchema(user).extend({
    ...password,
    username_confirm: z.string().max(60).optional(),
    role_ids: z.array(idSchema).max(50).optional(),
  }),
)
type UserChange = Omit<Revision<typeof user>, 'id'> & {
  id?: number
  password?: string
  password_confirm?: string
  username_confirm?: string
  role_ids?: number[]
}

const userVerbs = verbs(user, { without: ['get', 'create', 'update', 'remove', 'removeMany'] })

export const userCalls = {
  get: call({
    method: 'GET',
    path: '/user',
    summary: 'Your own user with memberships and roles; any user for platform admins',
    policy: ownPolicy,
    input: z.object({ id: idSchema.optional() }),
    answers: data<Account>(),
  }),
  create: call({
    method: 'PUT',
    path: '/user',
    summary: 'Register, as a guest; create a user, as a platform admin',
    policy: { from: 'guest' },
    shows: nothingShown,
    replayed: false,
    // Who asks decides what is checked.
    input: z.looseObject({}) as unknown as z.ZodType<
      Record<string, unknown>,
      NewUser | z.input<typeof registrationSchema>
    >,
    answers: data<User | null>(),
  }),
  update: call({
    method: 'POST',
    path: '/user',
    summary: 'Change your own profile; any user, their password and roles for platform admins',
    policy: ownPolicy,
    target: user,
    replayed: false,
    input: z.looseObject({}) as unknown as z.ZodType<Record<string, unknown>, UserChange>,
    answers: data<Account>(),
  }),
  remove: call({
    method: 'DELETE',
    path: '/user',
    summary: 'Delete a user; their username must be typed',
    policy: { ...removing, stepUp: true },
    target: user,
    input: z.strictObject({
      id: idSchema,
      username_confirm: z.string({ error: 'Type the username to carry on.' }).max(60),
      version: z.coerce.number().optional(),
    }),
    answers: data<{ id: number }>(),
  }),
  removeMany: call({
    method: 'DELETE',
    path: '/users',
    summary: 'Delete several users',
    policy: { ...removing, stepUp: true },
    input: z.strictObject({ ids: z.array(idSchema).min(1).max(500) }),
    answers: data<RemovedRows>(),
  }),
  organisations: call({
    method: 'GET',
    path: '/user/organisations',
    summary: 'The organisations you may work in',
    policy: ownPolicy,
    input: z.object({}),
    answers: data<Workplace[]>(),
  }),
  ...userVerbs,
  restore: call({
    ...userVerbs.restore,
    policy: { ...userVerbs.restore.policy, stepUp: true },
  }),
}
