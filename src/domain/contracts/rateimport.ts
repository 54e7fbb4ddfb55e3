import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, date, integer, ref, text } from '#domain/kit/field.ts'
import { cellErrors, cellFields } from '#domain/kit/import/cell-rows.ts'
import { importFields, judgedFields, stagedFields } from '#domain/kit/import/import-entity.ts'
import { importMachine } from '#domain/kit/import/import-machine.ts'
import { rateColumns } from './rate-file.ts'

export const rateSides = ['sell', 'buy'] as const

/** A file of new rates on its way in: it comes in as a whole, and is taken back as one. */
export const rateimport = entity({
  name: 'rateimport',
  plural: 'rateimports',
  label: 'Rate import',
  labelPlural: 'Rate imports',
  title: 'file_name',
  access: { read: 'accounting', write: 'accounting', remove: 'manager' },
  machine: importMachine({
    accept: 'accounting',
    undo: 'manager',
    undoNeedsReason: true,
    waitsForColumns: true,
  }),
  fields: {
    file_name: text().required().label('File'),
    side: choice(...rateSides).required(),
    valid_from_date: date().label('Valid from'),
    // The rate updates it made are known by it.
    batch: text(60).required().readonly(),
    ...importFields,
  },
  list: [
    'file_name',
    'side',
    'valid_from_date',
    'import_status',
    'rows_total',
    'rows_error',
    'rows_accepted',
    'created_at',
  ],
  form: { Import: ['file_name', 'side', 'valid_from_date', 'mapping'] },
  search: ['file_name'],
  order: '-created_at',
})

/** One new rate of such a file with what the rules say of it. */
export const stagedrate = entity({
  name: 'stagedrate',
  plural: 'stagedrates',
  label: 'Imported rate',
  labelPlural: 'Imported rates',
  title: 'group_key',
  access: { read: 'accounting', write: 'accounting', remove: 'manager' },
  fields: {
    rateimport_id: ref('rateimport').required().readonly().part().label('Import'),
    row_number: integer().required().readonly().label('Row'),
    ...cellFields,
    ...judgedFields,
    ...stagedFields,
    update_id: integer().readonly().label('Rate update made'),
  },
  list: ['row_number', 'severity', 'findings', 'group_key', 'fields', 'staged_status'],
  form: { Row: ['fields'] },
  search: ['group_key'],
  order: 'row_number',
  check: ({ fields }) => (fields === undefined ? [] : cellErrors(rateColumns, fields)),
})

export type RateImport = Row<typeof rateimport>
export type StagedRate = Row<typeof stagedrate>
