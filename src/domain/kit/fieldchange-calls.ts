import { z } from 'zod'
import { call, data } from './call.ts'
import { idSchema } from './schema.ts'

export type FieldChangeState = 'running' | 'stopped' | 'done' | 'undoing' | 'undone'

export const fieldChangeRowStates = [
  'waiting',
  'changed',
  'same',
  'refused',
  'undone',
  'kept',
] as const
export type FieldChangeRowState = (typeof fieldChangeRowStates)[number]

/** One field that gets the same value in many rows, and how far that is. */
export interface FieldChange {
  id: number
  object_class: string
  field: string
  value: unknown
  /** The field, one such row, many of them: as people call them. */
  words: { field: string; one: string; many: string }
  /** How the rows are called in addresses. */
  plural: string
  state: FieldChangeState
  /** Who asked for it. */
  by: string
  created_at: string
  counts: Record<FieldChangeRowState, number>
}

/** What became of one of the rows. */
export interface FieldChangeRow {
  id: number
  /** Nothing where there is no such row. */
  name: string | null
  state: FieldChangeRowState
  /** Why it was refused, or stays as it is although the rest is undone. */
  problem: string | null
}

/** So many rows are changed by one call. */
export const changedAtMost = 10_000
/** So many are told of at a time. */
export const toldAtOnce = 500
/** So long it can be looked at and undone. */
export const fieldChangeDays = 30

const one = z.strictObject({ id: idSchema })

/** One field of many rows, changed by the server: whoever asked for it may leave meanwhile. */
export const fieldChangeCalls = {
  start: call({
    method: 'PUT',
    path: '/fieldchange',
    summary: 'Give one field the same value in many rows: each is changed as by a call of its own',
    policy: { from: 'user' },
    input: z.strictObject({
      object_class: z.string().max(60),
      field: z.string().max(60).describe('One of those that a list may change in place.'),
      value: z.unknown().describe('What the field holds from now on; null empties it.'),
      ids: z.array(idSchema).min(1).max(changedAtMost),
    }),
    answers: data<FieldChange>(),
  }),
  get: call({
    method: 'GET',
    path: '/fieldchange',
    summary: 'How far a change of many rows is',
    policy: { from: 'user' },
    input: z.object({ id: idSchema }),
    answers: data<FieldChange>(),
  }),
  rows: call({
    method: 'GET',
    path: '/fieldchange/rows',
    summary: 'What became of each row, those first that were refused or kept',
    compressed: true,
    policy: { from: 'user' },
    input: z.object({
      id: idSchema,
      skip: z.coerce.number().int().min(0).max(changedAtMost).optional(),
    }),
    answers: data<FieldChangeRow[]>(),
  }),
  mine: call({
    method: 'GET',
    path: '/fieldchanges',
    summary: `What the caller has changed in many rows in the last ${fieldChangeDays} days`,
    policy: { from: 'user' },
    input: z.object({}),
    answers: data<FieldChange[]>(),
  }),
  stop: call({
    method: 'POST',
    path: '/fieldchange/stop',
    summary: 'Stop it: what is changed by then stays, and can be undone',
    policy: { from: 'user' },
    input: one,
    answers: data<FieldChange>(),
  }),
  undo: call({
    method: 'POST',
    path: '/fieldchange/undo',
    summary: 'Put back what was there before, wherever nobody has changed the field since',
    policy: { from: 'user' },
    input: one,
    answers: data<FieldChange>(),
  }),
}
