import { context, shows, whether } from '#domain/messaging/template/template-context.ts'
import { greeted } from './greeted.ts'
import { standard } from './standard.ts'

export const commissionContext = context({
  label: 'Commission statement',
  fields: {
    partner_name: shows('Partner', 'Māui Referrals Ltd'),
    statement_number: shows('Number of the statement', 'CS-000041'),
    to_date: shows('Earned up to', '2 Nov 2026'),
    total: shows('Total with GST', '$105.29'),
    to_pay: shows('What is paid now', '$105.29'),
    carried: shows('What is carried, where nothing is paid', '$12.40'),
    asks_invoice: whether('They have to send us their tax invoice', false),
    link: shows('Link to the page that checks it', 'https://broker.example.co.nz/commission/#…'),
  },
})

export const commissionStandard = standard({
  name: 'Commission statement',
  kind: 'commission',
  context: 'commission',
  needs: ['link'],
  subject: 'Commission statement {{statement_number}} from {{broker_name}}',
  text_base: greeted(
    `Here is your commission statement {{statement_number}}, for all that was earned up to {{to_date}}. It comes to {{total}}.

{{#if to_pay}}
We are paying you {{to_pay}}.
{{/if}}
{{#if carried}}
Nothing is paid now: {{carried}} is carried to the next statement.
{{/if}}
{{#if asks_invoice}}
Please send us your tax invoice for it, and we will pay its GST as well.
{{/if}}

This page adds everything up again in your browser, line by line:
{{link}}`,
    { to: 'partner_name|there' },
  ),
})

export const commissionCancelledContext = context({
  label: 'Cancelled commission statement',
  fields: {
    partner_name: shows('Partner', 'Māui Referrals Ltd'),
    statement_number: shows('Number of the statement', 'CS-000041'),
    total: shows('What it came to', '$105.29'),
    reason: shows('Why', 'A contract was counted twice.'),
  },
})

export const commissionCancelledStandard = standard({
  name: 'Cancelled commission statement',
  kind: 'commission',
  context: 'commission_cancelled',
  subject: 'Commission statement {{statement_number}} is cancelled',
  text_base: greeted(
    `Please disregard commission statement {{statement_number}} over {{total}}: it is cancelled and is no tax information any more. Why: {{reason}}

What you earned is not lost. A new statement will follow.`,
    { to: 'partner_name|there' },
  ),
})
