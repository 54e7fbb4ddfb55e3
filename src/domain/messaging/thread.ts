import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, flag, integer, ref, text, timestamp } from '#domain/kit/field.ts'
import { threadMachine, threadStates } from './thread-machine.ts'

/**
 * Everything that was said with one customer, supplier, partner or unknown address, on every channel.
 * Its row follows from its messages, and is kept by whatever stores them.
 */
export const thread = entity({
  name: 'thread',
  plural: 'threads',
  title: 'name',
  access: { read: 'user', write: 'user', remove: 'manager' },
  // The last words stand in it, beside what others choose.
  holdsSecrets: true,
  fields: {
    name: text().required().readonly().label('With'),
    customer_id: ref('customer').readonly().part(),
    supplier_id: ref('supplier').readonly().part(),
    partner_id: ref('partner').readonly().part(),
    // Of somebody nobody knows yet.
    address: text(254).readonly(),
    is_junk: flag().readonly().label('Junk'),
    state: choice(...threadStates)
      .required()
      .readonly(),
    assigned_id: ref('staff').readonly().label('Assigned to'),
    snoozed_until: timestamp().readonly().label('Rests until'),
    snooze_cut_short: timestamp().readonly().label('Rested until'),
    waiting_since: timestamp().readonly(),
    unread: integer().required().readonly(),
    last_at: timestamp().readonly().label('Last message'),
    last_words: text(200).readonly().label('Last words'),
    last_direction: choice('in', 'out').readonly().label('Last from'),
    last_type: choice('chat', 'email', 'sms').readonly().label('Last by'),
  },
  list: ['name', 'state', 'assigned_id', 'waiting_since', 'unread', 'last_words', 'last_at'],
  form: {},
  search: ['name', 'address', 'last_words'],
  order: '-last_at',
  machine: threadMachine,
})

export type Thread = Row<typeof thread>
