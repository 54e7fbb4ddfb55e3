import { entity } from '#domain/kit/entity.ts'
import { choice, date, flag, money, ref, text } from '#domain/kit/field.ts'

/** What a customer owes: an invoice or an adjustment with a balance. Read only, from both. */
export const openitem = entity({
  name: 'openitem',
  plural: 'openitems',
  label: 'Open item',
  labelPlural: 'Open items',
  title: 'number',
  access: { read: 'accounting', write: 'padmin', remove: 'padmin' },
  fields: {
    number: text().readonly(),
    kind: choice('invoice', 'adjustment').required().readonly(),
    customer_id: ref('customer').readonly(),
    document_date: date().readonly().label('Date'),
    due_date: date().readonly(),
    balance: money().readonly().label('Still owed'),
    is_held: flag().readonly().label('Held'),
  },
  list: ['number', 'kind', 'customer_id', 'document_date', 'due_date', 'is_held', 'balance'],
  form: {},
  search: [],
  order: 'due_date',
})

/** The document behind an open item: its id is twice that of an invoice, odd for an adjustment. */
export function documentOf(id: number): { entity: 'invoice' | 'adjustment'; id: number } {
  return { entity: id % 2 === 0 ? 'invoice' : 'adjustment', id: Math.floor(id / 2) }
}
