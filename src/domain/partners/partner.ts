import { entity, type Row } from '#domain/kit/entity.ts'
import {
  bankAccount,
  choice,
  date,
  email,
  flag,
  gstNumber,
  money,
  name,
  nzbn,
  percent,
  phone,
  postcode,
  rate,
  text,
} from '#domain/kit/field.ts'
import type { FieldError } from '#domain/kit/problem.ts'

export const rateUnits = ['percent', 'fixed'] as const
export type RateUnit = (typeof rateUnits)[number]

const rates = {
  signup_commission_unit: ['signup_commission_commercial', 'signup_commission_residential'],
  partner_rate_unit: ['partner_rate_amount', 'partner_rate_standard', 'partner_rate_simple'],
} as const

/** What a rate is where nobody says: dollars for bringing a contract, a share of its invoices. */
export const usualUnits = { signup_commission_unit: 'fixed', partner_rate_unit: 'percent' } as const

/** What is earned for bringing a contract, and for each of its invoices. */
export const commissionRates = {
  signup_commission_commercial: money().level().label('Sign-up commission, commercial'),
  signup_commission_residential: money().level().label('Sign-up commission, residential'),
  signup_commission_unit: choice(...rateUnits).label('Sign-up commission is'),
  partner_rate_amount: rate().label('Ongoing rate'),
  partner_rate_standard: rate().label('Ongoing rate, standard billing'),
  partner_rate_simple: rate().label('Ongoing rate, split billing'),
  partner_rate_unit: choice(...rateUnits).label('Ongoing rate is'),
}

export const partner = entity({
  name: 'partner',
  plural: 'partners',
  title: 'name',
  access: { read: 'user', write: 'manager', remove: 'manager' },
  fields: {
    name: name().unique('nameConflict'),
    is_active: flag().label('Active').initially(true),
    contact_name: text(),
    email: email(),
    phone: phone(),
    street: text(),
    suburb: text(100).suggests('suburb'),
    city: text(100).suggests('city'),
    postcode: postcode(),
    nzbn: nzbn().label('NZBN'),
    gst_number: gstNumber().label('GST number'),
    gst_registered: flag().label('Registered for GST'),
    bcti_agreed_on: date()
      .label('We write their tax invoices since')
      .hint('Both of us agreed that our statements are the tax invoices for what they earn.'),
    bcti_reason: text(500)
      .label('How that was agreed')
      .hint('Empty where it is part of our normal terms.'),
    withholding_percent: percent().label('Tax withheld').hint('Empty: none is withheld.'),
    commission_email: email().label('Statements go to').hint('Empty: to the address above.'),
    ...commissionRates,
    bank_account_name: text(100),
    bank_account_number: bankAccount(),
  },
  list: ['name', 'contact_name', 'email', 'phone', 'city', 'partner_rate_amount', 'is_active'],
  inPlace: ['contact_name', 'phone'],
  form: {
    Identity: ['name', 'is_active', 'contact_name', 'email', 'phone', 'nzbn', 'gst_number'],
    Address: ['street', 'suburb', 'city', 'postcode'],
    Commission: [
      'signup_commission_commercial',
      'signup_commission_residential',
      'signup_commission_unit',
      'partner_rate_amount',
      'partner_rate_standard',
      'partner_rate_simple',
      'partner_rate_unit',
    ],
    Statements: [
      'commission_email',
      'gst_registered',
      'bcti_agreed_on',
      'bcti_reason',
      'withholding_percent',
    ],
    Bank: ['bank_account_name', 'bank_account_number'],
  },
  search: ['name', 'contact_name', 'email', 'city'],
  find: {
    names: ['name', 'contact_name'],
    emails: ['email'],
    phones: ['phone'],
  },
  order: 'name',
  full: true,
  duplicates: ['name', 'nzbn', 'email', 'phone'],
  check: (row) => [...rateErrors(row), ...agreementErrors(row)],
})

type Unit = keyof typeof rates
type CheckedRates = { [K in Unit | (typeof rates)[Unit][number]]?: string | null }

/** A commission is not negative, and as a share no more than the whole. */
export function rateErrors(row: CheckedRates): FieldError[] {
  const units: Unit[] = ['signup_commission_unit', 'partner_rate_unit']
  return units.flatMap((unit) =>
    rates[unit].flatMap((field): FieldError[] => {
      const value = Number(row[field] ?? 0)
      const isShare = (row[unit] || usualUnits[unit]) === 'percent'
      if (value >= 0 && (!isShare || value <= 100)) return []
      const message = isShare ? 'A share is between 0 and 100 %.' : 'It can’t be below 0.'
      return [{ field, code: 'bad_request', message }]
    }),
  )
}

/** Only who is registered makes taxable supplies that we could write the tax invoice for. */
function agreementErrors(row: { gst_registered?: boolean; bcti_agreed_on?: string | null }) {
  if (!row.bcti_agreed_on || row.gst_registered) return []
  const message = 'Only a partner who is registered for GST can agree to that.'
  return [{ field: 'bcti_agreed_on', code: 'bad_request', message }]
}

export type Partner = Row<typeof partner>
