import { entity, type Row } from '#domain/kit/entity.ts'
import { flag, integer, ref, text } from '#domain/kit/field.ts'
import { cellErrors, cellFields } from '#domain/kit/import/cell-rows.ts'
import { importFields, judgedFields, stagedFields } from '#domain/kit/import/import-entity.ts'
import { importMachine } from '#domain/kit/import/import-machine.ts'
import { billColumns } from './bill-file-columns.ts'

/** A file of suppliers' bills on its way in: checked, waiting, accepted or taken back as one. */
export const billimport = entity({
  name: 'billimport',
  plural: 'billimports',
  label: 'Bill import',
  labelPlural: 'Bill imports',
  title: 'file_name',
  access: { read: 'user', write: 'user', remove: 'manager' },
  machine: importMachine({
    accept: 'user',
    undo: 'manager',
    undoNeedsReason: true,
    waitsForColumns: true,
  }),
  fields: {
    file_name: text().required().label('File'),
    supplier_id: ref('supplier'),
    ...importFields,
  },
  list: [
    'file_name',
    'supplier_id',
    'import_status',
    'rows_total',
    'rows_error',
    'rows_accepted',
    'rows_rejected',
    'created_at',
  ],
  form: { Import: ['file_name', 'supplier_id', 'mapping'] },
  search: ['file_name'],
  order: '-created_at',
})

/** One charge of such a file with what the rules say of it; its cells can be mended in place. */
export const stagedbillline = entity({
  name: 'stagedbillline',
  plural: 'stagedbilllines',
  label: 'Imported charge',
  labelPlural: 'Imported charges',
  title: 'group_key',
  access: { read: 'user', write: 'user', remove: 'manager' },
  fields: {
    billimport_id: ref('billimport').required().readonly().part().label('Import'),
    row_number: integer().required().readonly().label('Row'),
    ...cellFields,
    ...judgedFields,
    ...stagedFields,
    bill_id: ref('bill').readonly().part().label('Bill made'),
    is_replacing: flag().readonly().label('Replaced a draft'),
  },
  list: ['row_number', 'severity', 'findings', 'group_key', 'fields', 'staged_status', 'bill_id'],
  form: { Row: ['fields'] },
  search: ['group_key'],
  order: 'row_number',
  check: ({ fields }) => (fields === undefined ? [] : cellErrors(billColumns, fields)),
})

export type BillImport = Row<typeof billimport>
export type StagedBillLine = Row<typeof stagedbillline>
