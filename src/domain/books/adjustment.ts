import { entity, type Row } from '#domain/kit/entity.ts'
import {
  choice,
  date,
  flag,
  longText,
  money,
  percent,
  ref,
  text,
  timestamp,
} from '#domain/kit/field.ts'
import type { FieldError } from '#domain/kit/problem.ts'
import { adjustmentMachine } from './adjustment-machine.ts'

/** Why something is owed, or given, without an invoice. */
export const adjustmentKinds = [
  'opening_balance',
  'goodwill',
  'correction',
  'returned_refund',
] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]

/** A debit is owed: by the customer, or by us to a supplier. A credit is the customer's, or ours there. */
export const adjustmentSides = ['debit', 'credit'] as const
export type AdjustmentSide = (typeof adjustmentSides)[number]

/**
 * An item of an account without an invoice or a bill, a customer's or ours with a supplier: no lines, no
 * discount and no late fee.
 */
export const adjustment = entity({
  name: 'adjustment',
  plural: 'adjustments',
  title: 'adjustment_number',
  access: { read: 'user', write: 'accounting', remove: 'manager' },
  machine: adjustmentMachine,
  heldWith: [
    { column: 'customer_id', table: 'customers' },
    { column: 'supplier_id', table: 'suppliers' },
  ],
  fields: {
    adjustment_number: text(40).required().readonly().unique().label('Number'),
    adjustment_status: choice('invoiced', 'cleared', 'paid', 'cancelled')
      .required()
      .readonly()
      .initially('invoiced')
      .label('Status'),
    customer_id: ref('customer'),
    supplier_id: ref('supplier'),
    account_number_with_supplier: text(60)
      .label('Account with the supplier')
      .hint('Empty: it is about the supplier as a whole.'),
    kind: choice(...adjustmentKinds).required(),
    side: choice(...adjustmentSides).required(),
    amount: money().required(),
    with_gst: flag().label('GST is in the amount'),
    gst_percent: percent().readonly().label('GST'),
    gst_amount: money().readonly().label('GST in the amount'),
    reason: longText(1000).required().hint('Customers may read it.'),
    adjustment_date: date().required().readonly().label('Date'),
    due_date: date().hint('Today, unless you say otherwise.'),
    invoiced_at: timestamp().readonly().label('Booked at'),
    balance: money().readonly().label('Still to pay'),
    credit_left: money().readonly(),
    written_off: money().readonly(),
    is_held: flag().readonly().label('Held'),
    hold_reason: longText(1000).readonly(),
    held_date: date().readonly(),
    reminded_at: timestamp().readonly(),
    cleared_at: timestamp().readonly(),
    cancelled_at: timestamp().readonly(),
  },
  list: [
    'adjustment_number',
    'adjustment_date',
    'customer_id',
    'supplier_id',
    'adjustment_status',
    'kind',
    'amount',
    'balance',
    'credit_left',
    'due_date',
  ],
  form: {
    Adjustment: [
      'customer_id',
      'supplier_id',
      'account_number_with_supplier',
      'kind',
      'side',
      'amount',
      'with_gst',
      'due_date',
      'reason',
    ],
  },
  search: ['adjustment_number', 'reason'],
  find: {
    numbers: ['adjustment_number'],
    amounts: ['amount'],
  },
  order: '-created_at',
  check: adjustmentErrors,
})

export type Adjustment = Row<typeof adjustment>

interface AdjustmentOwners {
  customer_id?: number | null
  supplier_id?: number | null
  account_number_with_supplier?: string | null
  kind?: AdjustmentKind
  side?: AdjustmentSide
  amount?: string
}

function adjustmentErrors(said: AdjustmentOwners): FieldError[] {
  const { kind, side, amount, supplier_id } = said
  const wrong = (field: string, message: string) => [{ field, code: 'bad_request', message }]
  return [
    ...ownerErrors(said).flatMap(([field, message]) => wrong(field, message)),
    // What the books find out by themselves is not said by anybody.
    ...(kind === 'returned_refund'
      ? wrong('kind', 'A refund that came back is booked with its payment.')
      : []),
    ...(kind === 'goodwill' && supplier_id
      ? wrong('kind', 'Goodwill is a customer’s. What a supplier gives is a correction.')
      : []),
    ...(kind === 'goodwill' && side === 'debit' ? wrong('side', 'Goodwill is a credit.') : []),
    ...(amount !== undefined && Number(amount) <= 0
      ? wrong('amount', 'An adjustment is more than nothing.')
      : []),
  ]
}

function ownerErrors(said: AdjustmentOwners): [field: string, message: string][] {
  const { customer_id, supplier_id, account_number_with_supplier } = said
  if (customer_id && supplier_id)
    return [['supplier_id', 'An adjustment is a customer’s or a supplier’s, not both.']]
  if (!customer_id && !supplier_id) return [['customer_id', 'Choose a customer or a supplier.']]
  return account_number_with_supplier && !supplier_id
    ? [['account_number_with_supplier', 'Only what is a supplier’s has an account there.']]
    : []
}
