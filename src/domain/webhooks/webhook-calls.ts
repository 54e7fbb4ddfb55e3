import { z } from 'zod'
import { call, data, type Policy } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { storableText } from '#domain/kit/storable.ts'
import { webhookEvents } from './webhook-event.ts'

/** Where something is told, and what. */
export interface Webhook {
  id: number
  name: string
  url: string
  events: string[]
  is_active: boolean
  failing_since: string | null
  switched_off_at: string | null
  version: number
  created_at: string
}

/** A secret as it is shown this once. */
export interface NewSecret {
  id: number
  secret: string
}

/** One telling and what became of it. */
export interface Delivery {
  id: number
  message_id: string
  type: string
  object_class: string
  object_id: number
  delivery_status: 'waiting' | 'delivered' | 'failed'
  attempts: number
  answer_status: number | null
  answer_ms: number | null
  answer: string | null
  created_at: string
  tried_at: string | null
}

// What leaves the house by itself is decided by people who have just proved who they are.
const reading: Policy = { from: 'admin', apiKey: false }
const deciding: Policy = { ...reading, stepUp: true }

const fields = {
  name: storableText(60, 'A webhook needs a name.'),
  url: storableText(500, 'The address is needed.'),
  events: z
    .array(z.string().refine((type) => webhookEvents.includes(type), 'There is no such event.'))
    .min(1, 'Choose at least one event.'),
}
const one = z.strictObject({ id: idSchema })

export const webhookCalls = {
  list: call({
    method: 'GET',
    path: '/webhooks',
    summary: 'Where this organisation’s events are told; never a secret',
    policy: reading,
    input: z.object({}),
    answers: data<Webhook[]>(),
  }),
  create: call({
    method: 'PUT',
    path: '/webhook',
    summary: 'Tell events to an address of yours; the secret that signs them is shown this once',
    policy: deciding,
    replayed: false,
    input: z.strictObject(fields),
    answers: data<NewSecret>(),
  }),
  update: call({
    method: 'POST',
    path: '/webhook',
    summary: 'Change a webhook, or switch it on or off',
    policy: deciding,
    input: z.strictObject({
      id: idSchema,
      version: z.int().optional(),
      name: fields.name.optional(),
      url: fields.url.optional(),
      events: fields.events.optional(),
      is_active: z.boolean().optional(),
    }),
    answers: data<Webhook>(),
  }),
  remove: call({
    method: 'DELETE',
    path: '/webhook',
    summary: 'Remove a webhook; what waits for it is not told any more',
    policy: reading,
    input: one,
    answers: data<{ id: number }>(),
  }),
  rotate: call({
    method: 'POST',
    path: '/webhook/rotate',
    summary: 'Make a new secret, shown this once; the old one signs beside it for a day',
    policy: deciding,
    replayed: false,
    input: one,
    answers: data<NewSecret>(),
  }),
  test: call({
    method: 'POST',
    path: '/webhook/test',
    summary: 'Send a test event to a webhook',
    policy: reading,
    input: one,
    answers: data<{ id: number }>(),
  }),
  deliveries: call({
    method: 'GET',
    path: '/webhook/deliveries',
    summary: 'The latest 200 tellings of a webhook and what became of them, newest first',
    policy: reading,
    input: z.object({ id: idSchema }),
    answers: data<Delivery[]>(),
  }),
  resend: call({
    method: 'POST',
    path: '/webhook/resend',
    summary: 'Tell something again that is in the log, under the same id',
    policy: reading,
    input: z.strictObject({ delivery_id: idSchema }),
    answers: data<{ id: number }>(),
  }),
}
