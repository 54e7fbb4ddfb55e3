import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { signedInput } from '#domain/kit/signed-input.ts'

/** The largest mail that servers take, and what travels with it. */
export const MAIL_BYTES = 45 * 1024 * 1024

/** What whoever relays an organisation's mail calls. It only stores what came; a job looks at it. */
export const mailHookCalls = {
  bring: call({
    method: 'POST',
    path: '/webhooks/mail/:key',
    summary: 'A mail for the office, as it came (message/rfc822), signed by whoever relays it',
    policy: { from: 'guest' },
    input: signedInput({ key: z.string().max(200) }),
    answers: data<null>(),
    shows: z.null(),
    status: 204,
    signedBy: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    takesBytes: MAIL_BYTES,
    replayed: false,
  }),
}
