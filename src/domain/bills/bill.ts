import { entity, type Row } from '#domain/kit/entity.ts'
import {
  choice,
  date,
  flag,
  integer,
  json,
  longText,
  money,
  percent,
  ref,
  text,
  timestamp,
} from '#domain/kit/field.ts'
import type { BillCheck } from './bill-checks.ts'
import { billMachine } from './bill-machine.ts'
import type { PrintedLine } from './bill-recalculation.ts'

/** What a supplier asks for; captured with the customer's invoice or brought in by file. */
export const bill = entity({
  name: 'bill',
  plural: 'bills',
  title: 'supplier_statement_number',
  access: { read: 'user', write: 'user', remove: 'user' },
  machine: billMachine,
  fields: {
    supplier_statement_number: text(60).label('Statement number').unique(),
    bill_status: choice('draft', 'approved', 'invoiced', 'paid', 'cleared', 'cancelled', 'refunded')
      .required()
      .readonly()
      .initially('draft'),
    supplier_id: ref('supplier'),
    contract_id: ref('contract'),
    customer_id: ref('customer').readonly(),
    invoice_id: ref('invoice').readonly(),
    account_number_with_supplier: text(60),
    date_issued: date().label('Issued'),
    period_start: date(),
    period_end: date(),
    period_days: integer().readonly(),
    supplier_due_date: date().label('Due at the supplier'),
    due_date: date(),
    ppd_percent: percent().label('Supplier’s discount'),
    lines: json<PrintedLine[]>(),
    opening_balance: money().hint('As the bill prints it; empty where it prints none.'),
    undiscounted_bill_sum: money().readonly().label('Charges'),
    discounted_bill_sum: money().readonly().label('Charges paid in time'),
    othercharges_total: money().readonly().label('Other charges'),
    due_total: money().readonly().label('Due'),
    due_gst: money().readonly().label('GST in this period’s due'),
    gst_type: choice('exclusive', 'inclusive', 'none').initially('exclusive'),
    gst_amount: money().readonly().label('GST in all it charges'),
    gst_percent: percent().label('GST'),
    balance: money().readonly().label('Still to pay'),
    discount_at_stake: money().derived(),
    last_for_contract: flag().label('Last bill of the contract'),
    booked_as: choice('cost', 'passed_on', 'information').readonly().label('Counts as'),
    ppd_state: choice('open', 'earned', 'lost').readonly().label('Supplier’s discount is'),
    supplier_difference: money().readonly().label('Difference to our books'),
    difference_status: choice('accepted', 'disputed').readonly().label('Difference is'),
    acknowledged: json<string[]>().readonly(),
    replaces_id: ref('bill').readonly().part().label('In place of'),
    is_withheld: flag().readonly().label('Left out of payments'),
    is_disputed: flag().readonly().label('Disputed'),
    dispute_reason: text(500).readonly(),
    cancelled_at: timestamp().readonly(),
    validations: json<BillCheck[]>().readonly(),
    source_sha256: text(64).readonly(),
    source_name: text(255).readonly().label('File'),
    printed_total: money().label('Total the supplier printed'),
    printed_gst: money().label('GST the supplier printed'),
    notes: longText(),
  },
  list: [
    'supplier_statement_number',
    'supplier_id',
    'customer_id',
    'period_start',
    'period_end',
    'supplier_due_date',
    'due_total',
    'balance',
    'bill_status',
  ],
  form: {
    Bill: [
      'supplier_statement_number',
      'supplier_id',
      'contract_id',
      'account_number_with_supplier',
      'date_issued',
      'supplier_due_date',
      'due_date',
    ],
    Period: ['period_start', 'period_end', 'last_for_contract'],
    Amounts: [
      'lines',
      'ppd_percent',
      'gst_percent',
      'gst_type',
      'opening_balance',
      'printed_total',
      'printed_gst',
    ],
    Notes: ['notes'],
  },
  check: ({ period_start, period_end }) =>
    typeof period_start === 'string' && typeof period_end === 'string' && period_end < period_start
      ? [
          {
            field: 'period_end',
            code: 'bad_request',
            message: 'Period end can’t be before its start.',
          },
        ]
      : [],
  search: ['supplier_statement_number', 'account_number_with_supplier'],
  find: {
    numbers: ['supplier_statement_number', 'account_number_with_supplier'],
    amounts: ['due_total'],
  },
  order: '-created_at',
})

export type Bill = Row<typeof bill>
