import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, date, json, money, text, timestamp } from '#domain/kit/field.ts'
import { gstreturnMachine } from './gstreturn-machine.ts'

/** An adjustment of the tax that somebody wrote into box 9 or 13. */
export interface WrittenAdjustment {
  box: 9 | 13
  /** GST alone. */
  amount: string
  reason: string
  file_id: number | null
}

const box = (label: string) => money().readonly().label(label)

/** A GST return of one period (GST101A): its boxes as they were prepared, or filed. */
export const gstreturn = entity({
  name: 'gstreturn',
  plural: 'gstreturns',
  label: 'GST return',
  labelPlural: 'GST returns',
  title: 'period_end',
  access: { read: 'accounting', write: 'accounting', remove: 'padmin', csv: 'accounting' },
  machine: gstreturnMachine,
  fields: {
    period_start: date().readonly().label('From'),
    period_end: date().required().label('To'),
    gst_basis: choice('invoice', 'payments').readonly().label('Basis'),
    return_status: choice('prepared', 'filed')
      .required()
      .readonly()
      .initially('prepared')
      .label('Status'),
    due_date: date().readonly().label('Due'),
    box_5: box('Box 5, sales with GST'),
    box_6: box('Box 6, zero-rated'),
    box_7: box('Box 7'),
    box_8: box('Box 8'),
    box_9: box('Box 9, adjustments'),
    box_10: box('Box 10, GST collected'),
    box_11: box('Box 11, purchases with GST'),
    box_12: box('Box 12'),
    box_13: box('Box 13, adjustments'),
    box_14: box('Box 14, GST credit'),
    box_15: box('Box 15, to pay or refund'),
    sales_gst: box('GST on sales in the books'),
    purchases_gst: box('GST on purchases in the books'),
    adjustments_by_hand: json<WrittenAdjustment[]>().readonly(),
    prepared_at: timestamp().readonly(),
    filed_date: date().readonly().label('Filed on'),
    reference: text(60).readonly().label('Inland Revenue’s reference'),
    filed_at: timestamp().readonly(),
    filed_by: text().readonly(),
    sha256: text(64).readonly().label('Fingerprint of the PDF'),
  },
  list: [
    'period_start',
    'period_end',
    'return_status',
    'due_date',
    'box_10',
    'box_14',
    'box_15',
    'filed_date',
    'reference',
  ],
  form: { 'GST return': ['period_end'] },
  search: ['reference'],
  order: '-period_end',
})

export type GstReturn = Row<typeof gstreturn>
