import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, date, integer, money, ref, text } from '#domain/kit/field.ts'
import { importFields, stagedFields } from '#domain/kit/import/import-entity.ts'
import { importMachine } from '#domain/kit/import/import-machine.ts'
import { importSources } from './bank-line.ts'

/** What may be said of a row of a bank's file. */
export const rowStatuses = ['new', 'known', 'doubtful', 'error'] as const

/** A file of a bank on its way in. It writes no line before somebody has accepted it. */
export const bankimport = entity({
  name: 'bankimport',
  plural: 'bankimports',
  label: 'Bank import',
  labelPlural: 'Bank imports',
  title: 'file_name',
  access: { read: 'accounting', write: 'accounting', remove: 'accounting' },
  machine: importMachine({
    accept: 'accounting',
    undo: 'accounting',
    undoNeedsReason: true,
    waitsForColumns: true,
  }),
  fields: {
    file_name: text().required().label('File'),
    layout: choice(...importSources)
      .required()
      .readonly(),
    bankaccount_id: ref('bankaccount').required().label('Account'),
    received_date: date().required().readonly().label('Received'),
    period_from: date().readonly().label('From'),
    period_to: date().readonly().label('To'),
    opening_balance: money().level().readonly(),
    closing_balance: money().level().readonly(),
    rows_new: integer().readonly().label('New'),
    rows_known: integer().readonly().label('Already here'),
    rows_doubtful: integer().readonly().label('Doubtful'),
    ...importFields,
  },
  list: [
    'file_name',
    'bankaccount_id',
    'layout',
    'period_from',
    'period_to',
    'import_status',
    'rows_total',
    'rows_accepted',
    'created_at',
  ],
  form: { Import: ['file_name', 'bankaccount_id', 'mapping'] },
  search: ['file_name'],
  order: '-created_at',
})

/** A row of such a file with what is known of it; it can be mended in place. */
export const stagedbankline = entity({
  name: 'stagedbankline',
  plural: 'stagedbanklines',
  label: 'Imported bank line',
  labelPlural: 'Imported bank lines',
  title: 'other_party',
  access: { read: 'accounting', write: 'accounting', remove: 'manager' },
  fields: {
    bankimport_id: ref('bankimport').required().readonly().part().label('Import'),
    row_number: integer().required().readonly().label('Row'),
    row_status: choice(...rowStatuses)
      .required()
      .readonly()
      .initially('new')
      .label('What it is'),
    message: text(300).readonly(),
    /** Of a doubtful row: the line that is here already, or another one. */
    decision: choice('same', 'new'),
    transaction_date: date(),
    processed_date: date(),
    amount: money(),
    balance_after: money().level(),
    other_party: text(100),
    other_account: text(40).masked(),
    particulars: text(60),
    code: text(60),
    reference: text(60),
    memo: text(300),
    bank_type: text(60),
    bank_line_id: text(100).readonly(),
    banktransaction_id: ref('banktransaction').readonly().label('Line'),
    ...stagedFields,
  },
  list: [
    'row_number',
    'row_status',
    'message',
    'transaction_date',
    'amount',
    'other_party',
    'particulars',
    'code',
    'reference',
    'memo',
    'decision',
    'staged_status',
  ],
  form: {
    Row: [
      'transaction_date',
      'amount',
      'other_party',
      'particulars',
      'code',
      'reference',
      'memo',
      'decision',
    ],
  },
  search: ['other_party', 'particulars', 'code', 'reference', 'memo'],
  order: 'row_number',
})

export type BankImport = Row<typeof bankimport>
export type StagedBankLine = Row<typeof stagedbankline>
