import { z } from 'zod'
import { amount, reason, rowRequest } from '#domain/kit/action-input.ts'
import { action, call, data, file } from '#domain/kit/call.ts'
import { idSchema, sentDay } from '#domain/kit/schema.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { gstreturn } from './gstreturn.ts'

/** A document as a return keeps it; amounts are decimal text. */
export interface KeptDocument {
  box: 5 | 9 | 11 | 13
  key: string
  name: string
  detail: string | null
  to: string | null
  amount: string
  gst: string
  /** Missing in returns from before percentages had days: 15. */
  percent?: string
  is_zero_rated: boolean
}

/** What another look at the books changed in a return. */
export interface ChangedDocument extends KeptDocument {
  change: 'added' | 'changed' | 'removed'
  amount_before: string | null
}

/** What is said beside box 8 or 12: the books, and what the fraction makes of it. */
export interface KeptRounding {
  box: 8 | 12
  booked: string
  difference: string
  is_rounding: boolean
  documents: string[]
}

const written = z.strictObject({
  box: z.union([z.literal(9), z.literal(13)]),
  amount,
  reason,
  file_id: idSchema.nullable().default(null),
})

const oneReturn = z.object({ id: idSchema })

/** Returns are prepared, looked at anew and filed; a filed one is final. */
export const gstreturnCalls = {
  ...verbs(gstreturn, { without: ['update', 'remove', 'removeMany', 'restore'] }),
  refresh: action(gstreturn, 'refresh', {
    summary: 'Compute a prepared return anew, with adjustments written in by hand',
    input: z.strictObject({
      ...rowRequest,
      adjustments_by_hand: z.array(written).max(50).optional(),
    }),
    said: 'Return computed anew.',
  }),
  file: action(gstreturn, 'file', {
    summary: 'Keep a return as it was filed with Inland Revenue, and lock the books to its end',
    input: z.strictObject({
      ...rowRequest,
      filed_date: sentDay('Filed on'),
      reference: z.string().trim().min(1, 'Say what Inland Revenue calls it.').max(60),
    }),
    said: 'Return filed. The books are locked to its end.',
  }),
  documents: call({
    method: 'GET',
    path: '/gstreturn/documents',
    summary: 'The documents of a return, box by box, and what the last look at the books changed',
    compressed: true,
    policy: { from: 'accounting' },
    target: gstreturn,
    input: oneReturn,
    answers: data<KeptDocument[], { changes: ChangedDocument[]; rounding: KeptRounding[] }>(),
  }),
  pdf: call({
    method: 'GET',
    path: '/gstreturn/pdf',
    summary: 'A return as a PDF; a filed one as it was kept',
    policy: { from: 'accounting' },
    sends: 'application/pdf',
    target: gstreturn,
    input: oneReturn,
    answers: file,
  }),
  documentsCsv: call({
    method: 'GET',
    path: '/gstreturn/csv',
    summary: 'The documents of a return as a file for spreadsheets',
    compressed: true,
    policy: { from: 'accounting', whileImpersonating: false },
    sends: 'text/csv',
    target: gstreturn,
    input: oneReturn,
    answers: file,
  }),
}
