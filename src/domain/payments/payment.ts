import type { PaymentPlan } from '#domain/books/account.ts'
import { entity, type Row } from '#domain/kit/entity.ts'
import {
  choice,
  date,
  flag,
  integer,
  json,
  longText,
  money,
  option,
  ref,
  text,
  timestamp,
} from '#domain/kit/field.ts'
import { causeWords, debitCauses, debitStates } from './debit-facts.ts'
import { billpaymentMachine, invoicepaymentMachine } from './payment-machine.ts'

// What both kinds have in common, in the words of the specification.
const shared = {
  reference: text(100),
  payment_date: date().required(),
  payment_type: option('payment_type').required().initially('bank_transfer'),
  amount_incl_gst: money().required().label('Amount'),
  amount_excl_gst: money().readonly().label('Amount without GST'),
  gst_type: choice('exclusive', 'inclusive', 'none').initially('inclusive').label('GST'),
  gst_amount: money().readonly().label('GST in the amount'),
  refund_date: date().readonly(),
  customer_paid: flag(),
  cancelled: flag().readonly(),
  refunded: flag().readonly(),
  cancelled_at: timestamp().readonly(),
  notes: longText(2000),
}

/** Money from a customer. */
export const invoicepayment = entity({
  name: 'invoicepayment',
  plural: 'invoicepayments',
  label: 'Payment from a customer',
  labelPlural: 'Payments from customers',
  title: 'reference',
  access: { read: 'user', write: 'accounting', remove: 'manager' },
  machine: invoicepaymentMachine,
  heldWith: [{ column: 'customer_id', table: 'customers' }],
  fields: {
    ...shared,
    payment_status: choice(
      'pending',
      'received',
      'reconciled',
      'partly_refunded',
      'refunded',
      'failed',
      'cancelled',
    )
      .required()
      .readonly()
      .initially('received')
      .label('Status'),
    customer_id: ref('customer').required(),
    invoice_id: ref('invoice').hint('The invoice its reference names.'),
    adjustment_id: ref('adjustment').hint('The adjustment its reference names.'),
    allocated_amount: money().readonly().label('On invoices'),
    unallocated_amount: money().readonly().label('Credit left'),
    refunded_amount: money().readonly(),
    received_amount: money().derived().label('Received, less refunds'),
    clearsinvoice: flag().label('Clears the invoice'),
    paid_in_full: flag(),
    grant_ppd: flag().label('Grant the discount'),
    /** What its bank line says it pays, item by item, where no page says so. */
    plan: json<PaymentPlan>().readonly(),
    banktransaction_id: ref('banktransaction').readonly().seenBy('accounting').label('Bank line'),
    receipt_sent_at: timestamp().readonly().label('Receipt sent'),
    mandate_id: ref('mandate').readonly().label('Direct debit authority'),
    charge_date: date().readonly().label('Day of the debit'),
    /** The date of its page that the day was counted from; none where somebody chose the day. */
    aims_at: date().readonly().label('To be in time for'),
    debit_state: choice(...debitStates)
      .readonly()
      .label('Direct debit'),
    debit_cause: choice(...debitCauses)
      .inWords(causeWords)
      .readonly()
      .label('Why it was not honoured'),
    debit_words: text(500).readonly().label('What the bank says'),
    attempt: integer().readonly(),
    retry_of_id: ref('invoicepayment').readonly().label('Tries again'),
    requested_by_customer: flag().readonly().label('The customer asked for it'),
    made_elsewhere: flag().readonly().label('Made at the provider'),
    series_state: choice('running', 'ending', 'ended').readonly().label('Series at the provider'),
    payout_id: ref('payout').readonly().seenBy('accounting').label('Payout'),
    cancel_asked_at: timestamp().readonly().label('Cancellation asked for'),
  },
  list: [
    'payment_date',
    'customer_id',
    'reference',
    'invoice_id',
    'payment_type',
    'amount_incl_gst',
    'unallocated_amount',
    'payment_status',
  ],
  form: {
    Payment: [
      'customer_id',
      'payment_date',
      'amount_incl_gst',
      'payment_type',
      'reference',
      'gst_type',
    ],
    Invoice: [
      'invoice_id',
      'adjustment_id',
      'clearsinvoice',
      'paid_in_full',
      'grant_ppd',
      'customer_paid',
    ],
    Notes: ['notes'],
  },
  search: ['reference', 'notes'],
  // §7 names the files.
  fileName: 'payments_from_customers',
  find: {
    words: ['reference'],
    amounts: ['amount_incl_gst'],
  },
  order: '-payment_date',
})

/** Money to a supplier. */
export const billpayment = entity({
  name: 'billpayment',
  plural: 'billpayments',
  label: 'Payment to a supplier',
  labelPlural: 'Payments to suppliers',
  title: 'reference',
  access: { read: 'user', write: 'accounting', remove: 'accounting' },
  machine: billpaymentMachine,
  fields: {
    ...shared,
    payment_status: choice('draft', 'approved', 'paid', 'cleared', 'cancelled')
      .required()
      .readonly()
      .initially('draft')
      .label('Status'),
    supplier_id: ref('supplier').readonly(),
    bill_id: ref('bill'),
    adjustment_id: ref('adjustment').hint('In place of a bill.'),
    allocated_amount: money().readonly().label('On bills'),
    unallocated_amount: money().readonly().label('Credit with the supplier'),
    refunded_amount: money().readonly().label('Paid back'),
    clearsbill: flag().label('Clears the rest as well'),
    batch: text(60).readonly(),
    banktransaction_id: ref('banktransaction').readonly().seenBy('accounting').label('Bank line'),
  },
  list: [
    'payment_date',
    'supplier_id',
    'bill_id',
    'adjustment_id',
    'reference',
    'amount_incl_gst',
    'unallocated_amount',
    'payment_status',
  ],
  form: {
    Payment: [
      'bill_id',
      'adjustment_id',
      'payment_date',
      'amount_incl_gst',
      'payment_type',
      'reference',
      'gst_type',
    ],
    Bill: ['clearsbill', 'customer_paid'],
    Notes: ['notes'],
  },
  search: ['reference', 'notes'],
  fileName: 'payments_to_suppliers',
  find: {
    words: ['reference'],
    amounts: ['amount_incl_gst'],
  },
  order: '-payment_date',
  check: ({ bill_id, adjustment_id }) =>
    Boolean(bill_id) === Boolean(adjustment_id)
      ? [
          {
            field: 'bill_id',
            code: 'bad_request',
            message: 'A payment is for a bill or for an adjustment.',
          },
        ]
      : [],
})

export type InvoicePayment = Row<typeof invoicepayment>
export type BillPayment = Row<typeof billpayment>

/** Money that the provider of direct debits collected: it lies with it until it is paid out. */
export const isCollected = ({ debit_state }: Pick<InvoicePayment, 'debit_state'>): boolean =>
  debit_state !== null
