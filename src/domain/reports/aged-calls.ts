import { z } from 'zod'
import { call, data, file } from '#domain/kit/call.ts'

/** What is owed by how long it has been due, what stands against it, and what is left. */
export const agedColumns = [
  'current',
  'days_1_30',
  'days_31_60',
  'days_61_90',
  'days_over_90',
  'credit',
  'total',
] as const
export type AgedColumn = (typeof agedColumns)[number]
export type AgedAmounts = Record<AgedColumn, string>

/** What one customer owes, by how long it has been due. */
export interface AgedCustomer extends AgedAmounts {
  customer_id: number
  customer_number: string | null
  name: string
}

/** What we owe one supplier, by how long it has been due. */
export interface AgedSupplier extends AgedAmounts {
  supplier_id: number | null
  name: string
}

/** What everybody owes together, on which day. */
export interface AgedTotals {
  total: number
  totals: AgedAmounts
  limit: number
  offset: number
  today: string
}

const page = z.object({
  limit: z.coerce.number<string | number>().int().min(1).max(500).optional(),
  offset: z.coerce.number<string | number>().int().min(0).max(1_000_000).optional(),
})

export const receivablesCalls = {
  aged: call({
    method: 'GET',
    path: '/receivables/aged',
    summary: 'What customers owe by how long it has been due, the largest first, with totals',
    compressed: true,
    policy: { from: 'user' },
    input: page,
    answers: data<AgedCustomer[], AgedTotals>(),
  }),
  agedCsv: call({
    method: 'GET',
    path: '/receivables/aged/csv',
    summary: 'The same as a file for spreadsheets, all of it',
    compressed: true,
    policy: { from: 'manager', whileImpersonating: false },
    sends: 'text/csv',
    input: z.object({}),
    answers: file,
  }),
}

export const payablesCalls = {
  aged: call({
    method: 'GET',
    path: '/payables/aged',
    summary: 'What we owe suppliers by how long it has been due, the largest first, with totals',
    compressed: true,
    policy: { from: 'user' },
    input: page,
    answers: data<AgedSupplier[], AgedTotals>(),
  }),
  agedCsv: call({
    method: 'GET',
    path: '/payables/aged/csv',
    summary: 'The same as a file for spreadsheets, all of it',
    compressed: true,
    policy: { from: 'manager', whileImpersonating: false },
    sends: 'text/csv',
    input: z.object({}),
    answers: file,
  }),
}
