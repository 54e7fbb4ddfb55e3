import { z } from 'zod'
import { call, data, type Policy } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'

/** A view of a list that everybody of the organisation sees. */
export interface SharedView {
  id: number
  /** The plural of what is listed, such as customers; behind a dot, which list of a screen. */
  list_name: string
  name: string
  /** The query of the list's address, which is all a view consists of. */
  search: string
  user_id: number
  shared_by: string
  version: number
  created_at: string
  modified_at: string
}

const view = z.strictObject({
  list_name: z
    .string()
    .max(60)
    .regex(/^[a-z]+(\.[a-z_]+)?$/, 'Say which list it is a view of.'),
  name: z.string({ error: 'The name is needed.' }).trim().min(1, 'The name is needed.').max(40),
  // Part of an address of ours: it can lead to no other place.
  search: z
    .string()
    .max(4000)
    .regex(/^(\?[^\s#<>"\\]*)?$/, 'A view is the part of the address from the question mark on.'),
})
const policy: Policy = { from: 'user' }

export const sharedViewCalls = {
  list: call({
    method: 'GET',
    path: '/sharedviews',
    summary: 'The views of lists that everybody here sees',
    policy,
    input: z.looseObject({}),
    answers: data<SharedView[]>(),
  }),
  save: call({
    method: 'POST',
    path: '/sharedview/save',
    summary: 'Share a view of a list; one of the same name that is yours is replaced',
    policy,
    input: view,
    answers: data<SharedView>(),
  }),
  remove: call({
    method: 'DELETE',
    path: '/sharedview',
    summary: 'Take a shared view away: one of your own, or as a manager any',
    policy,
    input: z.strictObject({ id: idSchema }),
    answers: data<{ id: number }>(),
  }),
}
