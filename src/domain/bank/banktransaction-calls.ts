import { z } from 'zod'
import { reason, rowRequest } from '#domain/kit/action-input.ts'
import { type Answers, action, call, data } from '#domain/kit/call.ts'
import { idSchema, sentDay } from '#domain/kit/schema.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { type BankTransaction, banktransaction } from './banktransaction.ts'
import { type Candidate, type LinePart, partKinds } from './candidate.ts'

const signedAmount = z.string().regex(/^-?\d{1,10}(\.\d{1,2})?$/, 'That is not an amount.')
const itemKey = z.templateLiteral([z.enum(['i', 'a']), z.int().positive()])

/** A share of a line, as somebody splits it. */
const part = z.strictObject({
  kind: z.enum(partKinds),
  amount: signedAmount,
  customer_id: idSchema.optional(),
  supplier_id: idSchema.optional(),
  page: itemKey.optional(),
  plan: z
    .array(z.strictObject({ key: itemKey, amount: signedAmount }))
    .max(24)
    .optional(),
  payment_ids: z.array(idSchema).min(1).max(500).optional(),
  bill_ids: z.array(idSchema).min(1).max(50).optional(),
  counterpart_id: idSchema.optional(),
  account: z.int().optional(),
})

/** A part of a line that is matched, with what it became. */
export interface MatchedPart {
  id: number
  kind: LinePart['kind']
  amount: string
  customer_id: number | null
  supplier_id: number | null
  invoicepayment_id: number | null
  billpayment_id: number | null
  bill_id: number | null
  other_line_id: number | null
  other_line: string | null
  account: number | null
  /** In words, such as “Kauri Cafe Ltd, INV-1041”. */
  words: string
}

export interface LineInfo {
  candidates: Candidate[]
  parts: MatchedPart[]
}

/** What became of many lines at once. */
export interface ManyMatched {
  matched: number[]
  refused: { id: number; code: number; message: string }[]
}

const rowWithInfo: Answers<BankTransaction, LineInfo> = {
  rows: { entity: banktransaction, many: false },
}

const { get, ...rowVerbs } = verbs(banktransaction, { without: ['restore'] })

/** Lines of bank statements: what they are, said by people and by themselves. */
export const banktransactionCalls = {
  ...rowVerbs,
  get: call({ ...get, answers: rowWithInfo }),
  match: action(banktransaction, 'match', {
    summary: 'Say what a bank line is: take a candidate by its key, or give its parts',
    input: z.strictObject({
      ...rowRequest,
      key: z.string().max(200).optional(),
      parts: z.array(part).min(1).max(100).optional(),
    }),
    said: 'Matched.',
  }),
  unmatch: action(banktransaction, 'unmatch', {
    summary: 'Take the match off a bank line: what it made is booked back',
    input: z.strictObject({ ...rowRequest, reason }),
    said: 'The line is open again.',
  }),
  ignore: action(banktransaction, 'ignore', {
    summary: 'Leave a line out: one before the opening day, or two that cancel each other out',
    input: z.strictObject({ ...rowRequest, with_id: idSchema.optional(), reason }),
    said: 'The line is left out.',
  }),
  accept: call({
    method: 'POST',
    path: '/banktransactions/accept',
    summary: 'Take the best candidate of each of these lines',
    policy: { from: 'accounting' },
    input: z.strictObject({
      lines: z
        .array(z.strictObject({ id: idSchema, key: z.string().max(200) }))
        .min(1)
        .max(200),
    }),
    answers: data<ManyMatched>(),
  }),
  unmatchMany: call({
    method: 'POST',
    path: '/banktransactions/unmatch',
    summary: 'Take the match off several lines, each for itself',
    policy: { from: 'accounting' },
    input: z.strictObject({ ids: z.array(idSchema).min(1).max(200), reason }),
    answers: data<ManyMatched>(),
  }),
  rematch: call({
    method: 'POST',
    path: '/banktransactions/rematch',
    summary: 'Look at all open lines again, and match what may be matched by itself',
    policy: { from: 'accounting' },
    input: z.strictObject({ bankaccount_id: idSchema.optional() }),
    answers: data<{ matched: number; suggested: number; open: number }>(),
    replayed: false,
  }),
  explain: call({
    method: 'POST',
    path: '/banktransactions/explain',
    summary: 'What an amount of some day may be paying, of these customers',
    policy: { from: 'accounting' },
    input: z.strictObject({
      amount: signedAmount,
      transaction_date: sentDay('Date'),
      customer_ids: z.array(idSchema).min(1).max(12),
    }),
    answers: data<Candidate[]>(),
    replayed: false,
  }),
}
