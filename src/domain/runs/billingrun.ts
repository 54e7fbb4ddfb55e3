import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, date, integer, json, money, option, ref, text } from '#domain/kit/field.ts'
import { billingrunMachine } from './billingrun-machine.ts'

/** Many invoices made, approved and sent as one; how far it has come can be watched. */
export const billingrun = entity({
  name: 'billingrun',
  plural: 'billingruns',
  label: 'Billing run',
  labelPlural: 'Billing runs',
  title: 'name',
  access: { read: 'user', write: 'accounting', remove: 'manager' },
  machine: billingrunMachine,
  fields: {
    name: text().required(),
    run_status: choice('running', 'ready', 'approving', 'sending', 'done', 'cancelled', 'failed')
      .required()
      .readonly()
      .initially('running')
      .label('Status'),
    billed_to_date: date().label('Bill up to'),
    invoice_date: date(),
    supplier_id: ref('supplier'),
    customer_type: option('customer_type'),
    contract_ids: json().label('Chosen contracts'),
    acknowledged: json().readonly().label('Warnings seen'),
    rows_total: integer().readonly().label('Contracts'),
    rows_done: integer().readonly().label('Drafts made'),
    rows_failed: integer().readonly().label('Left out'),
    rows_approved: integer().readonly().label('Approved'),
    rows_sent: integer().readonly().label('Sent'),
    discounted_total: money().readonly().label('To pay in time'),
    undiscounted_total: money().readonly().label('To pay later'),
    message: text(1000).readonly(),
  },
  list: [
    'name',
    'run_status',
    'billed_to_date',
    'rows_total',
    'rows_done',
    'rows_failed',
    'rows_sent',
    'undiscounted_total',
    'created_at',
  ],
  form: {
    'Billing run': ['name', 'billed_to_date', 'invoice_date', 'supplier_id', 'customer_type'],
  },
  search: ['name'],
  order: '-created_at',
})

export type BillingRun = Row<typeof billingrun>
