import { z } from 'zod'
import { reason } from '#domain/kit/action-input.ts'
import { call, data } from '#domain/kit/call.ts'
import { importCalls, mapCall, stagedCalls } from '#domain/kit/import/import-calls.ts'
import { severities } from '#domain/kit/import/import-entity.ts'
import { idSchema, sentDay } from '#domain/kit/schema.ts'
import { storableText } from '#domain/kit/storable.ts'
import { uploadSchema } from '#domain/kit/upload.ts'
import { rateColumns } from './rate-file.ts'
import { rateimport, rateSides, stagedrate } from './rateimport.ts'
import type { RateChange } from './shadow-run-calls.ts'

const kind = { from: 'accounting', made: { one: 'rate update', many: 'rate updates' } } as const

/** A file of new rates as a whole. */
export const rateimportCalls = {
  ...importCalls({
    ...kind,
    batch: rateimport,
    verdicts: severities,
    create: {
      summary: 'Import a file of new rates for many contracts; its rows wait until it is accepted',
      input: z.strictObject({
        file_name: storableText(255, 'The file needs a name.'),
        content: uploadSchema.describe('Text of up to 5 MB with one line for each new rate'),
        side: z.enum(rateSides),
        valid_from_date: sentDay('Valid from').optional().describe('For rows that name no day'),
        mapping: rateColumns.schema.optional().describe('For each field the number of its column'),
        again: z.boolean().optional().describe('Import a file although it was imported before'),
      }),
    },
    accept: { input: z.strictObject({ id: idSchema }) },
    undo: { input: z.strictObject({ id: idSchema, reason }) },
  }),
  map: mapCall(rateimport, rateColumns.schema),
  changes: call({
    method: 'GET',
    path: '/rateimport/changes',
    summary: 'What a file of new rates would change, as a shadow run takes it',
    policy: { from: 'accounting' },
    target: rateimport,
    input: z.object({ id: idSchema }),
    answers: data<RateChange[]>(),
  }),
}

/** The new rates of a file while they wait. */
export const stagedrateCalls = stagedCalls({ ...kind, row: stagedrate })
