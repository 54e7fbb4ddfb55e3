// A double of GoCardless: a program of its own that speaks its protocol over HTTP. It shares no code
// with what speaks to it, so that one mistake cannot be made on both sides.

export type Fields = Record<string, unknown>
type Links = Record<string, string | null>

/** What every record has. Names that begin with _ are the double's own and are never shown. */
export interface RecordHead {
  id: string
  created_at: string
  metadata: Record<string, string>
  links: Links
}

export interface Customer extends RecordHead {
  email: string | null
  given_name: string | null
  family_name: string | null
  company_name: string | null
  [detail: string]: unknown
}

export interface BankAccount extends RecordHead {
  account_holder_name: string
  account_number_ending: string
  bank_name: string
  country_code: string
  currency: string
  enabled: boolean
  _digits: string
}

export interface Mandate extends RecordHead {
  reference: string
  scheme: 'becs_nz'
  status: string
  payments_require_approval: boolean
  _reinstated: number
  /** Whose bank ended it will not take it up again. */
  _isEndedByBank: boolean
}

export interface Payment extends RecordHead {
  amount: number
  amount_refunded: number
  charge_date: string
  currency: string
  description: string | null
  reference: string | null
  status: string
  retry_if_possible: boolean
  _retries: number
  /** When the next thing happens to it by itself. */
  _due: number | null
}

export interface Refund extends RecordHead {
  amount: number
  currency: string
  reference: string | null
  status: string
  _due: number | null
}

export interface Payout extends RecordHead {
  amount: number
  arrival_date: string
  currency: string
  deducted_fees: number
  payout_type: 'merchant'
  reference: string
  status: string
  tax_currency: string
  _due: number | null
}

/** Money that is due to the creditor or owed by it, until a payout has it. In tenths of cents. */
export interface Entry {
  type: string
  tenths: number
  taxTenths: number
  links: Links
  /** When it may be paid out; what is owed is taken with the next payout. */
  from: number
  payout: string | null
  /** A bounced payout had it before, so it has been told of. */
  isAgain?: true
}

export interface BillingRequest extends RecordHead {
  status: string
  mandate_request: Fields
  _customer: Fields
  _account: Fields | null
  _isConfirmed: boolean
}

export interface Flow extends RecordHead {
  authorisation_url: string
  redirect_uri: string | null
  exit_uri: string | null
  expires_at: string
  auto_fulfil: boolean
  lock_bank_account: boolean
  lock_customer_details: boolean
  session_token: string
  _prefilled: Fields
}

export interface Subscription extends RecordHead {
  amount: number
  currency: string
  status: string
  name: string | null
  interval: number
  interval_unit: 'weekly' | 'monthly'
  day_of_month: number | null
  start_date: string
  end_date: string | null
  count: number | null
  payment_reference: string | null
  retry_if_possible: boolean
  _next: string
  _due: number | null
}

export interface Event extends RecordHead {
  action: string
  resource_type: string
  details: Fields
}

export interface Webhook extends RecordHead {
  is_test: boolean
  request_body: string
  request_headers: Record<string, string>
  response_body: string | null
  response_body_truncated: boolean
  response_code: number | null
  response_headers: Record<string, string>
  successful: boolean
  url: string
  _attempts: number
  _due: number | null
}

export interface Creditor extends RecordHead {
  name: string
  [detail: string]: unknown
}
