import { entity, type Row } from '#domain/kit/entity.ts'
import { date, integer, longText, money, ref, text } from '#domain/kit/field.ts'

/** An entry of the books. It is never changed: another one takes it back. */
export const transaction = entity({
  name: 'transaction',
  plural: 'transactions',
  title: 'event',
  access: { read: 'manager', write: 'manager', remove: 'manager' },
  fields: {
    event: text().required().readonly(),
    transaction_date: date().required().label('Date'),
    amount: money().required().readonly(),
    customer_id: ref('customer').part(),
    supplier_id: ref('supplier').part(),
    partner_id: ref('partner').readonly().part(),
    invoice_id: ref('invoice').readonly().part(),
    adjustment_id: ref('adjustment').readonly().part(),
    bill_id: ref('bill').readonly().part(),
    invoicepayment_id: ref('invoicepayment').readonly().part().label('Payment from a customer'),
    billpayment_id: ref('billpayment').readonly().part().label('Payment to a supplier'),
    credit_adjustment_id: ref('adjustment').readonly().part().label('Credit of the adjustment'),
    reverses_id: ref('transaction').readonly().part().label('Takes back'),
    unique_key: text().readonly(),
    reason: longText(1000),
    actor_name: text().required().readonly().label('Booked by'),
    impersonator_name: text().readonly().label('Acting in their place'),
    source: text().required().readonly(),
    request_id: text().required().readonly().label('Request'),
  },
  list: [
    'transaction_date',
    'event',
    'customer_id',
    'supplier_id',
    'partner_id',
    'invoice_id',
    'adjustment_id',
    'bill_id',
    'amount',
    'reason',
    'actor_name',
    'created_at',
  ],
  form: { Entry: ['transaction_date', 'customer_id', 'supplier_id', 'reason'] },
  search: ['event', 'reason'],
  order: '-created_at',
})

/** A line of an entry: debits are positive, credits negative. */
export const accounttransaction = entity({
  name: 'accounttransaction',
  plural: 'accounttransactions',
  label: 'Account transaction',
  labelPlural: 'Account transactions',
  title: 'account',
  access: { read: 'manager', write: 'manager', remove: 'manager' },
  fields: {
    transaction_id: ref('transaction').required().readonly().part(),
    account: integer().required().readonly(),
    amount: money().required().readonly(),
    transaction_date: date().required().readonly().label('Date'),
    customer_id: ref('customer').readonly().part(),
    supplier_id: ref('supplier').readonly().part(),
    partner_id: ref('partner').readonly().part(),
    invoice_id: ref('invoice').readonly().part(),
    adjustment_id: ref('adjustment').readonly().part(),
    bill_id: ref('bill').readonly().part(),
  },
  list: [
    'transaction_date',
    'transaction_id',
    'account',
    'amount',
    'customer_id',
    'invoice_id',
    'bill_id',
  ],
  form: { Line: ['account', 'amount'] },
  search: [],
  order: '-id',
})

export type Transaction = Row<typeof transaction>
