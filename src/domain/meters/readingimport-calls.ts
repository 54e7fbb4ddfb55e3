import { z } from 'zod'
import { reason } from '#domain/kit/action-input.ts'
import { importCalls, stagedCalls } from '#domain/kit/import/import-calls.ts'
import { severities } from '#domain/kit/import/import-entity.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { storableText } from '#domain/kit/storable.ts'
import { uploadSchema } from '#domain/kit/upload.ts'
import { readingFormats } from './reading-file/read-file.ts'
import { readingColumns } from './reading-file/reading-columns.ts'
import { readingimport, stagedreading } from './readingimport.ts'

// Up to which severity rows are taken.
const include = z.enum(['ok', 'information', 'warning'])

const kind = {
  from: 'user',
  made: { one: 'reading', many: 'readings' },
} as const

/** A file of readings as a whole. */
export const readingimportCalls = importCalls({
  ...kind,
  batch: readingimport,
  verdicts: severities,
  create: {
    summary: 'Import a file of meter readings; its rows wait in a pool until they are accepted',
    input: z.strictObject({
      file_name: storableText(255, 'The file needs a name.'),
      content: uploadSchema.describe('The file, text of up to 25 MB'),
      format: z.enum(readingFormats).optional().describe('Detected where it is left out'),
      mapping: readingColumns.schema
        .optional()
        .describe('CSV: for each field the number of its column'),
      again: z.boolean().optional().describe('Import a file although it was imported before'),
    }),
  },
  accept: { input: z.strictObject({ id: idSchema, include: include.optional() }) },
  undo: { input: z.strictObject({ id: idSchema, reason: reason.optional() }) },
})

/** The rows of a file while they wait: read, mended in place, accepted and rejected. */
export const stagedreadingCalls = stagedCalls({ ...kind, row: stagedreading })
