import { z } from 'zod'
import { reason, rowRequest } from '#domain/kit/action-input.ts'
import { action, call, data, file, row } from '#domain/kit/call.ts'
import { accepted } from '#domain/kit/problem.ts'
import { idSchema, sentDay } from '#domain/kit/schema.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { exportjob } from './export.ts'

/** What can be chosen for an export. */
export interface ExportChoice {
  name: string
  label: string
  /** The column by which a period narrows it; null where it is always whole. */
  by: string | null
  /** It has details that are hidden unless they are asked for. */
  has_masked: boolean
}

export interface ExportChoices {
  entities: ExportChoice[]
  reports: ExportChoice[]
}

const names = z.array(z.string().min(1).max(40)).max(200)

const exportRequest = z.strictObject({
  kind: z.enum(['data', 'organisation']).default('data'),
  entities: names.default([]),
  reports: names.default([]),
  format: z.enum(['csv', 'jsonl']).default('csv'),
  period_start: sentDay('From').nullish(),
  period_end: sentDay('To').nullish(),
  with_masked: z.boolean().default(false),
  reason: reason.nullish(),
})
export type ExportRequest = z.output<typeof exportRequest>

/** Data of the organisation put together by a job, and fetched for a week. */
export const exportCalls = {
  ...verbs(exportjob, { without: ['create', 'update', 'remove', 'removeMany', 'restore'] }),
  create: call({
    method: 'PUT',
    path: '/export',
    summary: 'Have data of the organisation put into one archive, in the background',
    policy: { from: 'admin' },
    input: exportRequest,
    answers: row(exportjob),
  }),
  choices: call({
    method: 'GET',
    path: '/export/choices',
    summary: 'What can be exported',
    compressed: true,
    policy: { from: 'admin' },
    input: z.object({}),
    answers: data<ExportChoices>(),
  }),
  cancel: action(exportjob, 'cancel', {
    summary: 'Stop an export; nothing is kept of it',
    input: z.strictObject(rowRequest),
    said: 'The export is stopped.',
    status: accepted,
  }),
  resume: action(exportjob, 'resume', {
    summary: 'Begin an export again that was stopped or has failed',
    input: z.strictObject(rowRequest),
    said: 'The export begins again.',
    status: accepted,
  }),
  discard: action(exportjob, 'discard', {
    summary: 'Throw an export away before its week is over',
    input: z.strictObject(rowRequest),
    said: 'The export is gone.',
  }),
  download: call({
    method: 'POST',
    path: '/export/download',
    summary: 'An export that is done, as one archive; that it was fetched is told in the history',
    policy: { from: 'admin', whileImpersonating: false },
    sends: 'application/zip',
    target: exportjob,
    replayed: false,
    input: z.strictObject({ id: idSchema }),
    answers: file,
  }),
}
