import { context, shows, whether } from '#domain/messaging/template/template-context.ts'
import { greeted, orTalkToUs } from './greeted.ts'
import { standard } from './standard.ts'

const fields = {
  customer_name: shows('Customer', 'Kōwhai Bakery'),
  customer_number: shows('Customer number', 'C-1001'),
  invoice_number: shows('Invoice number', 'INV-1001'),
  invoice_date: shows('Date of the invoice', '01 Nov 2026'),
  due_date: shows('Due date', '20 Nov 2026'),
  discounted_date: shows('Last day of the discount', '15 Nov 2026'),
  discounted_total: shows('To pay in time', '$420.00'),
  total: shows('To pay later', '$460.00'),
  balance: shows('Still to pay', '$460.00'),
  period_start: shows('First day billed', '01 Oct 2026'),
  period_end: shows('Last day billed', '31 Oct 2026'),
  supplier_name: shows('Supplier', 'Southern Cross Power'),
  connections: shows('Connections', '0000143418TRD9F'),
  link: shows('Link to the invoice', 'https://switchboard.example/invoice/#…'),
  has_discount: whether('There is a discount for paying in time', true),
}

const rows = {
  label: 'Lines of the invoice',
  fields: {
    line_name: shows('What it is for', 'Day energy'),
    line_quantity: shows('Quantity', '1200'),
    line_unit: shows('Unit', 'kWh'),
    line_amount: shows('Amount', '$289.80'),
    line_connection: shows('Connection', '0000143418TRD9F'),
  },
  samples: [
    {
      line_name: 'Day energy',
      line_quantity: '1200',
      line_unit: 'kWh',
      line_amount: '$289.80',
      line_connection: '0000143418TRD9F',
    },
    {
      line_name: 'Metering',
      line_quantity: '31',
      line_unit: 'day',
      line_amount: '$10.85',
      line_connection: '0000143418TRD9F',
    },
  ],
}

const message = shows('Your own words', 'Thank you for your custom.')

export const invoiceContext = context({
  label: 'Invoice',
  fields: {
    ...fields,
    message,
    // The sample is an invoice that is to be paid: neither a credit nor collected.
    credited_invoice: shows('Invoice that it is a credit for', ''),
    collection: shows('What is collected by direct debit', ''),
    has_one_amount: whether('There is one amount to pay', false),
    is_nothing_to_pay: whether('There is nothing to pay', false),
    is_copy: whether('It was sent before', false),
    why_changed: shows(
      'Why the bill changed',
      'This invoice is $20.00 more than INV-0990.\n– Use changed: 1200 kWh instead of 1100 kWh. That is $20.00 more.',
    ),
  },
  rows,
})

export const reminderContext = context({
  label: 'Reminder of an invoice',
  fields: {
    ...fields,
    message,
    late_fee: shows('Late payment fee, without GST', '$15.00'),
    step: shows('Which reminder it is', '2'),
  },
  rows,
})

export const newDatesContext = context({
  label: 'More time to pay an invoice',
  fields: { ...fields, is_discount_open: whether('The discount still counts', true) },
  rows,
})

export const correctionContext = context({
  label: 'Correction of an invoice',
  fields: {
    ...fields,
    corrected_amount: shows('Taken off', '$115.00'),
    corrected_gst: shows('GST in what is taken off', '$15.00'),
    is_cancelled: whether('It was cancelled', true),
    is_replaced: whether('Another takes its place', false),
    is_fee_waived: whether('A late fee was taken off', false),
  },
  rows,
})

export const invoiceStandard = standard({
  name: 'Invoice',
  kind: 'invoice',
  context: 'invoice',
  needs: ['link'],
  subject: 'Invoice {{invoice_number}} from {{broker_name}}',
  text_base: greeted(`{{#if message}}
{{message}}

{{/if}}
{{#if credited_invoice}}
It is a credit for invoice {{credited_invoice}}.

{{/if}}
{{#if is_nothing_to_pay}}
There is nothing to pay.
{{/if}}
{{#if collection}}
{{collection}} You don’t need to do anything.
{{/if}}
{{#if has_one_amount}}
Please pay {{discounted_total}} by {{due_date}}.
{{/if}}
{{#if has_discount}}
Please pay {{discounted_total}} by {{discounted_date}}. After that day it is {{total}}.
{{/if}}

Your invoice is attached as a PDF.

You can also read it, see how every amount comes about and find out how to pay here:
{{link}}`),
})

const reminderWords = {
  kind: 'reminder',
  context: 'reminder',
  needs: ['balance'],
  subject: 'Reminder: invoice {{invoice_number}} is overdue',
  text_base: greeted(`{{#if message}}
{{message}}

{{/if}}
Invoice {{invoice_number}} was due on {{due_date}}. {{balance}} is still to pay.

{{#if late_fee}}
A late payment fee of {{late_fee}} plus GST comes with your next invoice.

{{/if}}
${orTalkToUs}

The invoice is attached as a PDF, and can be read here: {{link}}`),
} as const

export const reminderStandard = standard({ name: 'Reminder', ...reminderWords })
export const secondReminderStandard = standard({
  name: 'Second reminder',
  ...reminderWords,
  otherwise: 'reminder',
})
export const thirdReminderStandard = standard({
  name: 'Third reminder, and those after it',
  ...reminderWords,
  otherwise: 'reminder',
})

export const newDatesStandard = standard({
  name: 'More time to pay',
  kind: 'new_dates',
  context: 'new_dates',
  needs: ['due_date'],
  subject: 'More time to pay invoice {{invoice_number}} from {{broker_name}}',
  text_base:
    greeted(`You have longer to pay invoice {{invoice_number}}: {{balance}} is still to pay, by {{due_date}}.

{{#if is_discount_open}}
Paid by {{discounted_date}}, your discount counts.

{{/if}}
Your invoice: {{link}}`),
})

const replaced =
  'Invoice {{invoice_number}} is being corrected. A new one takes its place; what you paid counts for it.'

export const correctionStandard = standard({
  name: 'Correction of an invoice',
  kind: 'correction',
  context: 'correction',
  // The GST Act 1985, s 19N, asks for these.
  needs: ['invoice_number', 'corrected_amount', 'corrected_gst'],
  subject: 'Correction of invoice {{invoice_number}} from {{broker_name}}',
  text_base: greeted(`{{#if is_cancelled}}
Invoice {{invoice_number}} was cancelled. There is nothing to pay on it.
{{/if}}
{{#if is_replaced}}
${replaced}
{{/if}}
{{#if is_fee_waived}}
A late payment fee was taken off invoice {{invoice_number}}.
{{/if}}

Supply correction information
For invoice {{invoice_number}} of {{invoice_date}}
Supplier: {{broker_name}}{{#if broker_gst_number}}, GST number {{broker_gst_number}}{{/if}}
Taken off: {{corrected_amount}}, GST in it {{corrected_gst}}

Money you have paid is not lost: it is credit, or counts for the invoice that follows.`),
})
