import { entity } from '#domain/kit/entity.ts'
import { choice, date, money, ref, text } from '#domain/kit/field.ts'

/** What is left of a sent invoice after what its bills cost. Read only, from the books. */
export const invoicemargin = entity({
  name: 'invoicemargin',
  plural: 'invoicemargins',
  label: 'Margin of an invoice',
  labelPlural: 'Margins of invoices',
  title: 'invoice_number',
  access: { read: 'manager', write: 'padmin', remove: 'padmin' },
  fields: {
    invoice_number: text().readonly(),
    customer_id: ref('customer').readonly(),
    contract_id: ref('contract').readonly(),
    supplier_id: ref('supplier').readonly(),
    invoiced_date: date().readonly().label('Sent'),
    ppd_state: choice('open', 'earned', 'granted', 'lost').readonly().label('Discount'),
    income: money().readonly(),
    cost: money().readonly().label('Cost of its bills'),
    margin: money().readonly(),
    not_costed: money().readonly().label('Not costed'),
  },
  list: [
    'invoice_number',
    'customer_id',
    'supplier_id',
    'invoiced_date',
    'ppd_state',
    'income',
    'cost',
    'margin',
    'not_costed',
  ],
  form: {},
  search: [],
  order: '-invoiced_date',
})
