import { context, shows, whether } from '#domain/messaging/template/template-context.ts'
import { greeted, orTalkToUs } from './greeted.ts'
import { standard } from './standard.ts'

const fields = {
  customer_name: shows('Customer', 'Kōwhai Bakery'),
  adjustment_number: shows('Number', 'ADJ-1002'),
  reason: shows('What it is for', 'Meter read wrongly in May'),
}

export const adjustmentContext = context({
  label: 'Adjustment',
  fields: {
    ...fields,
    amount: shows('Amount', '$115.00'),
    without_gst: shows('Amount without GST', '$100.00'),
    gst: shows('GST', '$15.00'),
    day: shows('Day', '14 Nov 2026'),
    is_given: whether('It is a new credit', true),
    is_taken_back: whether('It is taken back', false),
  },
})

export const adjustmentStandard = standard({
  name: 'Credit with GST',
  kind: 'adjustment',
  context: 'adjustment',
  // The GST Act 1985, s 19N, asks for these.
  needs: ['adjustment_number', 'without_gst', 'gst'],
  subject: 'Supply correction information {{adjustment_number}} from {{broker_name}}',
  text_base: greeted(`{{#if is_taken_back}}
The credit {{adjustment_number}} of {{amount}} is taken back.
{{/if}}
{{#if is_given}}
You have a credit of {{amount}}: {{reason}}

It pays what is open on your account, and your next invoice.
{{/if}}

Supply correction information
Number {{adjustment_number}}, {{day}}
Supplier: {{broker_name}}{{#if broker_gst_number}}, GST number {{broker_gst_number}}{{/if}}
What we charged you {{#if is_taken_back}}goes up again{{/if}}{{#if is_given}}goes down{{/if}} by {{without_gst}}, and its GST by {{gst}}.`),
})

export const adjustmentReminderContext = context({
  label: 'Reminder of an adjustment',
  fields: {
    ...fields,
    balance: shows('Still to pay', '$115.00'),
    due_date: shows('Due date', '20 Nov 2026'),
    bank_account_name: shows('Name of your bank account', 'Harbour Energy Brokers Ltd'),
    bank_account_number: shows('Your bank account', '12-3456-0123456-00'),
    message: shows('Your own words', 'We may have missed your call.'),
  },
})

const payTo =
  'Please pay to {{bank_account_name}}, {{bank_account_number}}, with the reference {{adjustment_number}}.'

export const adjustmentReminderStandard = standard({
  name: 'Reminder of an adjustment',
  kind: 'reminder',
  context: 'adjustment_reminder',
  needs: ['balance'],
  subject: 'Reminder: {{adjustment_number}} from {{broker_name}} is overdue',
  text_base: greeted(`{{#if message}}
{{message}}

{{/if}}
{{adjustment_number}} was due on {{due_date}}. {{balance}} is still to pay.

What it is for: {{reason}}

{{#if bank_account_number}}
${payTo}

{{/if}}
${orTalkToUs}`),
})
