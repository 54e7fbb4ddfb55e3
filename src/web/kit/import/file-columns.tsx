import { Button, Group, NativeSelect, Paper, Text, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { type ColumnMapping, previewFile } from '#domain/kit/import/file-columns.ts'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import classes from './import.module.css'
import type { AnyScreen, ChosenFile } from './import-screen.ts'
import { Refusal } from './refusal.tsx'
import { useRememberedColumns } from './remembered-columns.ts'
import { useUpload } from './use-upload.ts'

interface Props {
  screen: AnyScreen
  file: ChosenFile
  onBack: () => void
}

/** The second step: which column is which, seen on the first rows, then the file is sent. */
export function FileColumns({ screen, file, onBack }: Props) {
  const preview = useMemo(() => previewFile(screen.columns, file.content), [screen, file])
  const remembered = useRememberedColumns(screen.batch.name, screen.columns, preview.header)
  const [chosen, setChosen] = useState<ColumnMapping | null>(null)
  const [extras, setExtras] = useState(screen.extras?.initial)
  const isMapped = screen.isMapped(file.format)
  const mapping = chosen ?? remembered ?? preview.mapping
  const missing = isMapped ? screen.columns.missing(mapping) : null
  // Only what somebody chose is kept for the next file like it.
  const sent = isMapped && (chosen ?? remembered) ? { mapping } : {}
  const upload = useUpload(screen, { file, extras, ...sent })
  const Fields = screen.extras?.Fields
  const isAsBefore = isMapped && remembered !== null && chosen === null
  return (
    <Paper component="section" aria-labelledby="import-columns">
      <Title order={2} id="import-columns">
        {file.name}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Read as {screen.formatWords(file)}
        {isAsBefore ? ', with the columns chosen last time.' : '.'}
      </Text>
      {Fields && <Fields value={extras} onChange={setExtras} />}
      {isMapped && (
        <Columns
          screen={screen}
          header={preview.header}
          sample={preview.sample[0] ?? []}
          mapping={mapping}
          onMapping={setChosen}
        />
      )}
      <FirstRows screen={screen} file={file} mapping={mapping} />
      {missing && (
        <Text size="sm" className={classes.wrong} mt="sm" role="status">
          {missing}
        </Text>
      )}
      <Refusal screen={screen} upload={upload} />
      <Group mt="md" gap="xs">
        <Button
          loading={upload.first.isBusy}
          disabled={missing !== null}
          onClick={() => upload.first.onSubmit()}
        >
          Check the {screen.made.many}
        </Button>
        <Button variant="default" onClick={onBack}>
          Choose another file
        </Button>
      </Group>
    </Paper>
  )
}

interface ColumnsProps {
  screen: AnyScreen
  header: readonly string[]
  sample: readonly string[]
  mapping: ColumnMapping
  onMapping: (mapping: ColumnMapping) => void
}

/** For each field a choice among the headings of the file. */
export function Columns({ screen, header, sample, mapping, onMapping }: ColumnsProps) {
  const options = header.map((name, at) => {
    const example = sample[at] ? ` (${sample[at].slice(0, 20)})` : ''
    return { value: String(at), label: `${name || `Column ${at + 1}`}${example}` }
  })
  const choose = (field: string, value: string) => {
    const { [field]: _was, ...others } = mapping
    onMapping(value === '' ? others : { ...others, [field]: Number(value) })
  }
  return (
    <div className={classes.columns}>
      {screen.columns.names.map((field) => (
        <NativeSelect
          key={field}
          label={screen.labelOf(field)}
          size="sm"
          data={[{ value: '', label: 'Not in the file' }, ...options]}
          value={mapping[field] === undefined ? '' : String(mapping[field])}
          onChange={(event) => choose(field, event.currentTarget.value)}
        />
      ))}
    </div>
  )
}

function FirstRows({ screen, file, mapping }: Omit<Props, 'onBack'> & { mapping: ColumnMapping }) {
  const seen = useMemo(() => screen.preview(file, mapping), [screen, file, mapping])
  return (
    <>
      <Title order={3} mt="md" mb={6}>
        The first rows, as we read them
      </Title>
      <PlainTable
        label="The first rows"
        columns={seen.columns}
        rows={seen.rows}
        keyOf={(row) => row.row_number}
      />
    </>
  )
}
