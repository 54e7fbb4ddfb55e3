import { z } from 'zod'
import { call, data, type Policy } from '#domain/kit/call.ts'
import { storableText } from '#domain/kit/storable.ts'
import { ownPolicy } from './account.ts'

const text = z.string().max(4000)
const answer = {
  id: z.string().min(1).max(1400),
  rawId: z.string().min(1).max(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.looseObject({}),
}

/** What a browser answers when somebody proves themselves with a passkey. */
export const passkeyProof = z.strictObject({
  ...answer,
  response: z.strictObject({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.nullish(),
  }),
})
export type PasskeyProof = z.infer<typeof passkeyProof>

/** What it answers when it has made a new one. */
const newPasskey = z.strictObject({
  ...answer,
  response: z.strictObject({
    clientDataJSON: text,
    attestationObject: z.string().max(20_000),
    authenticatorData: text.optional(),
    transports: z.array(z.string().max(20)).max(10).optional(),
    publicKeyAlgorithm: z.int().optional(),
    publicKey: text.optional(),
  }),
})
export type NewPasskey = z.infer<typeof newPasskey>

/** What the browser is asked with, in the shape its own interface takes. */
export type PasskeyQuestion = Record<string, unknown>

export interface Passkey {
  id: string
  name: string
  created_at: string
  last_used_at: string | null
}

const changing: Policy = { ...ownPolicy, stepUp: true }

export const passkeyCalls = {
  list: call({
    method: 'GET',
    path: '/user/passkeys',
    summary: 'Your passkeys',
    policy: ownPolicy,
    input: z.object({}),
    answers: data<Passkey[]>(),
  }),
  begin: call({
    method: 'POST',
    path: '/user/passkey/begin',
    summary: 'What your browser is asked with to make a passkey',
    policy: changing,
    replayed: false,
    input: z.strictObject({}),
    answers: data<PasskeyQuestion>(),
  }),
  add: call({
    method: 'PUT',
    path: '/user/passkey',
    summary: 'Keep a passkey your browser has made',
    policy: changing,
    replayed: false,
    input: z.strictObject({
      name: storableText(60, 'Give it a name you will know it by.'),
      passkey: newPasskey,
    }),
    answers: data<Passkey>(),
  }),
  remove: call({
    method: 'DELETE',
    path: '/user/passkey',
    summary: 'Remove one of your passkeys',
    policy: changing,
    input: z.strictObject({ id: z.string().min(1).max(1400) }),
    answers: data<{ id: string }>(),
  }),
  ask: call({
    method: 'POST',
    path: '/user/stepup/passkey',
    summary: 'What your browser is asked with to prove again who you are',
    policy: ownPolicy,
    replayed: false,
    input: z.strictObject({}),
    answers: data<PasskeyQuestion>(),
  }),
}
