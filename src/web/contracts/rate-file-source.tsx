import { Button, FileButton, Group, Text, Textarea } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { DropArea } from '#web/kit/drop-area.tsx'
import classes from './rate-file.module.css'
import { saveText } from './save-text.ts'

interface Props {
  csv: string
  /** With the name of the file where there is one. */
  onCsv: (csv: string, name: string | null) => void
}

const template = `contract_number,rate_name,rate_amount,valid_from_date,rate_type,rate_unit
K-1001,Day energy,0.2415,2027-04-01,variable,kWh
K-1001,Daily charge,1.9000,2027-04-01,fixed,day
`
// A longer text is kept, but a browser draws it too slowly to be mended in place.
const shownAtMost = 300_000

export function RateFileSource(props: Props) {
  return (
    <CsvSource
      {...props}
      template={template}
      templateName="rates-template.csv"
      description="The first line names the columns. A contract is named by its number or its ICP."
    />
  )
}

interface CsvProps extends Props {
  template: string
  templateName: string
  description: string
}

/** The file: dropped, chosen or pasted; short ones can be mended in place. */
export function CsvSource({ csv, onCsv, template, templateName, description }: CsvProps) {
  const [name, setName] = useState<string | null>(null)
  async function take(file: File | null | undefined) {
    if (!file) return
    setName(file.name)
    onCsv(textOf(await file.arrayBuffer()), file.name)
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

/** Spreadsheets save as UTF-8 or as Windows text; the first that reads without a fault is right. */
function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
