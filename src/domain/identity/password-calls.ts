import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { fieldSchema } from '#domain/kit/schema.ts'
import { nothingShown } from '#domain/kit/shown.ts'
import { type Account, ownPolicy } from './account.ts'
import { newPasswordShape, typedPassword, withPasswordRules } from './password.ts'
import { shownPasswordRules } from './shown-to-guests.ts'
import { user } from './user.ts'

const token = z.string().min(1).max(200)

/** A reset begins with an address and ends with the token that was mailed to it. */
export const askForResetSchema = z.strictObject({
  email: fieldSchema(user, 'email', user.fields.email) as z.ZodType<string, string>,
})
export const resetSchema = withPasswordRules(z.strictObject({ token, ...newPasswordShape }))
type ResetRequest = z.input<typeof askForResetSchema> | z.input<typeof resetSchema>

export const passwordCalls = {
  change: call({
    method: 'POST',
    path: '/password/change',
    summary: 'Change your own password; every other session ends',
    policy: { ...ownPolicy },
    replayed: false,
    input: withPasswordRules(z.strictObject({ password_old: typedPassword, ...newPasswordShape })),
    answers: data<Account>(),
  }),
  reset: call({
    method: 'POST',
    path: '/password/reset',
    summary: 'Ask for a reset link with an address, or set a new password with its token',
    policy: { from: 'guest' },
    shows: nothingShown,
    replayed: false,
    // Which of the two it is decides what is checked; each has a schema of its own.
    input: z.looseObject({}) as unknown as z.ZodType<Record<string, unknown>, ResetRequest>,
    answers: data<null>(),
  }),
  rules: call({
    method: 'GET',
    path: '/password',
    summary: 'The rules for passwords; with X-Link-Token also whether that reset link still works',
    policy: { from: 'guest' },
    shows: shownPasswordRules,
    input: z.object({}),
    answers: data<z.infer<typeof shownPasswordRules>>(),
  }),
}
