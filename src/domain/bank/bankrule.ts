import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, flag, integer, money, name, ref, text } from '#domain/kit/field.ts'
import { bankDirections } from './bank-rule.ts'

/** What lines are that no document explains: bank fees, interest, a supplier's debit. */
export const bankrule = entity({
  name: 'bankrule',
  plural: 'bankrules',
  label: 'Bank rule',
  labelPlural: 'Bank rules',
  title: 'name',
  access: { read: 'accounting', write: 'accounting', remove: 'accounting' },
  fields: {
    name: name(100).unique('nameConflict'),
    direction: choice(...bankDirections)
      .required()
      .initially('out'),
    text_contains: text(100).label('Text contains'),
    other_account: text(40).masked().label('Other account'),
    amount_from: money().level().notNegative(),
    amount_to: money().level().notNegative(),
    kind: choice('account', 'aside', 'bill', 'supplier_refund').required().initially('account'),
    account: integer().label('Account'),
    supplier_id: ref('supplier'),
    automatic: flag().label('By itself').hint('Lines it fits are matched without asking.'),
  },
  list: ['name', 'direction', 'text_contains', 'kind', 'account', 'supplier_id', 'automatic'],
  form: {
    When: ['name', 'direction', 'text_contains', 'other_account', 'amount_from', 'amount_to'],
    Then: ['kind', 'account', 'supplier_id', 'automatic'],
  },
  search: ['name', 'text_contains'],
  order: 'name',
  check: ({ text_contains, other_account, kind, account, supplier_id }) => [
    ...(text_contains || other_account
      ? []
      : wrong('text_contains', 'Say by which text or account its lines are known.')),
    ...(kind === 'account' && !account ? wrong('account', 'Choose an account.') : []),
    ...((kind === 'bill' || kind === 'supplier_refund') && !supplier_id
      ? wrong('supplier_id', 'Choose a supplier.')
      : []),
  ],
})

const wrong = (field: string, message: string) => [{ field, code: 'bad_request', message }]

export type StoredBankRule = Row<typeof bankrule>
