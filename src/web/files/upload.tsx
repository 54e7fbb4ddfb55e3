import { Group, Paper, Select, Text } from '@mantine/core'
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useId } from 'react'
import { file, fileSubjects } from '#domain/files/file.ts'
import { ref } from '#domain/kit/field.ts'
import { choiceInWords } from '#domain/kit/wording.ts'
import { ReferenceInput } from '#web/kit/form/reference-input.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { FilesPanel } from './files-panel.tsx'

const place = {
  reference_object: parseAsStringLiteral(fileSubjects).withDefault('customer'),
  reference_id: parseAsInteger,
}

const inWords = (kind: string) => choiceInWords(file.fields.reference_object.options, kind)

/** Uploads files to a record that is chosen here. */
export function Screen() {
  const id = useId()
  const [{ reference_object, reference_id }, setPlace] = useQueryStates(place)
  const label = inWords(reference_object)
  return (
    <Page title="Upload a file" summary="Choose the record it belongs to, then the file.">
      <Paper mb="md">
        <Group gap="md" align="flex-start" grow>
          <Select
            label="Kind of record"
            size="sm"
            data={fileSubjects.map((value) => ({ value, label: inWords(value) }))}
            value={reference_object}
            onChange={(next) =>
              next && void setPlace({ reference_object: next, reference_id: null })
            }
          />
          <ReferenceInput
            key={reference_object}
            entity={file}
            name="reference_id"
            field={ref(reference_object).required()}
            id={id}
            label={label}
            value={reference_id}
            error={undefined}
            isDisabled={false}
            onChange={(next) => void setPlace({ reference_id: Number(next) || null })}
            onBlur={() => {}}
          />
        </Group>
      </Paper>
      {reference_id === null ? (
        <Text size="sm" c="dimmed">
          No {label.toLowerCase()} is chosen yet.
        </Text>
      ) : (
        <FilesPanel
          key={`${reference_object} ${reference_id}`}
          about={{ reference_object, reference_id }}
        />
      )}
    </Page>
  )
}
