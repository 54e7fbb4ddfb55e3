import { context, shows, whether } from '#domain/messaging/template/template-context.ts'
import { greeted, orTalkToUs } from './greeted.ts'
import { standard } from './standard.ts'

export const debitContext = context({
  label: 'Direct debit',
  fields: {
    customer_name: shows('Customer', 'Kōwhai Bakery'),
    account: shows('End of their account', '••3869-00'),
    amount: shows('Amount', '$679.89'),
    charge_date: shows('Day of the debit', '20 May 2027'),
    invoice_number: shows('Invoice', 'INV-1001'),
    reason: shows('Why', 'not enough money'),
    retry_date: shows('Day of the next try', '26 May 2027'),
    link: shows('Link to authorise you', 'https://example.co.nz/directdebit/'),
    valid_until: shows('The link works until', '3 Jun 2027'),
    is_collected_later: whether('It is tried again by itself', true),
    has_invoice: whether('It is for an invoice', true),
  },
})

const howToStop =
  'You can stop this at any time: reply to this email, or call us. If you cancel with your bank instead, a new authority needs a paper form.'

export const debitInvitationStandard = standard({
  name: 'Invitation to pay by direct debit',
  kind: 'direct_debit',
  context: 'debit',
  needs: ['link'],
  subject: 'Pay {{broker_name}} by direct debit',
  text_base:
    greeted(`You can have your invoices paid from your bank account by direct debit. We tell you the amount and the day each time before anything is collected.

Set it up here. The page of our provider asks for your account; we never see the whole number:
{{link}}

The link works until {{valid_until}}.`),
})

export const debitSetUpStandard = standard({
  name: 'Direct debit is set up',
  kind: 'direct_debit',
  context: 'debit',
  subject: 'Your direct debit with {{broker_name}} is set up',
  text_base:
    greeted(`Your direct debit is set up{{#if account}} for the account ending in {{account}}{{/if}}. From now on we collect what your invoices ask for, in time for your discount, and tell you the amount and the day before.

${howToStop}`),
})

export const debitPlannedStandard = standard({
  name: 'Direct debit planned',
  kind: 'direct_debit',
  context: 'debit',
  needs: ['amount', 'charge_date'],
  subject: 'We’ll collect {{amount}} on {{charge_date}}',
  text_base:
    greeted(`We’ll collect {{amount}} on {{charge_date}}{{#if account}} from the account ending in {{account}}{{/if}}{{#if invoice_number}} for invoice {{invoice_number}}{{/if}}. You don’t need to do anything.

${howToStop}`),
})

export const debitChangedStandard = standard({
  name: 'Direct debit changed',
  kind: 'direct_debit',
  context: 'debit',
  needs: ['amount', 'charge_date'],
  subject: 'We’ll collect {{amount}} on {{charge_date}} instead',
  text_base:
    greeted(`Something about your account has changed, so we’ll collect {{amount}} on {{charge_date}}{{#if invoice_number}} for invoice {{invoice_number}}{{/if}}, and no more than that. What we told you before no longer holds.

${howToStop}`),
})

export const debitFailedStandard = standard({
  name: 'Direct debit not honoured',
  kind: 'direct_debit',
  context: 'debit',
  needs: ['amount'],
  subject: 'We couldn’t collect {{amount}}',
  text_base:
    greeted(`We couldn’t collect {{amount}} on {{charge_date}}{{#if invoice_number}} for invoice {{invoice_number}}{{/if}}: {{reason}}.

{{#if is_collected_later}}
We’ll try again on {{retry_date}}. Please see that the money is there; that is all you need to do.
{{/if}}
${orTalkToUs}`),
})

export const debitCancelledStandard = standard({
  name: 'Direct debit cancelled',
  kind: 'direct_debit',
  context: 'debit',
  subject: 'Your direct debit with {{broker_name}} was cancelled',
  text_base: greeted(`{{#if charge_date}}
We won’t collect {{amount}} on {{charge_date}}\
{{#if invoice_number}} for invoice {{invoice_number}}{{/if}}.
{{/if}}
{{#if reason}}
{{reason}}
{{/if}}

If anything is still to pay, your invoice says how.`),
})
