import { entity, type Row } from '#domain/kit/entity.ts'
import {
  choice,
  date,
  flag,
  icp,
  integer,
  json,
  option,
  quantity,
  ref,
  text,
} from '#domain/kit/field.ts'
import { readingFormats } from './reading-file/read-file.ts'
import { importStates, readingimportMachine } from './readingimport-machine.ts'

/** A file of readings on its way in: checked, waiting, accepted or taken back as one. */
export const readingimport = entity({
  name: 'readingimport',
  plural: 'readingimports',
  label: 'Reading import',
  labelPlural: 'Reading imports',
  title: 'file_name',
  access: { read: 'user', write: 'user', remove: 'manager' },
  machine: readingimportMachine,
  fields: {
    file_name: text().required().label('File'),
    format: choice(...readingFormats).required(),
    mapping: json().label('Columns'),
    import_status: choice(...importStates)
      .required()
      .readonly()
      .initially('checking')
      .label('Status'),
    rows_total: integer().readonly().label('Rows'),
    rows_done: integer().readonly().label('Looked at'),
    rows_error: integer().readonly().label('With errors'),
    rows_accepted: integer().readonly().label('Accepted'),
    rows_rejected: integer().readonly().label('Rejected'),
    message: text(1000).readonly(),
    sha256: text(64).required().readonly(),
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
    severity: choice('ok', 'information', 'warning', 'error').required().readonly().initially('ok'),
    findings: json().readonly(),
    staged_status: choice('waiting', 'accepted', 'rejected')
      .required()
      .readonly()
      .initially('waiting'),
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
