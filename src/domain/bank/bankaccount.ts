import { bankLedgers } from '#domain/books/postings.ts'
import { entity, type Row } from '#domain/kit/entity.ts'
import { bankAccount, date, flag, integer, money, name } from '#domain/kit/field.ts'

/** The ledger's accounts that stand for ours at a bank, in the order in which they are taken. */
export const bankLedgerAccounts = Array.from(
  { length: bankLedgers.last - bankLedgers.first + 1 },
  (_, place) => bankLedgers.first + place,
)

/** An account of ours at a bank: the first one is account 1000 of the ledger. */
export const bankaccount = entity({
  name: 'bankaccount',
  plural: 'bankaccounts',
  label: 'Bank account',
  labelPlural: 'Bank accounts',
  title: 'name',
  access: { read: 'accounting', write: 'manager', remove: 'manager' },
  fields: {
    name: name(100).unique('nameConflict'),
    bank_account_number: bankAccount().required().unique('numberConflict').label('Account number'),
    opening_date: date().required().hint('Lines before this day are not ours to explain.'),
    opening_balance: money().level().required().initially('0.00'),
    ledger_account: integer().readonly().label('Account in the ledger'),
    is_closed: flag().label('Closed').hint('Closed accounts take no more files.'),
  },
  list: ['name', 'bank_account_number', 'ledger_account', 'opening_date', 'opening_balance'],
  form: {
    Account: ['name', 'bank_account_number', 'opening_date', 'opening_balance', 'is_closed'],
  },
  search: ['name', 'bank_account_number'],
  order: 'ledger_account',
  full: true,
})

export type BankAccount = Row<typeof bankaccount>
