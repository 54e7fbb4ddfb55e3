import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, date, integer, money, percent, rate, ref } from '#domain/kit/field.ts'
import { rateUnits } from '#domain/partners/partner.ts'

export const signupMoments = ['first_cleared', 'accepted'] as const
export type SignupMoment = (typeof signupMoments)[number]

/**
 * Who earns on a contract from a day on. The rows of one day are one set, whose shares make 100 %; what
 * was agreed for bringing the contract is kept as it stood on the day it was accepted.
 */
export const contractpartner = entity({
  name: 'contractpartner',
  plural: 'contractpartners',
  label: 'Partner of a contract',
  labelPlural: 'Partners of contracts',
  title: 'valid_from_date',
  access: { read: 'accounting', write: 'accounting', remove: 'manager' },
  fields: {
    contract_id: ref('contract').required().part(),
    partner_id: ref('partner').required(),
    valid_from_date: date().required().label('Valid from'),
    share_percent: percent().required().label('Share').seenBy('accounting'),
    rate_amount: rate()
      .label('Own rate')
      .hint('Empty: the rate of the partner.')
      .seenBy('accounting'),
    rate_unit: choice(...rateUnits)
      .label('Own rate is')
      .seenBy('accounting'),
    accepted_date: date().readonly().label('Accepted'),
    customer_type: choice('commercial', 'residential').readonly().label('Customer was'),
    signup_unit: choice(...rateUnits)
      .readonly()
      .label('Sign-up commission is')
      .seenBy('accounting'),
    signup_amount: money().level().readonly().label('Sign-up commission').seenBy('accounting'),
    signup_earned_at: choice(...signupMoments)
      .readonly()
      .label('Sign-up earned'),
    signup_clawback_months: integer().readonly().label('Months of claw-back'),
  },
  list: [
    'contract_id',
    'partner_id',
    'valid_from_date',
    'share_percent',
    'rate_amount',
    'rate_unit',
    'signup_amount',
  ],
  form: {
    Share: ['contract_id', 'partner_id', 'valid_from_date', 'share_percent'],
    Rate: ['rate_amount', 'rate_unit'],
  },
  search: [],
  order: '-valid_from_date',
})

export type ContractPartner = Row<typeof contractpartner>
