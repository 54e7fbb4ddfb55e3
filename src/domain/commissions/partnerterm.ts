import { entity, type Row } from '#domain/kit/entity.ts'
import { date, longText, ref } from '#domain/kit/field.ts'
import { commissionRates, rateErrors } from '#domain/partners/partner.ts'

/**
 * What a partner earns from a day on. An invoice takes the terms that hold on the last day of its
 * period; before the first of them those of the partner itself hold.
 */
export const partnerterm = entity({
  name: 'partnerterm',
  plural: 'partnerterms',
  label: 'Terms of a partner',
  labelPlural: 'Terms of partners',
  title: 'valid_from_date',
  access: { read: 'accounting', write: 'manager', remove: 'manager' },
  fields: {
    partner_id: ref('partner').required().part(),
    valid_from_date: date().required().label('Valid from'),
    ...commissionRates,
    notes: longText(1000),
  },
  list: [
    'valid_from_date',
    'partner_rate_amount',
    'partner_rate_standard',
    'partner_rate_simple',
    'partner_rate_unit',
    'signup_commission_commercial',
    'signup_commission_residential',
    'signup_commission_unit',
  ],
  form: {
    Terms: ['partner_id', 'valid_from_date'],
    Ongoing: [
      'partner_rate_amount',
      'partner_rate_standard',
      'partner_rate_simple',
      'partner_rate_unit',
    ],
    'Sign-up': [
      'signup_commission_commercial',
      'signup_commission_residential',
      'signup_commission_unit',
    ],
    Notes: ['notes'],
  },
  search: ['notes'],
  order: '-valid_from_date',
  check: rateErrors,
})

export type PartnerTerm = Row<typeof partnerterm>
