import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, flag, integer, ref, text } from '#domain/kit/field.ts'
import { aliasKinds } from './payer-alias.ts'

/** How a customer pays, learned from what people chose: an account, or words of the bank's texts. */
export const payeralias = entity({
  name: 'payeralias',
  plural: 'payeraliases',
  label: 'Payer',
  labelPlural: 'Payers',
  title: 'shown_as',
  access: { read: 'accounting', write: 'accounting', remove: 'accounting' },
  fields: {
    kind: choice(...aliasKinds)
      .required()
      .readonly()
      .initially('text'),
    shown_as: text(400).required().readonly().label('Known by'),
    text_key: text(400).readonly(),
    other_account: text(40).masked().readonly().label('Account'),
    customer_id: ref('customer').required().readonly(),
    confirmations: integer().required().readonly().initially(0),
    contradictions: integer().required().readonly().initially(0),
    is_shared: flag().readonly().label('Shared'),
  },
  list: ['kind', 'shown_as', 'customer_id', 'confirmations', 'contradictions', 'is_shared'],
  form: { Payer: ['kind', 'shown_as', 'customer_id'] },
  search: ['shown_as'],
  order: '-modified_at',
})

export type StoredPayerAlias = Row<typeof payeralias>
