import { entity, type Row } from '#domain/kit/entity.ts'
import {
  choice,
  date,
  flag,
  integer,
  money,
  percent,
  ref,
  text,
  timestamp,
} from '#domain/kit/field.ts'
import { commissionstatementMachine } from './commissionstatement-machine.ts'
import { gstModes } from './statement-sums.ts'

/** What a partner is told of what they earned, and paid by. */
export const commissionstatement = entity({
  name: 'commissionstatement',
  plural: 'commissionstatements',
  label: 'Commission statement',
  title: 'statement_number',
  access: { read: 'accounting', write: 'accounting', remove: 'accounting', csv: 'accounting' },
  machine: commissionstatementMachine,
  fields: {
    statement_number: text(40).readonly().label('Number'),
    statement_status: choice('draft', 'sent', 'paid', 'cleared', 'cancelled')
      .required()
      .readonly()
      .initially('draft')
      .label('Status'),
    partner_id: ref('partner').required(),
    to_date: date().required().readonly().label('Earned up to'),
    line_count: integer().required().readonly().label('Lines'),
    sum: money().required().readonly().label('Earned'),
    gst_mode: choice(...gstModes)
      .required()
      .readonly()
      .label('GST'),
    gst_percent: percent().required().readonly().label('GST percentage'),
    gst: money().required().readonly().label('GST amount'),
    total: money().required().readonly(),
    brought_forward: money().level().required().readonly().label('Brought forward'),
    withheld: money().required().readonly().label('Tax withheld'),
    to_pay: money().required().readonly().label('To pay'),
    carried: money().level().required().readonly().label('Carried to the next'),
    sent_date: date().readonly().label('Sent on'),
    sent_at: timestamp().readonly(),
    sent_to: text(300).readonly().label('Sent to'),
    // Until then there is no PDF, and the mail waits for it.
    is_being_drawn: flag().readonly().label('PDF is being drawn'),
    payment_date: date().readonly().label('Paid on'),
    batch: text(40).readonly().label('Bank file'),
    settled_by_id: ref('commissionstatement').readonly().part().label('Settled with'),
    left_with_id: ref('commissionstatement').readonly().part().label('Left with'),
    banktransaction_id: ref('banktransaction').readonly().part().label('Bank line'),
    tax_invoice_number: text(60).readonly().label('Their tax invoice'),
    tax_invoice_date: date().readonly().label('Tax invoice of'),
    tax_invoice_gst: money().required().readonly().label('GST of their tax invoice'),
    hash: text(64).readonly().label('SHA-256'),
    previous_hash: text(64).readonly().label('SHA-256 of the one before'),
    cancelled_at: timestamp().readonly(),
  },
  list: [
    'statement_number',
    'partner_id',
    'statement_status',
    'sent_date',
    'line_count',
    'sum',
    'gst',
    'total',
    'brought_forward',
    'to_pay',
    'carried',
    'payment_date',
  ],
  form: { Statement: ['partner_id'] },
  search: ['statement_number'],
  find: {
    numbers: ['statement_number', 'tax_invoice_number'],
    amounts: ['to_pay'],
  },
  order: '-created_at',
})

export type CommissionStatement = Row<typeof commissionstatement>
