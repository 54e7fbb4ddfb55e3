import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { fieldSchema } from '#domain/kit/schema.ts'
import { nothingShown } from '#domain/kit/shown.ts'
import { typedPassword, withPasswordRules } from './password.ts'
import { shownRegistration } from './shown-to-guests.ts'
import { user } from './user.ts'

const { username, email, firstname, lastname } = user.fields
const textOf = (name: string, field: typeof username | typeof firstname | typeof email) =>
  fieldSchema(user, name, field).transform((value) =>
    value === null ? undefined : String(value),
  ) as z.ZodType<string | undefined, string>

// An @ in a username could pass for somebody else's address at sign-in.
const newUsername = textOf('username', username).superRefine((value, ctx) => {
  if (value && !/^[\p{L}\p{N}._-]+$/u.test(value))
    ctx.addIssue({
      code: 'custom',
      message: 'Usernames have letters, digits, dots and dashes only.',
    })
})

const person = {
  username: newUsername.optional(),
  firstname: textOf('firstname', firstname).optional(),
  lastname: textOf('lastname', lastname).optional(),
}

/** What a guest sends to register, by PUT /user; the password is chosen behind the mailed link. */
export const registrationSchema = z.strictObject({
  ...person,
  email: textOf('email', email),
  terms_agreed: z.literal(true, { error: 'Please agree to the terms to carry on.' }),
})

const token = z.string().min(1).max(200)
const password = {
  password: typedPassword.optional(),
  password_confirm: typedPassword.optional(),
}

/** What a mailed link would confirm, shown to whoever holds it. */
export type PendingRegistration = z.infer<typeof shownRegistration>

export const registrationCalls = {
  look: call({
    method: 'GET',
    path: '/user/confirm',
    summary: 'What an e-mailed token (header X-Link-Token) would confirm; changes nothing',
    policy: { from: 'guest' },
    shows: shownRegistration,
    input: z.object({}),
    answers: data<PendingRegistration>(),
  }),
  confirm: call({
    method: 'POST',
    path: '/user/confirm',
    summary: 'Confirm an address with the e-mailed token, and choose the password of a new account',
    policy: { from: 'guest' },
    shows: nothingShown,
    replayed: false,
    input: withPasswordRules(z.strictObject({ token, ...person, ...password })),
    answers: data<null>(),
  }),
}
