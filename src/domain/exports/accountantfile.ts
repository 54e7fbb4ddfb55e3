import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, date, flag, integer, money, text } from '#domain/kit/field.ts'

export const accountantTargets = {
  xero_sales: 'Xero: sales invoices',
  xero_bills: 'Xero: bills',
  myob_sales: 'MYOB: sales',
  myob_purchases: 'MYOB: purchases',
  journals: 'Journals',
} as const
export type AccountantTarget = keyof typeof accountantTargets

/** Documents of a period, written for the program that an accountant keeps books with. */
export const accountantfile = entity({
  name: 'accountantfile',
  plural: 'accountantfiles',
  label: 'Accountant’s file',
  labelPlural: 'Accountant’s files',
  title: 'name',
  access: { read: 'accounting', write: 'accounting', remove: 'padmin', csv: 'accounting' },
  fields: {
    name: text().required().readonly(),
    target: choice('xero_sales', 'xero_bills', 'myob_sales', 'myob_purchases', 'journals')
      .required()
      .label('For'),
    period_start: date().required().label('From'),
    period_end: date().required().label('To'),
    amounts: choice('inclusive', 'exclusive').required().initially('inclusive'),
    is_again: flag().label('Also what was exported before'),
    documents: integer().readonly(),
    files: integer().readonly(),
    total: money().readonly().label('In this file'),
    before_total: money().readonly().label('Exported before'),
    books_total: money().readonly().label('In the books'),
    difference: money().readonly(),
    asked_by: text().readonly().label('Made by'),
  },
  list: [
    'name',
    'period_start',
    'period_end',
    'documents',
    'total',
    'books_total',
    'difference',
    'asked_by',
    'created_at',
  ],
  form: { File: ['target', 'period_start', 'period_end', 'amounts', 'is_again'] },
  search: ['name'],
  order: '-created_at',
})

export type AccountantFile = Row<typeof accountantfile>
