import { context, shows, whether } from '#domain/messaging/template/template-context.ts'
import { greeted } from './greeted.ts'
import { standard } from './standard.ts'

export const paymentContext = context({
  label: 'Payment',
  fields: {
    customer_name: shows('Customer', 'Kōwhai Bakery'),
    amount: shows('Amount', '$420.00'),
    payment_date: shows('Day of the payment', '14 Nov 2026'),
    reference: shows('Reference', 'INV-1001'),
    credit: shows('Kept as credit', '$20.00'),
    refunded: shows('Paid back', '$5.00'),
    still_to_pay: shows('Still to pay on the account', '$40.00'),
    account_credit: shows('Credit on the account', '$15.00'),
    is_settled: whether('Nothing is left to pay, and there is no credit', false),
  },
  rows: {
    label: 'What it was used for',
    fields: {
      item_name: shows('Invoice or adjustment', 'Invoice INV-1001'),
      item_amount: shows('Amount put on it', '$395.00'),
      item_balance: shows('Still to pay on it', '$65.00'),
      is_item_paid: whether('Nothing is left to pay on it', false),
    },
    samples: [
      {
        item_name: 'Invoice INV-1001',
        item_amount: '$395.00',
        item_balance: '$65.00',
        is_item_paid: false,
      },
      {
        item_name: 'Invoice INV-1002',
        item_amount: '$25.00',
        item_balance: null,
        is_item_paid: true,
      },
    ],
  },
})

const usedFor =
  '{{item_name}}: {{item_amount}}, {{#if item_balance}}{{item_balance}} still to pay{{/if}}{{#if is_item_paid}}nothing left to pay{{/if}}'

export const receiptStandard = standard({
  name: 'Receipt',
  kind: 'receipt',
  context: 'payment',
  needs: ['amount'],
  subject: 'Receipt for {{amount}} from {{broker_name}}',
  text_base: greeted(
    `Thank you. We received {{amount}} on {{payment_date}}{{#if reference}}, reference {{reference}}{{/if}}.

What it was used for:
{{#each rows}}
${usedFor}
{{/each}}
{{#if credit}}
Kept as credit for your next invoice: {{credit}}
{{/if}}
{{#if refunded}}
Paid back to you: {{refunded}}
{{/if}}

{{#if still_to_pay}}
Still to pay on your account: {{still_to_pay}}.
{{/if}}
{{#if is_settled}}
Nothing is left to pay on your account.
{{/if}}
{{#if account_credit}}
Nothing is left to pay on your account; it is {{account_credit}} in credit.
{{/if}}`,
    { under: '{{#if broker_gst_number}}\nGST number {{broker_gst_number}}{{/if}}' },
  ),
})

export const statementContext = context({
  label: 'Statement',
  fields: {
    customer_name: shows('Customer', 'Kōwhai Bakery'),
    customer_number: shows('Customer number', 'C-1001'),
    from: shows('First day', '01 Aug 2026'),
    to: shows('Last day', '31 Oct 2026'),
    opening: shows('Owed before', '$120.00'),
    owed: shows('Owed on the last day', '$460.00'),
    in_credit: shows('In credit on the last day', '$15.00'),
  },
  rows: {
    label: 'Entries',
    fields: {
      entry_date: shows('Day', '01 Sep 2026'),
      entry_words: shows('What it was', 'Invoice INV-1001'),
      entry_amount: shows('Amount', '$340.00'),
    },
    samples: [
      { entry_date: '01 Sep 2026', entry_words: 'Invoice INV-1001', entry_amount: '$340.00' },
    ],
  },
})

export const statementStandard = standard({
  name: 'Statement of account',
  kind: 'statement',
  context: 'statement',
  subject: 'Statement of account from {{broker_name}}',
  text_base: greeted(`Here is your statement from {{from}} to {{to}}, as a PDF.

{{#if in_credit}}
You were {{in_credit}} in credit on {{to}}.
{{/if}}
{{#if owed}}
You owed {{owed}} on {{to}}.
{{/if}}`),
})

export const remittanceContext = context({
  label: 'Payment to a supplier',
  fields: {
    supplier_name: shows('Supplier', 'Southern Cross Power'),
    payment_date: shows('Day of the payment', '14 Nov 2026'),
    total: shows('Total', '$1,840.00'),
    batch: shows('Our reference', 'PAY-0042'),
  },
  rows: {
    label: 'What is paid',
    fields: {
      paid_kind: shows('Statement or adjustment', 'Statement'),
      paid_number: shows('Its number', 'S-778'),
      paid_account: shows('Account', '44-778-1'),
      paid_amount: shows('Amount', '$1,840.00'),
    },
    samples: [
      {
        paid_kind: 'Statement',
        paid_number: 'S-778',
        paid_account: '44-778-1',
        paid_amount: '$1,840.00',
      },
    ],
  },
})

export const remittanceStandard = standard({
  name: 'Remittance advice',
  kind: 'remittance',
  context: 'remittance',
  needs: ['total'],
  subject: 'Remittance advice {{batch}} from {{broker_name}}: {{total}}',
  text_base: greeted(
    `We are paying you {{total}} on {{payment_date}}:

{{loop}}

Total: {{total}}
Our reference: {{batch}}`,
    { to: 'supplier_name|there' },
  ),
  text_loop:
    '{{paid_kind}} {{paid_number|without a number}}{{#if paid_account}}, account {{paid_account}}{{/if}}: {{paid_amount}}',
})
