import { entity, type Row } from '#domain/kit/entity.ts'
import {
  bankAccount,
  choice,
  email,
  flag,
  gstNumber,
  money,
  name,
  phone,
  postcode,
  rate,
  text,
} from '#domain/kit/field.ts'
import type { FieldError } from '#domain/kit/problem.ts'

const units = ['percent', 'fixed'] as const

const rates = {
  signup_commission_unit: ['signup_commission_commercial', 'signup_commission_residential'],
  partner_rate_unit: ['partner_rate_amount', 'partner_rate_standard', 'partner_rate_simple'],
} as const

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
    gst_number: gstNumber().label('GST number'),
    signup_commission_commercial: money().label('Sign-up commission, commercial'),
    signup_commission_residential: money().label('Sign-up commission, residential'),
    signup_commission_unit: choice(...units).label('Sign-up commission is'),
    partner_rate_amount: rate().label('Ongoing rate'),
    partner_rate_standard: rate().label('Ongoing rate, standard billing'),
    partner_rate_simple: rate().label('Ongoing rate, split billing'),
    partner_rate_unit: choice(...units).label('Ongoing rate is'),
    bank_account_name: text(100),
    bank_account_number: bankAccount(),
  },
  list: ['name', 'contact_name', 'email', 'phone', 'city', 'partner_rate_amount', 'is_active'],
  form: {
    Identity: ['name', 'is_active', 'contact_name', 'email', 'phone', 'gst_number'],
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
    Bank: ['bank_account_name', 'bank_account_number'],
  },
  search: ['name', 'contact_name', 'email', 'city'],
  order: 'name',
  full: true,
  duplicates: ['name', 'email', 'phone'],
  check: partnerErrors,
})

type Unit = keyof typeof rates
type CheckedPartner = { [K in Unit | (typeof rates)[Unit][number]]?: string | null }

/** A commission is not negative, and as a share no more than the whole. */
function partnerErrors(row: CheckedPartner): FieldError[] {
  const units: Unit[] = ['signup_commission_unit', 'partner_rate_unit']
  return units.flatMap((unit) =>
    rates[unit].flatMap((field): FieldError[] => {
      const value = Number(row[field] ?? 0)
      const isShare = row[unit] === 'percent'
      if (value >= 0 && (!isShare || value <= 100)) return []
      const message = isShare ? 'A share is between 0 and 100 %.' : 'It can’t be below 0.'
      return [{ field, code: 'bad_request', message }]
    }),
  )
}

export type Partner = Row<typeof partner>
