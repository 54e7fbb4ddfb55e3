import { z } from 'zod'
import type { FieldError } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'

/** Lists that lead to customers: their own, the questions asked of them, and what is theirs. */
export const audienceLists = {
  customers: 'Customers',
  'customers/active/contract/expiring': 'Customers whose contract is expiring',
  'customers/active/notinvoiced': 'Active customers not invoiced',
  'customers/active/neverinvoiced': 'Active customers never invoiced',
  'customers/prospects/notinvoiced': 'Prospects',
  'customers/map': 'Customers of an area of the map',
  contracts: 'Customers of contracts',
  invoices: 'Customers of invoices',
  invoicepayments: 'Customers of payments',
  enquiries: 'Customers of enquiries',
  threads: 'Customers of conversations',
} as const
export type AudienceList = keyof typeof audienceLists
const listNames = Object.keys(audienceLists) as [AudienceList, ...AudienceList[]]

const MOST_IDS = 10_000

const listed = z.strictObject({
  list: z.enum(listNames),
  /** What the list is asked for, as in its address: filters and search. */
  params: z.record(z.string().max(100), z.string().max(5000)).optional(),
})
const chosen = z.strictObject({ ids: z.array(idSchema).min(1).max(MOST_IDS) })
/** Whom an earlier one was meant for and did not reach; or could not be sent to. */
const repeated = z.strictObject({ bulk_id: idSchema, to: z.enum(['rest', 'failed']) })

const audience = z.union([listed, chosen, repeated])
export type Audience = z.output<typeof audience>

/** What is stored; null where nobody has said yet whom it goes to. */
export function audienceOf(stored: unknown): Audience | null {
  const read = audience.safeParse(stored)
  return read.success ? read.data : null
}

export function audienceErrors(stored: unknown): FieldError[] {
  if (stored === null || stored === undefined || audience.safeParse(stored).success) return []
  const message = 'Choose a list, customers, or who an earlier one did not reach.'
  return [{ field: 'audience', code: 'bad_request', message }]
}
