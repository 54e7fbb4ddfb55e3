import { z } from 'zod'
import { reason } from '#domain/kit/action-input.ts'
import { importCalls, mapCall, stagedCalls } from '#domain/kit/import/import-calls.ts'
import { severities } from '#domain/kit/import/import-entity.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { storableText } from '#domain/kit/storable.ts'
import { uploadSchema } from '#domain/kit/upload.ts'
import { billColumns } from './bill-file-columns.ts'
import { billimport, stagedbillline } from './billimport.ts'

const kind = { from: 'user', made: { one: 'bill', many: 'bills' } } as const

/** A file of suppliers' bills as a whole. */
export const billimportCalls = {
  ...importCalls({
    ...kind,
    batch: billimport,
    verdicts: severities,
    create: {
      summary: 'Import a file of suppliers’ bills; its rows wait until they are accepted',
      input: z.strictObject({
        file_name: storableText(255, 'The file needs a name.'),
        content: uploadSchema.describe('Text of up to 20 MB with one line for each charge'),
        supplier_id: idSchema.nullish().describe('Else the supplier of the contract'),
        mapping: billColumns.schema.optional().describe('For each field the number of its column'),
        again: z.boolean().optional().describe('Import a file although it was imported before'),
      }),
    },
    accept: { input: z.strictObject({ id: idSchema }) },
    undo: { input: z.strictObject({ id: idSchema, reason }) },
  }),
  map: mapCall(billimport, billColumns.schema),
}

/** The charges of a file while they wait. */
export const stagedbilllineCalls = stagedCalls({ ...kind, row: stagedbillline })
