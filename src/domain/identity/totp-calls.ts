import { z } from 'zod'
import { call, data, type Policy } from '#domain/kit/call.ts'
import { ownPolicy } from './account.ts'
import { typedPassword } from './password.ts'

const policy: Policy = { ...ownPolicy }
const code = z.string({ error: 'The code is needed.' }).max(20)

/** What an authenticator app needs to know; shown once. */
export interface TotpEnrolment {
  secret: string
  uri: string
}

export const totpCalls = {
  enrol: call({
    method: 'POST',
    path: '/user/totp/enrol',
    summary: 'Begin two-factor sign-in: the secret is shown this once',
    policy,
    replayed: false,
    input: z.strictObject({ password: typedPassword }),
    answers: data<TotpEnrolment>(),
  }),
  confirm: call({
    method: 'POST',
    path: '/user/totp/confirm',
    summary: 'Finish two-factor sign-in with a first code',
    policy,
    replayed: false,
    input: z.strictObject({ totp: code }),
    answers: data<null>(),
  }),
  disable: call({
    method: 'POST',
    path: '/user/totp/disable',
    summary: 'Switch two-factor sign-in off with the password and a code',
    policy,
    replayed: false,
    input: z.strictObject({ password: typedPassword, totp: code }),
    answers: data<null>(),
  }),
}
