import { labelOf } from '#domain/kit/entity.ts'
import { detectFormat, type ReadingFormat } from '#domain/meters/reading-file/read-file.ts'
import { readingColumns } from '#domain/meters/reading-file/reading-columns.ts'
import type { ReadingRow } from '#domain/meters/reading-file/reading-row.ts'
import {
  type ReadingImport,
  readingimport,
  type StagedReading,
  stagedreading,
} from '#domain/meters/readingimport.ts'
import { readingimportCalls, stagedreadingCalls } from '#domain/meters/readingimport-calls.ts'
import { FileImport } from '#web/kit/import/file-import.tsx'
import type { ImportScreen } from '#web/kit/import/import-screen.ts'
import {
  firstOfSeverities,
  severityTabs,
  takeableBySeverity,
  wordsOfJudged,
} from '#web/kit/import/judged-rows.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { attached, send } from '#web/kit/session/send.ts'
import { poolColumns, ReadingState } from './pool-cells.tsx'
import { ReadingsDone } from './reading-done.tsx'
import { readingPreview } from './reading-preview-rows.tsx'

const template = `Meter number,ICP,Register,Flow,Date,Reading,Period start,Quantity,Kind
0123456789,,UN,X,31/10/2026,10450,,,actual
,0000123456UN7A1,,X,31/10/2026,,01/10/2026,312.5,estimate
`

const formatWords: Record<ReadingFormat, string> = {
  csv: 'CSV',
  eiep3: 'EIEP3, half-hourly',
  eiep13a: 'EIEP13A, consumption',
}

const readings: ImportScreen<ReadingImport, StagedReading, ReadingRow, null> = {
  batch: readingimport,
  row: stagedreading,
  calls: {
    ...readingimportCalls,
    rows: stagedreadingCalls.list,
    mend: stagedreadingCalls.update,
    acceptRows: stagedreadingCalls.accept,
    rejectRows: stagedreadingCalls.reject,
  },
  made: { one: 'reading', many: 'readings' },
  path: '/app/meterreadings/import',
  title: 'Import readings',
  summary: 'Every row is checked first; nothing counts until you accept it.',
  crumbs: [['Meter readings', '/app/meterreadings']],
  source: {
    hint: 'Drop a file here: CSV, EIEP3 or EIEP13A, up to 50,000 readings.',
    template,
    templateName: 'readings-template.csv',
    megabytes: 25,
  },
  formatOf: detectFormat,
  // A format that is stored or was found is one of ours.
  formatWords: ({ format = 'csv' }) => formatWords[format as ReadingFormat],
  columns: readingColumns,
  isMapped: (format) => format === 'csv',
  labelOf: (field) => labelOf(stagedreading, field),
  preview: readingPreview,
  extras: null,
  send: async ({ file, mapping, again }, key) => {
    const content = attached(new File([file.content], file.name))
    const format = file.format as ReadingFormat // Found by detectFormat.
    const form = { file_name: file.name, format, mapping, again, content }
    return (await send(readingimportCalls.create, form, { key })).data
  },
  tabs: severityTabs,
  firstTab: firstOfSeverities,
  takeable: takeableBySeverity,
  poolColumns: () => poolColumns,
  RowState: ReadingState,
  isTakeable: (row) => row.severity !== 'error',
  wordsOfRow: wordsOfJudged,
  undo: {
    reason: 'optional',
    detail: 'The use of the meters is worked out again without them.',
  },
  Done: ReadingsDone,
  forget: () => queryClient.invalidateQueries({ queryKey: ['meterreadings'] }),
}

/** Files of readings: a new one, or one that was brought in before. */
export function Screen() {
  return <FileImport screen={readings} />
}
