import { Button, FileButton, Group, Text, Textarea } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './csv-source.module.css'
import { DropArea } from './drop-area.tsx'
import { fileText } from './file-text.ts'
import { saveText } from './save-text.ts'

/** What was read so far, and where it goes. */
export interface CsvFile {
  csv: string
  /** With the name of the file where there is one. */
  onCsv: (csv: string, name: string | null) => void
}

// A longer text is kept, but a browser draws it too slowly to be mended in place.
const shownAtMost = 300_000

interface Props extends CsvFile {
  template: string
  templateName: string
  description: string
}

/** The file: dropped, chosen or pasted; short ones can be mended in place. */
export function CsvSource({ csv, onCsv, template, templateName, description }: Props) {
  const [name, setName] = useState<string | null>(null)
  async function take(file: File | null | undefined) {
    if (!file) return
    setName(file.name)
    onCsv(await fileText(file), file.name)
  }
  return (
    <DropArea className={classes.drop} onFiles={([file]) => void take(file)}>
      <Group gap="xs" mb="sm">
        <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void take(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={15} aria-hidden />}>
              Choose a file
            </Button>
          )}
        </FileButton>
        <Button
          variant="subtle"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => saveText(templateName, template)}
        >
          Download the template
        </Button>
        <Text size="sm" c="dimmed">
          {name ?? 'Or drop it here, or paste its rows below.'}
        </Text>
      </Group>
      {csv.length > shownAtMost ? (
        <Text size="sm">{csv.length.toLocaleString('en-NZ')} characters read.</Text>
      ) : (
        <Textarea
          label="Rows"
          description={description}
          placeholder={template}
          size="sm"
          autosize
          minRows={5}
          maxRows={16}
          spellCheck={false}
          classNames={{ input: classes.rows ?? '' }}
          value={csv}
          onChange={(event) => onCsv(event.currentTarget.value, name)}
        />
      )}
    </DropArea>
  )
}
