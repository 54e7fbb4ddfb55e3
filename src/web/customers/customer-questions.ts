import type { AudienceList } from '#domain/messaging/bulk/audience.ts'
import type { Params } from '#web/kit/session/api.ts'

export type Question = 'prospects' | 'notinvoiced' | 'neverinvoiced' | 'expiring'

interface QuestionFacts {
  label: string
  explained: string
  /** The call that answers it, beneath the list of customers. */
  path: AudienceList
  none: string
}

/** §7: the four questions the office asks about its customers every week. */
export const questions: Record<Question, QuestionFacts> = {
  expiring: {
    label: 'Contract expiring',
    explained: 'Active, with a contract that ends soon and does not roll on',
    path: 'customers/active/contract/expiring',
    none: 'No contract ends in that time.',
  },
  notinvoiced: {
    label: 'Not invoiced',
    explained: 'Active, and billed up to a day too long ago',
    path: 'customers/active/notinvoiced',
    none: 'Everybody is billed up to date.',
  },
  neverinvoiced: {
    label: 'Never invoiced',
    explained: 'Active, and never sent an invoice',
    path: 'customers/active/neverinvoiced',
    none: 'Every active customer has had an invoice.',
  },
  prospects: {
    label: 'Prospects',
    explained: 'Not customers yet, and without an invoice',
    path: 'customers/prospects/notinvoiced',
    none: 'There are no prospects.',
  },
}

export const questionNames: readonly Question[] = [
  'expiring',
  'notinvoiced',
  'neverinvoiced',
  'prospects',
]

const leadTimes = [30, 60, 90, 180]

/** The lead times on offer, that which holds among them. */
export const leadTimesWith = (days: number): number[] =>
  [...new Set([...leadTimes, days])].sort((one, other) => one - other)

/** Only the question about ending contracts has a lead time. */
export function paramsOf(question: Question, days: number | null): Params {
  return question === 'expiring' && days !== null ? { days } : {}
}
