import { Alert, Button, Group, NativeSelect, Paper, Text, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatDay } from '#domain/kit/calendar.ts'
import { labelOf } from '#domain/kit/entity.ts'
import {
  type ColumnMapping,
  MAPPED_FIELDS,
  type MappedField,
  previewCsv,
} from '#domain/meters/reading-file/column-mapping.ts'
import { readReadings } from '#domain/meters/reading-file/read-file.ts'
import type { ReadingRow } from '#domain/meters/reading-file/reading-row.ts'
import { stagedreading } from '#domain/meters/readingimport.ts'
import { readingimportCalls } from '#domain/meters/readingimport-calls.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { isApiProblem } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { attached, send } from '#web/kit/session/send.ts'
import { amount } from '#web/meters/reading-words.ts'
import { type ChosenFile, formatWords } from './chosen-file.ts'
import classes from './import.module.css'
import { useRememberedColumns } from './remembered-columns.ts'

interface Props {
  file: ChosenFile
  onBack: () => void
}

const ROWS_SHOWN = 5

/** The second step: which column is which, seen on the first rows, then the file is sent. */
export function FileColumns({ file, onBack }: Props) {
  const preview = useMemo(() => previewCsv(file.content), [file])
  const remembered = useRememberedColumns(preview.header)
  const [chosen, setChosen] = useState<ColumnMapping | null>(null)
  const mapping = chosen ?? remembered.mapping ?? preview.mapping
  const missing = file.format === 'csv' ? missingIn(mapping) : null
  const upload = useUpload(file, file.format === 'csv' ? mapping : undefined, async () => {
    if (chosen) await remembered.remember(chosen)
  })
  return (
    <Paper component="section" aria-labelledby="import-columns">
      <Title order={2} id="import-columns">
        {file.name}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Read as {formatWords[file.format]}
        {file.format === 'csv' && remembered.mapping && !chosen
          ? ', with the columns you chose last time.'
          : '.'}
      </Text>
      {file.format === 'csv' && (
        <Columns
          header={preview.header}
          sample={preview.sample[0] ?? []}
          mapping={mapping}
          onMapping={setChosen}
        />
      )}
      <FirstRows file={file} mapping={mapping} />
      {missing && (
        <Text size="sm" className={classes.wrong} mt="sm" role="status">
          {missing}
        </Text>
      )}
      <Refusal upload={upload} />
      <Group mt="md" gap="xs">
        <Button
          loading={upload.first.isBusy}
          disabled={missing !== null}
          onClick={() => upload.first.onSubmit()}
        >
          Check the readings
        </Button>
        <Button variant="default" onClick={onBack}>
          Choose another file
        </Button>
      </Group>
    </Paper>
  )
}

interface ColumnsProps {
  header: string[]
  sample: string[]
  mapping: ColumnMapping
  onMapping: (mapping: ColumnMapping) => void
}

function Columns({ header, sample, mapping, onMapping }: ColumnsProps) {
  const options = header.map((name, at) => {
    const example = sample[at] ? ` (${sample[at].slice(0, 20)})` : ''
    return { value: String(at), label: `${name || `Column ${at + 1}`}${example}` }
  })
  const choose = (field: MappedField, value: string) => {
    const { [field]: _was, ...others } = mapping
    onMapping(value === '' ? others : { ...others, [field]: Number(value) })
  }
  return (
    <div className={classes.columns}>
      {MAPPED_FIELDS.map((field) => (
        <NativeSelect
          key={field}
          label={labelOf(stagedreading, field)}
          size="sm"
          data={[{ value: '', label: 'Not in the file' }, ...options]}
          value={mapping[field] === undefined ? '' : String(mapping[field])}
          onChange={(event) => choose(field, event.currentTarget.value)}
        />
      ))}
    </div>
  )
}

const rowColumns: Column<ReadingRow>[] = [
  { heading: 'Row', cell: (row) => row.row_number },
  { heading: 'Meter number', cell: (row) => row.meter_number ?? '–' },
  { heading: 'ICP', cell: (row) => row.icp_number ?? '–' },
  { heading: 'Register', cell: (row) => row.register_code ?? '–' },
  { heading: 'Date', cell: (row) => formatDay(row.reading_date) || '–' },
  { heading: 'Reading', cell: (row) => amount(row.reading_latest) },
  { heading: 'Quantity', cell: (row) => amount(row.reading_quantity) },
  {
    heading: 'Kind',
    toneOf: (row) => (row.problems.length > 0 ? classes.wrong : undefined),
    cell: (row) => row.problems.join(' ') || row.reading_latest_type,
  },
]

/** The first rows as they are understood, so that a wrong column is seen before it is sent. */
function FirstRows({ file, mapping }: { file: ChosenFile; mapping: ColumnMapping }) {
  const rows = useMemo(() => firstRows(file, mapping), [file, mapping])
  return (
    <>
      <Title order={3} mt="md" mb={6}>
        The first rows, as we read them
      </Title>
      <PlainTable
        label="The first rows"
        columns={rowColumns}
        rows={rows}
        keyOf={(row) => row.row_number}
      />
    </>
  )
}

function firstRows({ content, format }: ChosenFile, mapping: ColumnMapping): ReadingRow[] {
  return [...readReadings(content, format, mapping).take(ROWS_SHOWN)]
}

function missingIn(mapping: ColumnMapping): string | null {
  if (mapping.meter_number === undefined && mapping.icp_number === undefined)
    return 'Say which column holds the meter number or the ICP.'
  if (mapping.reading_date === undefined) return 'Say which column holds the date.'
  if (mapping.reading_latest === undefined && mapping.reading_quantity === undefined)
    return 'Say which column holds the reading or the quantity.'
  return null
}

function useUpload(
  file: ChosenFile,
  mapping: ColumnMapping | undefined,
  afterwards: () => Promise<void>,
) {
  const navigate = useNavigate()
  const [earlier, setEarlier] = useState<number | null>(null)
  const upload = async (key: string, again: boolean) => {
    const { name: file_name, content, format } = file
    const sent = attached(new File([content], file_name))
    const form = { file_name, format, mapping, again, content: sent }
    try {
      const { data } = await send(readingimportCalls.create, form, { key })
      await afterwards()
      await queryClient.invalidateQueries({ queryKey: ['readingimports'] })
      await navigate(`/app/meterreadings/import?id=${data.id}`)
    } catch (cause) {
      const id = isApiProblem(cause) && cause.status === 409 ? cause.info.readingimport_id : null
      setEarlier(typeof id === 'number' ? id : null)
      throw cause
    }
  }
  const first = useSubmit((key) => upload(key, false))
  const again = useSubmit((key) => upload(key, true))
  return { first, again, earlier }
}

function Refusal({ upload }: { upload: ReturnType<typeof useUpload> }) {
  const { first, again, earlier } = upload
  const problem = again.problem ?? first.problem
  if (!problem) return null
  return (
    <Alert color={earlier ? 'amber' : 'red'} role="alert" mt="sm">
      {problem}
      {earlier && (
        <Group gap="xs" mt="xs">
          <Button component={Link} to={`/app/meterreadings/import?id=${earlier}`} variant="default">
            Open that import
          </Button>
          <Button variant="default" loading={again.isBusy} onClick={() => again.onSubmit()}>
            Import it again
          </Button>
        </Group>
      )}
    </Alert>
  )
}
