import { mandateStatuses } from '#domain/customers/mandate-status.ts'
import {
  causeWords,
  type DebitCause,
  type DebitState,
  debitCauses,
  debitStates,
} from '#domain/payments/debit-facts.ts'

export { causeWords, type DebitCause, type DebitState, debitCauses, debitStates, mandateStatuses }
export type MandateStatus = (typeof mandateStatuses)[number]

/** Mandates that a debit can be made on; BECS NZ submits one together with its first debit. */
export const usableMandates = ['pending_submission', 'submitted', 'active'] as const

export const isUsableStatus = (status: MandateStatus): boolean =>
  usableMandates.some((one) => one === status)

export const causeInWords = (cause: DebitCause): string => causeWords[cause]

// Whoever is told that their own debit was not honoured is no customer to themselves.
const toldPayer: Partial<Record<DebitCause, string>> = {
  refer_to_payer: 'your bank asks us to speak to you',
  mandate_cancelled: 'the authority was cancelled',
  authorisation_disputed: 'your bank says that you gave no authority',
  payer_deceased: 'your bank gave no reason',
  other: 'your bank gave no reason',
}

/** The same in words for whoever was to pay. */
export const causeForPayer = (cause: DebitCause): string => toldPayer[cause] ?? causeWords[cause]

/** What is done about a debit that was not honoured. */
export type AfterFailure = 'retry' | 'new_mandate' | 'stop_contact' | 'ask'

const afterwards: Record<DebitCause, AfterFailure> = {
  insufficient_funds: 'retry',
  refer_to_payer: 'retry',
  bank_account_closed: 'new_mandate',
  invalid_bank_details: 'new_mandate',
  direct_debit_not_enabled: 'new_mandate',
  bank_account_transferred: 'new_mandate',
  mandate_cancelled: 'new_mandate',
  authorisation_disputed: 'new_mandate',
  payer_deceased: 'stop_contact',
  mandate_expired: 'new_mandate',
  other: 'ask',
}

export const afterFailure = (cause: DebitCause): AfterFailure => afterwards[cause]
