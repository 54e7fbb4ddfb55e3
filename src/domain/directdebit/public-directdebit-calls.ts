import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { nothingShown, shownLook } from '#domain/kit/shown.ts'

const shown = z.strictObject({
  look: shownLook,
  broker_name: z.string(),
  broker_email: z.string().nullable(),
  broker_phone: z.string().nullable(),
  customer_name: z.string(),
  notice_days: z.number(),
  most: z.string(),
  is_done: z.boolean(),
})

/** What somebody who is asked to authorise us reads before they go to the provider. */
export type DebitInvitation = z.infer<typeof shown>

const page = z.strictObject({ url: z.string() })

export const publicDirectdebitCalls = {
  read: call({
    method: 'GET',
    path: '/public/directdebit',
    summary: 'What a customer reads who is invited to pay by direct debit',
    policy: { from: 'guest' },
    input: z.object({}),
    answers: data<DebitInvitation>(),
    shows: shown,
  }),
  opened: call({
    method: 'POST',
    path: '/public/directdebit/opened',
    summary: 'Notes that the customer has opened the invitation behind a link',
    policy: { from: 'guest' },
    shows: nothingShown,
    replayed: false,
    input: z.strictObject({}),
    answers: data<null>(),
  }),
  start: call({
    method: 'POST',
    path: '/public/directdebit/start',
    summary: 'Send the customer to the provider’s page to authorise us',
    policy: { from: 'guest' },
    input: z.strictObject({}),
    answers: data<{ url: string }>(),
    shows: page,
    replayed: false,
  }),
}
