import { organisationconfigCalls } from '#domain/identity/organisationconfig-calls.ts'
import { cannedreplyCalls } from '#domain/messaging/cannedreply-calls.ts'
import { messagetemplateCalls } from '#domain/messaging/messagetemplate-calls.ts'
import { standards } from '#domain/messaging/template/standards.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { playCall, playedRow } from './play-call.ts'

const { name, context, text_base } = standards.reminder_3

const firmly = text_base.replace(
  'If you have paid in the meantime, thank you.',
  'This is our third letter about it. If you have paid in the meantime, thank you.',
)

const reachable = firmly.replace(
  'please talk to us – we can help.',
  'please talk to us{{#if broker_phone}} on {{broker_phone}}{{/if}} – we can spread it over three months.',
)

// What the office writes again and again; a slash brings it in.
const replies = [
  ['Greeting', 'Kia ora {{customer_name}}\n\nThank you for your message. '],
  ['Meter reading', 'Could you send us a photo of your meter, with its number in sight? '],
  [
    'Moving house',
    'Tell us the day you move and the new address two weeks ahead, and we look after the rest. ',
  ],
  [
    'Ring us',
    'It is easier on the phone: ring us on {{broker_phone|the number on your invoice}}. ',
  ],
] as const

/** A broker who has found words of its own: for the last reminder, and for a letter by hand. */
export async function storeTemplates(ctx: Context, conn: Conn): Promise<void> {
  const id = await playedRow(ctx, conn, messagetemplateCalls.create, {
    name,
    type: 'email',
    key: 'reminder_3',
    context,
    purpose: 'service',
    tone: 'final',
    subject: 'Third reminder: invoice {{invoice_number}}',
    text_base: firmly,
  })
  await playCall(ctx, conn, messagetemplateCalls.update, { id, version: 1, text_base: reachable })
  await playCall(ctx, conn, messagetemplateCalls.create, {
    name: 'Time for a price check',
    type: 'email',
    context: 'customer',
    purpose: 'service',
    tone: 'normal',
    subject: 'Shall we look at your power prices, {{customer_name}}?',
    text_base: `Kia ora {{customer_name}}

It is a while since we compared what the retailers offer. Shall we do so before winter?

{{#if rows}}
By the way, this is still open:
{{loop}}

{{/if}}
Ngā mihi
{{broker_name}}{{#if broker_phone}}, {{broker_phone}}{{/if}}`,
    text_loop: '{{open_number}}, due on {{open_due_date}}: {{open_balance}}',
  })
  await storeBusinessReminders(ctx, conn)
  for (const [name, text_plain] of replies)
    await playCall(ctx, conn, cannedreplyCalls.create, { name, text_plain, kept_for: 'shared' })
}

/** Businesses pay by their own calendars: they are asked later, by mail alone, in words of their own. */
async function storeBusinessReminders(ctx: Context, conn: Conn): Promise<void> {
  const template = await playedRow(ctx, conn, messagetemplateCalls.create, {
    name: 'Reminder to a business',
    type: 'email',
    context: standards.reminder.context,
    purpose: 'service',
    tone: 'normal',
    subject: 'Account of {{customer_name}}: {{invoice_number}} is open',
    text_base: `Kia ora

{{balance}} of invoice {{invoice_number}}, due on {{due_date}}, is still open.

On which day is your next payment run?

{{#if late_fee}}
A late payment fee of {{late_fee}} plus GST comes with your next invoice.

{{/if}}
The invoice is attached, and can be read here: {{link}}

Ngā mihi
{{broker_name}}{{#if broker_phone}}, {{broker_phone}}{{/if}}`,
  })
  await playCall(ctx, conn, organisationconfigCalls.create, {
    name: 'reminder_steps_by_class',
    value: {
      commercial: [
        { days: 5, template, channel: 'email', tells_fee: false },
        { days: 15, template: 'reminder_2', channel: 'email' },
        { days: 25, channel: 'email' },
      ],
    },
  })
}
