import { entity, type Row } from '#domain/kit/entity.ts'
import {
  choice,
  connections,
  date,
  flag,
  integer,
  longText,
  money,
  option,
  percent,
  quantity,
  ref,
  reference,
  text,
  timestamp,
} from '#domain/kit/field.ts'
import { connectionErrors } from '#domain/kit/icp.ts'
import type { FieldError } from '#domain/kit/problem.ts'
import { contractMachine } from './contract-machine.ts'

export const contract = entity({
  name: 'contract',
  plural: 'contracts',
  title: 'contract_number',
  access: { read: 'user', write: 'user', remove: 'user' },
  machine: contractMachine,
  check: contractErrors,
  fields: {
    contract_number: reference().unique().fromSeries('contract_number'),
    contract_status: choice('draft', 'offered', 'active', 'cancelled', 'ended')
      .required()
      .readonly()
      .initially('draft'),
    is_locked: flag().readonly().label('Locked'),
    customer_id: ref('customer').required(),
    supplier_id: ref('supplier'),
    partner_id: ref('partner'),
    staff_id: ref('staff').label('Looked after by'),
    icp_type: option('icp_type').label('Service'),
    connections: connections().hint('The ICP of each connection, else its consumer number.'),
    account_number_with_supplier: text(60),
    date_start: date().label('Starts'),
    date_end: date().label('Ends'),
    is_open_plan: flag().label('Open plan').hint('Rolls on past its end until it is cancelled.'),
    valid_from_date: date()
      .label('Terms valid from')
      .hint('Needed when percentages, fees or the due-date rule of an active contract change.'),
    billed_to_date: date().readonly().label('Billed to'),
    billed_elsewhere_date: date()
      .readonly()
      .label('Billed elsewhere to')
      .hint('The last day that was billed before the contract came here.'),
    supplier_is_open_plan: flag().label('Open plan with the supplier'),
    supplier_date_start: date().label('Starts with the supplier'),
    supplier_date_end: date().label('Ends with the supplier'),
    supplier_ppd: percent().label('Supplier’s prompt payment discount'),
    supplier_cancellation_fee: money().level(),
    supplier_late_fee: money().level().notNegative(),
    supplier_joining_credit: money().level(),
    supplier_rates_text: longText(),
    supplier_ratechanges_text: longText().label('Supplier rate changes text'),
    welcome_credit_amount: money().level().label('Welcome credit'),
    cancellation_fee_amount: money().level().label('Cancellation fee'),
    meter_capacity_amount: quantity().label('Capacity'),
    meter_capacity_unit: option('capacity_unit').label('Capacity unit'),
    meter_capacity_charged: flag().label('Capacity is charged'),
    reading_interval: integer().label('Read every'),
    reading_interval_unit: option('interval_unit').label('Interval unit'),
    service_fee_percent: percent().label('Service fee'),
    discount_percent: percent().label('Prompt payment discount'),
    gst_percent: percent().label('GST').hint('Empty: the percentage in the settings, by its day.'),
    due_date_type: option('due_date_type').label('Due date').initially('offset'),
    due_date_value_offset: integer().label('Due days after the invoice').initially(20),
    due_date_value_fixed: integer().label('Due on day of the month'),
    last_for_contract: flag().label('Final invoice made'),
    document_version: integer().readonly(),
    sent_at: timestamp().readonly(),
    accepted_at: timestamp().readonly(),
    accepted_by: text().readonly(),
    cancelled_at: timestamp().readonly(),
    conditions: longText()
      .label('Printed conditions')
      .hint('The customer reads and signs them with the contract.'),
    notes: longText().label('Internal notes').hint('For the office alone: never printed.'),
  },
  list: [
    'contract_number',
    'customer_id',
    'supplier_id',
    'icp_type',
    'connections',
    'date_start',
    'date_end',
    'contract_status',
    'service_fee_percent',
    'discount_percent',
  ],
  form: {
    Contract: [
      'contract_number',
      'customer_id',
      'supplier_id',
      'icp_type',
      'connections',
      'account_number_with_supplier',
      'partner_id',
      'staff_id',
    ],
    Term: ['date_start', 'date_end', 'is_open_plan'],
    'Our terms': [
      'service_fee_percent',
      'discount_percent',
      'gst_percent',
      'due_date_type',
      'due_date_value_offset',
      'due_date_value_fixed',
      'welcome_credit_amount',
      'cancellation_fee_amount',
      'valid_from_date',
    ],
    'Supplier’s terms': [
      'supplier_date_start',
      'supplier_date_end',
      'supplier_is_open_plan',
      'supplier_ppd',
      'supplier_cancellation_fee',
      'supplier_late_fee',
      'supplier_joining_credit',
      'supplier_rates_text',
      'supplier_ratechanges_text',
    ],
    'Capacity and reading': [
      'meter_capacity_amount',
      'meter_capacity_unit',
      'meter_capacity_charged',
      'reading_interval',
      'reading_interval_unit',
    ],
    'Printed conditions': ['conditions'],
    Notes: ['last_for_contract', 'notes'],
  },
  search: ['contract_number', 'account_number_with_supplier', 'connections'],
  find: {
    numbers: ['contract_number', 'account_number_with_supplier'],
    words: ['connections'],
  },
  order: '-created_at',
})

type CheckedDay = 'date_start' | 'date_end' | 'supplier_date_start' | 'supplier_date_end'
type CheckedCount = 'due_date_value_fixed' | 'due_date_value_offset' | 'reading_interval'

/** The columns its check reads. */
type CheckedContract = { [K in CheckedDay]?: string | null } & {
  [K in CheckedCount]?: number | null
} & Parameters<typeof connectionErrors>[0]

function contractErrors(row: CheckedContract): FieldError[] {
  const { date_start, date_end, supplier_date_start, supplier_date_end } = row
  const errors = connectionErrors(row)
  const refuse = (field: string, message: string) =>
    errors.push({ field, code: 'bad_request', message })
  if (isBefore(date_end, date_start)) refuse('date_end', 'Ends can’t be before Starts.')
  if (isBefore(supplier_date_end, supplier_date_start))
    refuse('supplier_date_end', 'Ends with the supplier can’t be before it starts.')
  if (isOutside(row.due_date_value_fixed, 1, 31))
    refuse('due_date_value_fixed', 'Due on day of the month is between 1 and 31.')
  if (isOutside(row.due_date_value_offset, 0, 365))
    refuse('due_date_value_offset', 'Due days after the invoice is between 0 and 365.')
  if (isOutside(row.reading_interval, 1, 1000))
    refuse('reading_interval', 'Read every is between 1 and 1,000.')
  return errors
}

const isBefore = (later: string | null | undefined, earlier: string | null | undefined) =>
  typeof later === 'string' && typeof earlier === 'string' && later < earlier

const isOutside = (value: number | null | undefined, min: number, max: number) =>
  value !== null && value !== undefined && (value < min || value > max)

export type Contract = Row<typeof contract>
