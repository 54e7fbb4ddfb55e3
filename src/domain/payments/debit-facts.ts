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

/** The same for people, who are never shown the provider’s codes alone. */
export const causeWords: Record<DebitCause, string> = {
  insufficient_funds: 'not enough money',
  refer_to_payer: 'the bank asks you to speak to the customer',
  bank_account_closed: 'the account is closed',
  invalid_bank_details: 'the account does not exist',
  direct_debit_not_enabled: 'the account takes no direct debits',
  bank_account_transferred: 'the account went to another bank',
  mandate_cancelled: 'the customer cancelled the authority',
  authorisation_disputed: 'the customer says they gave no authority',
  payer_deceased: 'the customer has died',
  mandate_expired: 'the authority has expired',
  other: 'the bank gave no reason',
}

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
