import { type Partner, type RateUnit, usualUnits } from '#domain/partners/partner.ts'

/** What a partner earns, as it holds on a day. */
export type CommissionTerms = Pick<
  Partner,
  | ('signup_commission_commercial' | 'signup_commission_residential' | 'signup_commission_unit')
  | ('partner_rate_amount' | 'partner_rate_standard' | 'partner_rate_simple' | 'partner_rate_unit')
>

export interface DatedTerms extends CommissionTerms {
  /** Null: they hold before any others do. */
  valid_from_date: string | null
}

/** The terms that hold on a day: the latest that had begun by then. */
export function termsOn<T extends { valid_from_date: string | null }>(
  versions: readonly T[],
  day: string,
): T | undefined {
  return versions
    .filter(({ valid_from_date }) => valid_from_date === null || valid_from_date <= day)
    .reduce<T | undefined>((best, one) => (best && isLater(best, one) ? best : one), undefined)
}

const isLater = (a: { valid_from_date: string | null }, b: { valid_from_date: string | null }) =>
  (a.valid_from_date ?? '') > (b.valid_from_date ?? '')

export interface Rate {
  rate: string
  unit: RateUnit
}

/** The rate of an invoice: the one for its kind of billing, else the general one, else nothing. */
export function ongoingRate(terms: CommissionTerms, billing: 'standard' | 'split'): Rate {
  const special = billing === 'split' ? terms.partner_rate_simple : terms.partner_rate_standard
  return {
    rate: special ?? terms.partner_rate_amount ?? '0',
    unit: terms.partner_rate_unit ?? usualUnits.partner_rate_unit,
  }
}

export type SignupType = 'commercial' | 'residential'

/** What bringing a contract earns: once, or as a share of its invoices of the first year. */
export function signupRate(terms: CommissionTerms, type: SignupType): Rate {
  const { signup_commission_commercial, signup_commission_residential } = terms
  const rate = type === 'commercial' ? signup_commission_commercial : signup_commission_residential
  return {
    rate: rate ?? '0',
    unit: terms.signup_commission_unit ?? usualUnits.signup_commission_unit,
  }
}
