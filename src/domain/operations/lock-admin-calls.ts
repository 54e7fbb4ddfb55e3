import { z } from 'zod'
import { call, data, type Policy } from '#domain/kit/call.ts'
import { lockPathSchema } from '#domain/kit/datalock-path.ts'

/** A lock as those see it who look after them. */
export interface HeldLock {
  object_path: string
  holder: string
  /** What it is about, where the page shows one record. */
  object_class: string | null
  since: string
  renewed_at: string
}

const policy: Policy = { from: 'admin', apiKey: false }
const reason = z.string('A reason is needed.').trim().min(1, 'A reason is needed.').max(500)

export const lockAdminCalls = {
  list: call({
    method: 'GET',
    path: '/datalocks',
    summary: 'Who is working on which page since when, the longest held first',
    policy,
    input: z.object({}),
    answers: data<HeldLock[]>(),
  }),
  release: call({
    method: 'POST',
    path: '/datalock/release',
    summary: 'Take a page’s lock from whoever holds it, for a reason that the security log keeps',
    policy,
    replayed: false,
    input: z.strictObject({ object_path: lockPathSchema, reason }),
    answers: data<null>(),
  }),
}
