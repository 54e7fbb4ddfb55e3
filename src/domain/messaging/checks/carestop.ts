import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, longText, ref, text } from '#domain/kit/field.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { messageTones } from './caring.ts'

/** What consumer care kept from a customer: the rule, the words, and who had asked for it. */
export const carestop = entity({
  name: 'carestop',
  plural: 'carestops',
  label: 'Message stopped by care',
  labelPlural: 'Messages stopped by care',
  title: 'reason',
  access: { read: 'manager', write: 'padmin', remove: 'padmin' },
  // The words of a reminder hold its link.
  holdsSecrets: true,
  fields: {
    customer_id: ref('customer').required().readonly(),
    message_id: ref('message').readonly(),
    kind: text(40).required().readonly(),
    tone: choice(...messageTones)
      .required()
      .readonly(),
    reason: text(500).required().readonly(),
    words: longText(4000).required().readonly().label('Text'),
    contact: text(254).readonly(),
    actor_name: text().readonly().label('Asked by'),
  },
  list: ['created_at', 'customer_id', 'reason', 'tone', 'kind', 'actor_name'],
  form: { Stopped: ['customer_id', 'reason', 'tone', 'kind', 'words', 'contact', 'actor_name'] },
  search: ['reason', 'words'],
  order: '-created_at',
})
export type CareStop = Row<typeof carestop>

export const carestopCalls = verbs(carestop, {
  without: ['get', 'create', 'update', 'remove', 'removeMany', 'restore'],
})
