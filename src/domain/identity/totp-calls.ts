import { z } from 'zod'
import { call, data, type Policy } from '#domain/kit/call.ts'
import { ownPolicy } from './account.ts'
import { typedPassword } from './password.ts'

const policy: Policy = { ...ownPolicy }
const code = z.string({ error: 'The code is needed.' }).max(40)

/** What an authenticator app needs to know; shown once. */
export interface TotpEnrolment {
  secret: string
  uri: string
}

/** Codes for the day the authenticator is lost, each good once; shown once. */
export interface NewRecoveryCodes {
  recovery_codes: string[]
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
    answers: data<NewRecoveryCodes>(),
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
  renewCodes: call({
    method: 'POST',
    path: '/user/recoverycodes',
    summary: 'Ten new recovery codes in the place of the old ones, shown this once',
    policy: { ...policy, stepUp: true },
    replayed: false,
    input: z.strictObject({}),
    answers: data<NewRecoveryCodes>(),
  }),
  countCodes: call({
    method: 'GET',
    path: '/user/recoverycodes',
    summary: 'How many of your recovery codes are left',
    policy,
    input: z.object({}),
    answers: data<{ left: number }>(),
  }),
}
