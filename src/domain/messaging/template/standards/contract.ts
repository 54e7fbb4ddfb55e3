import { context, shows, whether } from '#domain/messaging/template/template-context.ts'
import { greeted } from './greeted.ts'
import { standard } from './standard.ts'

const fields = {
  customer_name: shows('Customer', 'Kōwhai Bakery'),
  contract_number: shows('Contract number', 'K-1001'),
  supplier_name: shows('Supplier', 'Southern Cross Power'),
}

export const contractContext = context({
  label: 'Contract',
  fields: {
    ...fields,
    date_start: shows('First day', '01 Apr 2027'),
    contact: shows('How you can be reached', '09 555 0100'),
    link: shows('Link to read and accept it', 'https://switchboard.example/contract/#…'),
    last_day: shows('Last day of the link', '16 Jan 2027'),
    message: shows('Your own words', 'As we discussed on the phone.'),
  },
})

const accepting =
  'Please open this link to look it over and accept it. You can sign on your phone, and you need no account:'

export const offerStandard = standard({
  name: 'Contract to accept',
  kind: 'offer',
  context: 'contract',
  needs: ['link'],
  subject: 'Your contract {{contract_number}} with {{broker_name}}',
  text_base:
    greeted(`Your energy supply contract {{contract_number}}{{#if supplier_name}} with {{supplier_name}}{{/if}}{{#if date_start}} from {{date_start}}{{/if}} is ready for you to read.

{{#if message}}
{{message}}

{{/if}}
${accepting}

{{link}}

The link is yours alone and works until {{last_day}}. You can keep a copy of the contract as a PDF.

If you have a question, just answer this email{{#if contact}} or contact us: {{contact}}{{/if}}.`),
})

export const rateUpdateContext = context({
  label: 'New rates',
  fields: {
    ...fields,
    connections: shows('Connections', '0000143418TRD9F'),
    valid_from_date: shows('First day of the new rates', '01 Apr 2027'),
    whose: shows('Whose rates: “Your”, or the supplier’s', 'Your'),
    reason: shows('Reason', 'The network charges more from April.'),
  },
  rows: {
    label: 'Rates',
    fields: {
      rate_name: shows('Rate', 'Day energy'),
      rate_amount: shows('New rate', '$0.2415'),
      rate_unit: shows('Unit', 'kWh'),
      previous_amount: shows('Rate until then', '$0.231'),
      is_new: whether('It is a new rate', false),
    },
    samples: [
      {
        rate_name: 'Day energy',
        rate_amount: '$0.2415',
        rate_unit: 'kWh',
        previous_amount: '$0.231',
        is_new: false,
      },
      {
        rate_name: 'Metering',
        rate_amount: '$0.35',
        rate_unit: 'day',
        previous_amount: null,
        is_new: true,
      },
    ],
  },
})

export const rateNoticeStandard = standard({
  name: 'Notice of new rates',
  kind: 'rate_notice',
  context: 'rate_update',
  needs: ['valid_from_date'],
  subject: '{{whose}} rates change on {{valid_from_date}}',
  text_base:
    greeted(`From {{valid_from_date}} these rates apply to contract {{contract_number}}{{#if connections}}, {{connections}}{{/if}}:

{{loop}}

All rates are without GST.

{{#if reason}}
{{reason}}

{{/if}}
If you have a question, just answer this email or give us a call.`),
  text_loop:
    '  {{rate_name}}: {{rate_amount}} per {{rate_unit}} ({{#if previous_amount}}now {{previous_amount}}{{/if}}{{#if is_new}}new{{/if}})',
})
