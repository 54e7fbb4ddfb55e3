import { context, shows } from '#domain/messaging/template/template-context.ts'

/** For letters of the organisation's own: a customer with what is open on the account. */
export const customerContext = context({
  label: 'Customer',
  fields: {
    customer_name: shows('Customer', 'Kōwhai Bakery'),
    customer_number: shows('Customer number', 'C-1001'),
    customer_email: shows('Email address', 'books@kowhai.example'),
    customer_phone: shows('Phone number', '09 555 0123'),
    customer_address: shows('Address', '12 Rimu Road, Wellington 6011'),
    balance_total: shows('Owed in all', '$460.00'),
  },
  rows: {
    label: 'Open invoices',
    fields: {
      open_number: shows('Invoice number', 'INV-1001'),
      open_due_date: shows('Due date', '20 Nov 2026'),
      open_balance: shows('Still to pay', '$460.00'),
    },
    samples: [{ open_number: 'INV-1001', open_due_date: '20 Nov 2026', open_balance: '$460.00' }],
  },
})
