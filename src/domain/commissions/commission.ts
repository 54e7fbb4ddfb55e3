import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, date, integer, longText, money, percent, rate, ref } from '#domain/kit/field.ts'
import { rateUnits } from '#domain/partners/partner.ts'

/**
 * Expected is shown and not booked; accrued stands in the books and waits for a statement; stated
 * stands on one that was sent. Reversed was taken back before it was stated, dropped never came.
 */
export const commissionStates = ['expected', 'accrued', 'stated', 'reversed', 'dropped'] as const
export type CommissionStatus = (typeof commissionStates)[number]

export const commissionKinds = ['ongoing', 'signup', 'clawback', 'correction'] as const
export type CommissionKind = (typeof commissionKinds)[number]

/** What a partner earned or lost again. Its amount never changes: another entry corrects it. */
export const commission = entity({
  name: 'commission',
  plural: 'commissions',
  title: 'kind',
  access: { read: 'accounting', write: 'manager', remove: 'manager', csv: 'accounting' },
  fields: {
    commission_status: choice(...commissionStates)
      .required()
      .readonly()
      .label('Status'),
    kind: choice(...commissionKinds)
      .required()
      .readonly(),
    partner_id: ref('partner').required(),
    contract_id: ref('contract').part(),
    customer_id: ref('customer').readonly().part(),
    invoice_id: ref('invoice').part(),
    base: money().readonly(),
    share_percent: percent().readonly().label('Share'),
    base_part: money().readonly().label('Share of the base'),
    rate: rate().readonly(),
    rate_unit: choice(...rateUnits)
      .readonly()
      .label('Rate is'),
    amount: money().required(),
    earned_on: date().readonly().label('Earned on'),
    round: integer().required().readonly(),
    reverses_id: ref('commission').readonly().part().label('Takes back'),
    transaction_id: ref('transaction').readonly().part().label('Entry'),
    reason: longText(1000),
  },
  list: [
    'earned_on',
    'kind',
    'partner_id',
    'customer_id',
    'invoice_id',
    'base_part',
    'rate',
    'rate_unit',
    'amount',
    'commission_status',
  ],
  form: { Correction: ['partner_id', 'contract_id', 'invoice_id', 'amount', 'reason'] },
  search: ['reason'],
  order: '-created_at',
})

export type Commission = Row<typeof commission>
