import { context, shows, whether } from '#domain/messaging/template/template-context.ts'
import { greeted } from './greeted.ts'
import { standard } from './standard.ts'

export const answerContext = context({
  label: 'Answer from the chat',
  fields: {
    customer_name: shows('Customer', 'Kōwhai Bakery'),
    invoice_number: shows('Invoice number', 'INV-1001'),
    link: shows('Link to the invoice’s page', 'https://switchboard.example/invoice/#…'),
    is_closed: whether('The page is closed', false),
  },
  rows: {
    label: 'What you wrote, oldest first',
    fields: { answer: shows('Your answer', 'We have looked at your meter.') },
    samples: [{ answer: 'We have looked at your meter.' }],
  },
})

export const answerStandard = standard({
  name: 'Answer from the chat',
  kind: 'answer',
  context: 'answer',
  subject:
    'A message from {{broker_name}}{{#if invoice_number}} about invoice {{invoice_number}}{{/if}}',
  text_base: greeted(`{{#each rows}}
{{answer}}

{{/each}}
{{#if link}}
To write back, open your invoice’s page:
{{link}}
{{/if}}
{{#if is_closed}}
The page of this invoice is closed. To write back, please contact us directly.
{{/if}}`),
})
