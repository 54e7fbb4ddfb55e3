import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { storableText } from '#domain/kit/storable.ts'
import { type Account, ownPolicy } from './account.ts'
import { passkeyProof } from './passkey-calls.ts'
import { MAX_PASSWORD, typedPassword } from './password.ts'
import { shownAccount } from './shown-to-guests.ts'

const code = z.string().max(40).optional()
const credentials = z.strictObject({
  username: storableText(254, 'The username is needed.'),
  password: typedPassword,
  totp: code,
  passkey: passkeyProof.optional(),
  organisation_id: z.int().min(1).optional(),
})

export const sessionCalls = {
  signIn: call({
    method: 'POST',
    path: '/user/signin',
    summary: 'Sign in with credentials, or with the stored token when the body is empty',
    policy: { from: 'guest' },
    shows: shownAccount,
    replayed: false,
    input: z.union([z.strictObject({}), credentials]),
    answers: data<Account>(),
  }),
  signOut: call({
    method: 'POST',
    path: '/user/signout',
    summary: 'Sign out; a platform admin working as somebody else returns to their own name',
    policy: { from: 'guest' },
    shows: shownAccount,
    replayed: false,
    input: z.strictObject({}),
    answers: data<Account | null>(),
  }),
  renewToken: call({
    method: 'GET',
    path: '/user/token',
    summary: "Renew the running session's token",
    policy: ownPolicy,
    input: z.object({}),
    answers: data<{ token: string }>(),
  }),
  makeToken: call({
    method: 'POST',
    path: '/token',
    summary: 'A token for credentials or for an API key; answers like sign-in',
    policy: { from: 'guest' },
    shows: shownAccount,
    replayed: false,
    input: z.union([z.strictObject({ api_key: z.string().min(1).max(MAX_PASSWORD) }), credentials]),
    answers: data<Account>(),
  }),
  switchRole: call({
    method: 'POST',
    path: '/user/role',
    summary: 'Work in another organisation',
    policy: { ...ownPolicy },
    replayed: false,
    input: z.strictObject({ organisation_id: idSchema }),
    answers: data<Account>(),
  }),
  stepUp: call({
    method: 'POST',
    path: '/user/stepup',
    summary: 'Prove again who you are; good for five minutes',
    policy: { ...ownPolicy },
    replayed: false,
    input: z.strictObject({
      password: typedPassword.optional(),
      totp: code,
      passkey: passkeyProof.optional(),
    }),
    answers: data<null>(),
  }),
}
