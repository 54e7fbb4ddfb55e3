import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, date, flag, icp, integer, option, quantity, ref, text } from '#domain/kit/field.ts'
import { importFields, judgedFields, stagedFields } from '#domain/kit/import/import-entity.ts'
import { importMachine } from '#domain/kit/import/import-machine.ts'
import { readingFormats } from './reading-file/read-file.ts'

/** A file of readings on its way in: checked, waiting, accepted or taken back as one. */
export const readingimport = entity({
  name: 'readingimport',
  plural: 'readingimports',
  label: 'Reading import',
  labelPlural: 'Reading imports',
  title: 'file_name',
  access: { read: 'user', write: 'user', remove: 'manager' },
  machine: importMachine({
    accept: 'user',
    undo: 'manager',
    undoNeedsReason: false,
    waitsForColumns: false,
  }),
  fields: {
    file_name: text().required().label('File'),
    format: choice(...readingFormats).required(),
    ...importFields,
  },
  list: [
    'file_name',
    'format',
    'import_status',
    'rows_total',
    'rows_error',
    'rows_accepted',
    'rows_rejected',
    'created_at',
  ],
  form: { Import: ['file_name', 'format', 'mapping'] },
  search: ['file_name'],
  order: '-created_at',
})

/** One row of such a file with what the rules say of it; it can be mended in place. */
export const stagedreading = entity({
  name: 'stagedreading',
  plural: 'stagedreadings',
  label: 'Imported reading',
  labelPlural: 'Imported readings',
  title: 'meter_number',
  access: { read: 'user', write: 'user', remove: 'manager' },
  fields: {
    readingimport_id: ref('readingimport').required().readonly().part().label('Import'),
    row_number: integer().required().readonly().label('Row'),
    meter_number: text(60),
    icp_number: icp().shapeOnly().label('ICP'),
    register_code: option('register_code').label('Register'),
    flow: choice('X', 'I'),
    reading_date: date(),
    period_start: date(),
    reading_latest: quantity().label('Reading'),
    reading_quantity: quantity().label('Quantity'),
    reading_latest_type: option('reading_type').label('Kind'),
    is_rollover: flag().label('Dials went round'),
    meter_id: ref('meter').readonly().part(),
    meterregister_id: ref('meterregister').readonly().part().label('Found register'),
    ...judgedFields,
    ...stagedFields,
    meterreading_id: ref('meterreading').readonly().part().label('Reading made'),
  },
  list: [
    'row_number',
    'severity',
    'findings',
    'meter_number',
    'icp_number',
    'register_code',
    'reading_date',
    'reading_latest',
    'reading_quantity',
    'reading_latest_type',
    'staged_status',
  ],
  form: {
    Row: [
      'meter_number',
      'icp_number',
      'register_code',
      'flow',
      'reading_date',
      'reading_latest_type',
      'reading_latest',
      'is_rollover',
      'period_start',
      'reading_quantity',
    ],
  },
  search: ['meter_number', 'icp_number'],
  order: 'row_number',
})

export type ReadingImport = Row<typeof readingimport>
export type StagedReading = Row<typeof stagedreading>
