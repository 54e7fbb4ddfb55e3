import { z } from 'zod'
import { type Answers, action, call, data, row } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { storableText } from '#domain/kit/storable.ts'
import { uploadSchema } from '#domain/kit/upload.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { columnMapping } from './reading-file/column-mapping.ts'
import { readingFormats } from './reading-file/read-file.ts'
import { readingimport, type StagedReading, stagedreading } from './readingimport.ts'

/** How many rows wait, by what the rules say, and how many are dealt with. */
export interface ImportCounts {
  total: number | null
  error: number
  warning: number
  information: number
  ok: number
  accepted: number
  rejected: number
}

/** Up to which severity rows are taken. */
export const includes = z.enum(['ok', 'information', 'warning'])

/** A file of readings as a whole. */
export const readingimportCalls = {
  ...verbs(readingimport, { without: ['create', 'update', 'restore'] }),
  create: call({
    method: 'PUT',
    path: '/readingimport',
    summary: 'Import a file of meter readings; its rows wait in a pool until they are accepted',
    policy: { from: 'user' },
    input: z.strictObject({
      file_name: storableText(255, 'The file needs a name.'),
      content: uploadSchema.describe('The file, text of up to 25 MB'),
      format: z.enum(readingFormats).optional().describe('Detected where it is left out'),
      mapping: columnMapping.optional().describe('CSV: for each field the number of its column'),
      again: z.boolean().optional().describe('Import a file although it was imported before'),
    }),
    answers: row(readingimport),
  }),
  counts: call({
    method: 'GET',
    path: '/readingimport/counts',
    summary: 'How many rows of an import wait, by what the rules say, and how many are dealt with',
    policy: { from: 'user' },
    target: readingimport,
    input: z.object({ id: idSchema }),
    answers: data<ImportCounts>(),
  }),
  accept: action(readingimport, 'accept', {
    summary: 'Make readings of all rows of an import that have no errors',
    input: z.strictObject({ id: idSchema, include: includes.optional() }),
    said: 'The readings are being accepted.',
    status: 202,
  }),
  undo: action(readingimport, 'undo', {
    summary: 'Take back every reading an import made',
    input: z.strictObject({ id: idSchema }),
    said: 'The readings are being taken back.',
    status: 202,
  }),
}

/** What the rules say of a row of the pool. */
export type RowVerdict = Pick<StagedReading, 'id' | 'severity' | 'findings'>

/** What became of the chosen rows of a pool. */
export interface PoolOutcome {
  accepted: number[]
  /** What was there already. */
  rejected: number[]
  refused: { id: number; message: string }[]
}

const chosenRows = z.strictObject({ ids: z.array(idSchema).min(1).max(500) })

const { update, ...readingRows } = verbs(stagedreading, {
  without: ['create', 'remove', 'removeMany', 'restore'],
})

// What the rules now say of the register's other rows comes with it, for a screen that shows some.
const mended: Answers<StagedReading, { neighbours?: RowVerdict[] }> = {
  rows: { entity: stagedreading, many: false },
}

/** The rows of a file while they wait: read, mended in place, accepted and rejected. */
export const stagedreadingCalls = {
  ...readingRows,
  update: call({ ...update, answers: mended }),
  accept: call({
    method: 'POST',
    path: '/stagedreadings/accept',
    summary: 'Make readings of chosen rows of an import',
    policy: { from: 'user' },
    input: chosenRows,
    answers: data<PoolOutcome>(),
  }),
  reject: call({
    method: 'POST',
    path: '/stagedreadings/reject',
    summary: 'Leave chosen rows of an import out',
    policy: { from: 'user' },
    input: chosenRows,
    answers: data<{ rejected: number[] }>(),
  }),
}
