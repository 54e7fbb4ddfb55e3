import { z } from 'zod'
import { type AnyCall, call, data, type Policy } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { storableText } from '#domain/kit/storable.ts'
import { verbs } from '#domain/kit/verbs.ts'
import type { Invitation } from './invitation-calls.ts'
import { membership, membershipRoles, role } from './membership.ts'

/** Changes of who may do what: freshly proved, in one's own name, by a person. */
const guard: Partial<Policy> = { stepUp: true, apiKey: false }

function guarded<C extends Record<string, AnyCall>>(calls: C): C {
  const entries = Object.entries(calls).map(([name, one]) => [
    name,
    one.method === 'GET' ? one : { ...one, policy: { ...one.policy, ...guard } },
  ])
  return Object.fromEntries(entries) as C // The same calls, more closely held.
}

export const membershipCalls = guarded({
  create: call({
    method: 'PUT',
    path: '/membership',
    summary: 'Invite somebody by username or address, or by the id of somebody one can see',
    policy: { from: 'admin' },
    input: z.strictObject({
      user_id: idSchema.optional(),
      username: storableText(254, 'The username is needed.').optional(),
      role_name: z.enum(membershipRoles, {
        error: `Role: choose one of ${membershipRoles.join(', ')}.`,
      }),
    }),
    answers: data<Invitation>(),
  }),
  ...verbs(membership, { without: ['create'] }),
})

export const roleCalls = guarded(verbs(role))
