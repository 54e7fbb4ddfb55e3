import { z } from 'zod'
import { call, data, file } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { accountantfile } from './accountantfile.ts'

/** A document that was in a file for the accountant. */
export interface MarkedDocument {
  transaction_id: number
  number: string
  party: string | null
  document_date: string
  /** GST included. */
  amount: string
}

const oneFile = z.object({ id: idSchema })

/** Files for an accountant's own program: made once, kept, and fetched again as they were. */
export const accountantfileCalls = {
  ...verbs(accountantfile, { without: ['update', 'remove', 'removeMany', 'restore'] }),
  documents: call({
    method: 'GET',
    path: '/accountantfile/documents',
    summary: 'The documents that were in a file for the accountant',
    compressed: true,
    policy: { from: 'accounting' },
    target: accountantfile,
    input: oneFile,
    answers: data<MarkedDocument[]>(),
  }),
  download: call({
    method: 'POST',
    path: '/accountantfile/download',
    summary: 'A file for the accountant; several come as one archive',
    policy: { from: 'accounting', whileImpersonating: false },
    sends: '*/*',
    target: accountantfile,
    replayed: false,
    input: z.strictObject({ id: idSchema }),
    answers: file,
  }),
}
