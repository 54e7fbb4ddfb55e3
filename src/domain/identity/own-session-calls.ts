import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { ownPolicy } from './account.ts'

/** One place where somebody is signed in. */
export interface OwnSession {
  id: string
  /** As in "Firefox on Windows". */
  device: string
  ip: string
  created_at: string
  last_seen_at: string
  /** The one that asks. */
  is_current: boolean
  /** Made by a program with the API key; it ends with the key. */
  is_program: boolean
}

export const ownSessionCalls = {
  list: call({
    method: 'GET',
    path: '/user/sessions',
    summary: 'Where you are signed in, the latest seen first',
    policy: ownPolicy,
    input: z.object({}),
    answers: data<OwnSession[]>(),
  }),
  end: call({
    method: 'DELETE',
    path: '/user/session',
    summary: 'Sign out of one of your sessions',
    policy: ownPolicy,
    input: z.strictObject({ id: z.uuid() }),
    answers: data<{ id: string }>(),
  }),
  endAll: call({
    method: 'DELETE',
    path: '/user/sessions',
    summary: 'Sign out everywhere, here as well',
    policy: ownPolicy,
    input: z.strictObject({}),
    answers: data<{ ended: number }>(),
  }),
}
