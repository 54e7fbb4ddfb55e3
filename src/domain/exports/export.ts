import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, date, flag, integer, json, longText, text, timestamp } from '#domain/kit/field.ts'
import { exportMachine } from './export-machine.ts'
import type { ExportManifest } from './manifest.ts'

/** What an export is of, by name. */
export interface ExportContents {
  entities: string[]
  reports: string[]
}

/** Something of the organisation that left it, or is about to: which data, by whom and why. */
export const exportjob = entity({
  name: 'export',
  plural: 'exports',
  title: 'name',
  access: { read: 'admin', write: 'admin', remove: 'admin', csv: 'admin' },
  machine: exportMachine,
  fields: {
    name: text().required().readonly().label('Of'),
    kind: choice('data', 'organisation').required().readonly().initially('data'),
    contents: json<ExportContents>().readonly(),
    format: choice('csv', 'jsonl').required().readonly().initially('csv'),
    period_start: date().readonly().label('From'),
    period_end: date().readonly().label('To'),
    has_masked: flag().readonly().label('With hidden details'),
    reason: longText(1000).readonly(),
    export_status: choice('waiting', 'running', 'done', 'cancelled', 'failed', 'expired')
      .required()
      .readonly()
      .initially('waiting')
      .label('Status'),
    files_done: integer().readonly(),
    files_total: integer().readonly(),
    rows_done: integer().readonly().label('Rows'),
    size_bytes: integer().readonly().label('Size'),
    manifest: json<ExportManifest>().readonly(),
    problem: text(500).readonly(),
    asked_by: text().readonly(),
    as_at: timestamp().readonly().label('As at'),
    finished_at: timestamp().readonly(),
    expires_at: timestamp().readonly().label('Kept until'),
  },
  list: [
    'name',
    'export_status',
    'asked_by',
    'reason',
    'rows_done',
    'size_bytes',
    'created_at',
    'expires_at',
  ],
  form: { Export: [] },
  search: ['name', 'reason'],
  order: '-created_at',
})

export type ExportJob = Row<typeof exportjob>
