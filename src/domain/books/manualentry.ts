import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, date, json, longText, money, ref, text } from '#domain/kit/field.ts'
import { machine } from '#domain/kit/machine.ts'

/** Approved by a colleague it is booked; whoever has thought better of it withdraws it. */
const manualentryMachine = machine({
  field: 'entry_status',
  states: ['waiting', 'booked', 'withdrawn'],
  transitions: [
    { action: 'approve', from: ['waiting'], to: 'booked', who: 'manager' },
    { action: 'withdraw', from: ['waiting'], to: 'withdrawn', who: 'manager' },
  ],
})

/** An entry somebody wrote by hand that is too large for one pair of eyes: not in the books yet. */
export const manualentry = entity({
  name: 'manualentry',
  plural: 'manualentries',
  label: 'Entry to approve',
  labelPlural: 'Entries to approve',
  title: 'reason',
  access: { read: 'manager', write: 'manager', remove: 'manager' },
  machine: manualentryMachine,
  fields: {
    entry_status: choice('waiting', 'booked', 'withdrawn')
      .required()
      .readonly()
      .initially('waiting')
      .label('Status'),
    transaction_date: date().label('Date'),
    amount: money().required().readonly(),
    customer_id: ref('customer').part(),
    supplier_id: ref('supplier').part(),
    reason: longText(1000).required(),
    lines: json<{ account: number; amount: string }[]>().readonly(),
    written_by: text().required().readonly(),
    approved_by: text().readonly(),
    transaction_id: ref('transaction').readonly().part().label('Booked as'),
  },
  list: ['created_at', 'amount', 'reason', 'written_by', 'entry_status', 'approved_by'],
  form: { Entry: ['transaction_date', 'customer_id', 'supplier_id', 'reason'] },
  search: ['reason'],
  order: '-created_at',
})

export type ManualEntry = Row<typeof manualentry>
