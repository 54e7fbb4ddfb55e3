import { z } from 'zod'
import { reason } from '#domain/kit/action-input.ts'
import { action } from '#domain/kit/call.ts'
import { importCalls, stagedCalls } from '#domain/kit/import/import-calls.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { storableText } from '#domain/kit/storable.ts'
import { uploadSchema } from '#domain/kit/upload.ts'
import { bankLayouts } from './bank-line.ts'
import { bankimport, rowStatuses, stagedbankline } from './bankimport.ts'
import { bankColumns } from './file/column-proposal.ts'

const kind = {
  from: 'accounting',
  made: { one: 'bank line', many: 'bank lines' },
} as const

/** A file of a bank as a whole. */
export const bankimportCalls = {
  ...importCalls({
    ...kind,
    batch: bankimport,
    verdicts: rowStatuses,
    create: {
      summary: 'Take in a file of a bank; its rows wait until they are accepted',
      input: z.strictObject({
        file_name: storableText(255, 'The file needs a name.'),
        content: uploadSchema.describe('The file as the bank gave it, of up to 20 MB'),
        bankaccount_id: idSchema.optional(),
        layout: z.enum(bankLayouts).optional().describe('Detected where it is left out'),
        mapping: bankColumns.schema.optional().describe('For each field the number of its column'),
      }),
    },
    accept: { input: z.strictObject({ id: idSchema }) },
    undo: { input: z.strictObject({ id: idSchema, reason, unmatch: z.boolean().optional() }) },
  }),
  map: action(bankimport, 'map', {
    summary: 'Say which column of a file that no bank is known by holds what',
    input: z.strictObject({ id: idSchema, mapping: bankColumns.schema }),
    said: 'Columns chosen.',
  }),
}

/** The rows of a file while they wait. */
export const stagedbanklineCalls = stagedCalls({ ...kind, row: stagedbankline })
