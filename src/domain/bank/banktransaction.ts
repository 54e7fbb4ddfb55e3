import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, date, longText, money, ref, text, timestamp } from '#domain/kit/field.ts'
import { importSources } from './bank-line.ts'
import { bankLineStates, banktransactionMachine } from './banktransaction-machine.ts'
import { automaticRules } from './candidate.ts'

/** A line of a bank statement. What the bank says of it never changes. */
export const banktransaction = entity({
  name: 'banktransaction',
  plural: 'banktransactions',
  label: 'Bank transaction',
  labelPlural: 'Bank transactions',
  title: 'shown_as',
  access: { read: 'accounting', write: 'accounting', remove: 'accounting' },
  machine: banktransactionMachine,
  fields: {
    bankaccount_id: ref('bankaccount').required().label('Account'),
    transaction_date: date().required().label('Date'),
    processed_date: date(),
    amount: money().required().hint('What went out is below zero.'),
    balance_after: money().level().label('Balance'),
    other_party: text(100),
    other_account: text(40).masked().label('Other account'),
    particulars: text(60),
    code: text(60),
    reference: text(60),
    memo: text(300),
    bank_type: text(60).label('Kind'),
    bank_line_id: text(100).readonly().label('The bank’s id'),
    /** What the feed calls it: its own lines, and those of files that it has told as well. */
    feed_line_id: text(100).readonly().label('The feed’s id'),
    source: choice(...importSources, 'hand')
      .required()
      .readonly()
      .initially('hand'),
    transaction_status: choice(...bankLineStates)
      .required()
      .readonly()
      .initially('new')
      .label('Status'),
    explained_as: text(300).readonly().label('What it is'),
    matched_by: choice('person', 'automatic').readonly(),
    matched_rule: choice(...automaticRules)
      .readonly()
      .label('Matched by rule'),
    matched_at: timestamp().readonly(),
    /** The best candidate of the last look, for lists: its own words and points. */
    suggestion: text(300).readonly(),
    /** The bank told it, and then took it back; somebody had explained it already. */
    taken_back_at: timestamp().readonly().label('Taken back by the bank'),
    bankimport_id: ref('bankimport').readonly().label('Import'),
    bankstatement_id: ref('bankstatement').readonly().label('Statement'),
    notes: longText(2000),
    /** Day, party and amount: the database keeps it. */
    shown_as: text(120).readonly().label('Line'),
  },
  list: [
    'transaction_date',
    'bankaccount_id',
    'other_party',
    'particulars',
    'code',
    'reference',
    'amount',
    'transaction_status',
    'explained_as',
  ],
  form: {
    Line: [
      'bankaccount_id',
      'transaction_date',
      'amount',
      'other_party',
      'particulars',
      'code',
      'reference',
      'memo',
      'other_account',
      'bank_type',
      'processed_date',
      'balance_after',
    ],
    Notes: ['notes'],
  },
  search: ['other_party', 'particulars', 'code', 'reference', 'memo', 'explained_as', 'notes'],
  find: {
    names: ['other_party'],
    words: ['particulars', 'code', 'reference'],
    amounts: ['amount'],
  },
  order: '-transaction_date',
})

/** What the bank said: no call changes these. */
export const bankFacts = [
  'bankaccount_id',
  'transaction_date',
  'processed_date',
  'amount',
  'balance_after',
  'other_party',
  'other_account',
  'particulars',
  'code',
  'reference',
  'memo',
  'bank_type',
] as const

export type BankTransaction = Row<typeof banktransaction>
