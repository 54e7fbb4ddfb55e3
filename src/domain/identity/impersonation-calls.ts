import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { isStorable } from '#domain/kit/storable.ts'
import type { Account } from './account.ts'
import { user } from './user.ts'

export const impersonationCalls = {
  begin: call({
    method: 'POST',
    path: '/user/impersonate',
    summary: 'Work as another user for 30 minutes, with a reason and their username typed',
    policy: {
      from: 'padmin',
      withoutOrganisation: true,
      apiKey: false,
      stepUp: true,
    },
    replayed: false,
    target: user,
    input: z.strictObject({
      id: idSchema,
      username_confirm: z.string({ error: 'Type the username to carry on.' }).max(60),
      reason: z
        .string({ error: 'Say why, in a few words.' })
        .trim()
        .min(10, 'Say why, in at least 10 characters.')
        .max(500)
        .refine(isStorable, "That can't be stored."),
      organisation_id: idSchema.optional(),
    }),
    answers: data<Account>(),
  }),
}
