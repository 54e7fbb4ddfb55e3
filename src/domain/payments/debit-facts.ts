/** Why money was not collected, or an authority ended, in the provider's words. */
export const debitCauses = [
  'insufficient_funds',
  'refer_to_payer',
  'bank_account_closed',
  'invalid_bank_details',
  'direct_debit_not_enabled',
  'bank_account_transferred',
  'mandate_cancelled',
  'authorisation_disputed',
  'payer_deceased',
  'mandate_expired',
  'other',
] as const
export type DebitCause = (typeof debitCauses)[number]

/** How far a debit has come: the provider's statuses in our words. */
export const debitStates = [
  'planned',
  'submitted',
  'confirmed',
  'paid_out',
  'cancelled',
  'failed',
  'charged_back',
] as const
export type DebitState = (typeof debitStates)[number]
