import { entity } from '#domain/kit/entity.ts'
import { choice, date, ref, text } from '#domain/kit/field.ts'

/** A connection that came with its first contract, or left with its last. Read only, from both. */
export const connectionmove = entity({
  name: 'connectionmove',
  plural: 'connectionmoves',
  label: 'Connection won or lost',
  labelPlural: 'Connections won and lost',
  title: 'connection',
  access: { read: 'manager', write: 'padmin', remove: 'padmin' },
  fields: {
    day: date().required().readonly(),
    move: choice('won', 'lost').required().readonly().label('Won or lost'),
    connection: text().required().readonly(),
    contract_id: ref('contract').required().readonly(),
    customer_id: ref('customer').readonly(),
  },
  list: ['day', 'move', 'connection', 'contract_id', 'customer_id'],
  form: {},
  search: [],
  order: '-day',
})
