import { z } from 'zod'
import { call, data, type Policy } from './call.ts'
import { lockPathSchema } from './datalock-path.ts'

/** A holder who was silent for so long has gone. */
export const LAPSE_SECONDS = 150

/** What others may know of a lock: who, and since when. */
export interface ShownLock {
  object_path: string
  user_id: number
  holder: string
  since: string
  renewed_at: string
  is_mine: boolean
}

const policy: Policy = { from: 'user', apiKey: false }
const input = z.strictObject({ object_path: lockPathSchema })

/** Who is working on which page. */
export const datalockCalls = {
  take: call({
    method: 'PUT',
    path: '/datalock',
    summary: 'Take the lock of a page; a manager may take it over from somebody else',
    policy,
    replayed: false,
    input: input.extend({ take_over: z.boolean().optional() }),
    answers: data<ShownLock | null>(),
  }),
  renew: call({
    method: 'POST',
    path: '/datalock',
    summary: 'Keep the lock of a page; 409 tells who has it now',
    policy,
    replayed: false,
    input,
    answers: data<ShownLock | null>(),
  }),
  look: call({
    method: 'GET',
    path: '/datalock',
    summary: 'Who is working on a page',
    policy,
    input: z.object({ object_path: lockPathSchema }),
    answers: data<ShownLock | null>(),
  }),
  release: call({
    method: 'DELETE',
    path: '/datalock',
    summary: 'Give up the lock of a page',
    policy,
    replayed: false,
    input,
    answers: data<null>(),
  }),
}
