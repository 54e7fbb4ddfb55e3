import { z } from 'zod'
import { call, data } from './call.ts'
import { idSchema } from './schema.ts'

/** What became of the fields of a record. */
export type Changes = Record<string, [before: unknown, after: unknown]>

/** One thing that happened to a record: who, when, and field by field what. */
export interface HistoryRow {
  id: number
  action: string
  object_version: number | null
  changes: Changes
  reason: string | null
  actor_id: number | null
  actor_name: string
  impersonator_id: number | null
  impersonator_name: string | null
  source: string
  created_at: string
}

/** So many at once; older ones are asked for by the oldest that is there. */
export const historyPage = 100

export const historyCalls = {
  list: call({
    method: 'GET',
    path: '/history',
    summary: 'The history of one record',
    compressed: true,
    policy: { from: 'user', withoutOrganisation: true },
    input: z.object({
      object_class: z.string(),
      object_id: idSchema,
      before: idSchema.optional(),
    }),
    answers: data<HistoryRow[], { titles: Record<string, Record<string, string>> }>(),
  }),
}
