import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, date, money, ref, timestamp } from '#domain/kit/field.ts'
import { machine } from '#domain/kit/machine.ts'

const bankstatementMachine = machine({
  field: 'statement_status',
  states: ['open', 'agreed'],
  transitions: [
    { action: 'update', from: ['open'], to: null, who: 'accounting' },
    { action: 'delete', from: ['open'], to: 'deleted', who: 'accounting' },
    { action: 'agree', from: ['open'], to: 'agreed', who: 'accounting' },
    { action: 'reopen', from: ['agreed'], to: 'open', who: 'manager', needs: ['reason'] },
  ],
})

/** What the bank says an account held on a day, to be agreed with the books to the cent. */
export const bankstatement = entity({
  name: 'bankstatement',
  plural: 'bankstatements',
  label: 'Bank statement',
  labelPlural: 'Bank statements',
  title: 'statement_date',
  access: { read: 'accounting', write: 'accounting', remove: 'accounting' },
  machine: bankstatementMachine,
  fields: {
    bankaccount_id: ref('bankaccount').required().label('Account'),
    statement_date: date().required().label('Up to'),
    opening_balance: money().level().hint('What it says it began with, where it says so.'),
    closing_balance: money().level().required(),
    statement_status: choice('open', 'agreed').required().readonly().initially('open'),
    agreed_at: timestamp().readonly(),
  },
  list: [
    'statement_date',
    'bankaccount_id',
    'opening_balance',
    'closing_balance',
    'statement_status',
    'agreed_at',
  ],
  form: {
    Statement: ['bankaccount_id', 'statement_date', 'opening_balance', 'closing_balance'],
  },
  search: [],
  order: '-statement_date',
})

export type BankStatement = Row<typeof bankstatement>
