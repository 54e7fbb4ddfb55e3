import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import type { TraceStep } from '#domain/pricing/trace.ts'
import { invoice } from './invoice.ts'
import type { InvoiceAnew } from './invoice-difference.ts'

/** An amount that is stored and would be computed differently now. */
export interface AmountDifference {
  field: string
  stored: string | null
  computed: string | number | null
}

export interface InvoiceVerification {
  isProved: boolean
  differences: AmountDifference[]
}

/** Keys as an address holds them. */
const keys = z
  .string()
  .max(4000)
  .transform((text) => text.split(',').filter(Boolean))

/** How every cent of an invoice comes about, and whether the engine would say the same again. */
export const invoiceProofCalls = {
  explain: call({
    method: 'GET',
    path: '/invoice/explain',
    summary: 'How the amounts of an invoice come about, all of them or one',
    compressed: true,
    policy: { from: 'user' },
    target: invoice,
    input: z.object({ id: idSchema, field: z.string().max(60).optional() }),
    answers: data<TraceStep[]>(),
  }),
  verify: call({
    method: 'GET',
    path: '/invoice/verify',
    summary: 'Compute a stored invoice again and compare every amount',
    policy: { from: 'user' },
    target: invoice,
    input: z.object({ id: idSchema }),
    answers: data<InvoiceVerification | null>(),
  }),
  recalculation: call({
    method: 'GET',
    path: '/invoice/recalculation',
    summary: 'What recalculating or redoing an invoice would change, line by line; keeps nothing',
    policy: { from: 'user' },
    target: invoice,
    input: z.object({ id: idSchema, drop: keys.optional() }),
    answers: data<InvoiceAnew>(),
  }),
}
