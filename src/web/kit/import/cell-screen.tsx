import {
  type ColumnMapping,
  cellsOf,
  type FileCells,
  type FileColumns,
  previewFile,
} from '#domain/kit/import/file-columns.ts'
import { EditCell } from './edit-cell.tsx'
import { findingsIn } from './finding-list.tsx'
import type { CellProps, ChosenFile, ImportRow, PoolColumn } from './import-screen.ts'
import {
  firstOfSeverities,
  type JudgedRow,
  JudgedState,
  severityTabs,
  takeableBySeverity,
  wordsOfJudged,
} from './judged-rows.tsx'

/** A row that waits as the cells of the file. */
export interface CellsRow extends JudgedRow {
  fields: unknown
}

interface PreviewRow {
  row_number: number
  cells: FileCells
}

/** What kinds share on the screen whose rows wait as the cells of the file. */
export function cellScreen<R extends CellsRow>(columns: FileColumns, labelOf: Labels) {
  return {
    columns,
    labelOf,
    formatOf: (content: string) => (content.trim() === '' ? null : 'csv'),
    formatWords: () => 'CSV',
    isMapped: () => true,
    preview: ({ content }: ChosenFile, mapping: ColumnMapping) => ({
      columns: [
        { heading: 'Row', cell: (row: PreviewRow) => row.row_number },
        ...mapped(columns, mapping).map((name) => ({
          heading: labelOf(name),
          cell: ({ cells }: PreviewRow) => cells[name] || '–',
        })),
      ],
      rows: previewFile(columns, content).sample.map((fields, place) => ({
        row_number: place + 2,
        cells: cellsOf(mapping, fields),
      })),
    }),
    tabs: severityTabs,
    firstTab: firstOfSeverities,
    takeable: takeableBySeverity,
    poolColumns: ({ mapping }: ImportRow): PoolColumn<R>[] =>
      mapped(columns, mapping).map((name) => ({
        label: labelOf(name),
        cell: (props: CellProps<R>) => <Cell {...props} name={name} label={labelOf(name)} />,
      })),
    RowState: JudgedState,
    isTakeable: ({ severity }: R) => severity !== 'error',
    wordsOfRow: wordsOfJudged,
  }
}

type Labels = (field: string) => string

/** The columns the file has, in the order of their kind. */
function mapped({ names }: FileColumns, mapping: unknown): string[] {
  const known = typeof mapping === 'object' && mapping !== null ? mapping : {}
  return names.filter((name) => name in known)
}

function Cell<R extends CellsRow>(props: CellProps<R> & { name: string; label: string }) {
  const { row, isOpen, mend, name, label } = props
  const cells = cellsIn(row.fields)
  const text = cells[name] ?? ''
  if (!isOpen) return text || '–'
  return (
    <EditCell
      label={`${label}, row ${row.row_number}`}
      value={text}
      isWrong={isNamed(row, text)}
      read={(typed) => typed}
      onSave={(typed) =>
        // The cells are all that is changed of such a row.
        mend(row.id, { fields: { ...cells, [name]: typed ?? '' } } as Partial<R>)
      }
    />
  )
}

/** Rules quote the cell they complain of. */
function isNamed({ findings }: JudgedRow, text: string): boolean {
  const wrong = findingsIn(findings).filter(({ severity }) => severity === 'error')
  return text !== '' && wrong.some(({ message }) => message.includes(`“${text}”`))
}

function cellsIn(fields: unknown): FileCells {
  return typeof fields === 'object' && fields !== null ? fields : {}
}
