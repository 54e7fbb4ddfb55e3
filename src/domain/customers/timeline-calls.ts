import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { allKinds } from '#domain/operations/timeline.ts'
import type { TimelineEvent } from '#domain/operations/timeline-words.ts'
import { customer } from './customer.ts'

/** Where a page ended: an instant and an id, for what happened in the same moment. */
export interface TimelinePlace {
  created_at: string
  id: number
}

const cursor = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z_\d{1,15}$/)
  .refine((text) => Number.isFinite(Date.parse(text.split('_')[0] ?? '')))
  .transform((text): TimelinePlace => {
    const [created_at = '', id] = text.split('_')
    return { created_at, id: Number(id) }
  })

const kinds = z
  .string()
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.enum(allKinds)))

export const timelineCalls = {
  list: call({
    method: 'GET',
    path: '/customer/timeline',
    summary: 'Everything that happened to a customer, newest first; by kind where kinds are named',
    compressed: true,
    policy: { from: 'user' },
    target: customer,
    input: z.object({ id: idSchema, cursor: cursor.optional(), kinds: kinds.optional() }),
    answers: data<TimelineEvent[], { next_cursor: string | null }>(),
  }),
}
