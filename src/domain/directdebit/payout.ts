import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, date, json, money, ref, text } from '#domain/kit/field.ts'

/** One of the sums a payout is made of, as it is kept: the provider forgets it after six months. */
export interface PayoutItem {
  type: string
  /** In cents, with a tenth where there is one. */
  amount: string
  taxes: string
  invoicepayment_id: number | null
}

/** What the provider paid into our account: what it collected, less what went back and its fees. */
export const payout = entity({
  name: 'payout',
  plural: 'payouts',
  label: 'Payout of direct debits',
  labelPlural: 'Payouts of direct debits',
  title: 'reference',
  access: { read: 'accounting', write: 'padmin', remove: 'padmin' },
  fields: {
    payout_status: choice('pending', 'paid', 'bounced').required().readonly().label('Status'),
    reference: text(60).readonly(),
    arrival_date: date().readonly().label('Arrives'),
    amount: money().required().readonly().label('Paid out'),
    collected: money().required().readonly(),
    fees: money().required().readonly().label('Fees without GST'),
    fees_gst: money().required().readonly().label('GST in the fees'),
    items: json<readonly PayoutItem[]>().required().readonly(),
    banktransaction_id: ref('banktransaction').readonly().label('Bank line'),
  },
  list: [
    'arrival_date',
    'reference',
    'payout_status',
    'collected',
    'fees',
    'fees_gst',
    'amount',
    'banktransaction_id',
  ],
  form: { Payout: ['payout_status', 'reference', 'arrival_date', 'amount', 'collected', 'fees'] },
  search: ['reference'],
  order: '-arrival_date',
})

export type Payout = Row<typeof payout>
