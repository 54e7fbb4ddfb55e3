import { Alert, Button, FileButton, Group, Paper, Text, Title } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { DropArea } from '#web/kit/form/drop-area.tsx'
import { saveText } from '#web/kit/form/save-text.ts'
import { type ChosenFile, openFile } from './chosen-file.ts'
import classes from './import.module.css'

const template = `Meter number,ICP,Register,Flow,Date,Reading,Period start,Quantity,Kind
0123456789,,UN,X,31/10/2026,10450,,,actual
,0000123456UN7A1,,X,31/10/2026,,01/10/2026,312.5,estimate
`

/** The first step: a file, dropped or chosen. */
export function FileSource({ onFile }: { onFile: (file: ChosenFile) => void }) {
  const [problem, setProblem] = useState<string | null>(null)
  async function take(file: File | null | undefined) {
    if (!file) return
    const opened = await openFile(file)
    if (typeof opened === 'string') setProblem(opened)
    else onFile(opened)
  }
  return (
    <Paper component="section" aria-labelledby="import-file">
      <Title order={2} id="import-file" mb="sm">
        Choose a file
      </Title>
      <DropArea className={classes.drop} onFiles={([file]) => void take(file)}>
        <IconUpload size={28} stroke={1.5} aria-hidden />
        <Text size="sm">Drop a file here: CSV, EIEP3 or EIEP13A, up to 50,000 readings.</Text>
        <Group gap="xs" justify="center">
          <FileButton
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            onChange={(file) => void take(file)}
          >
            {(props) => <Button {...props}>Choose a file</Button>}
          </FileButton>
          <Button
            variant="subtle"
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={() => saveText('readings-template.csv', template)}
          >
            Download the template
          </Button>
        </Group>
      </DropArea>
      {problem && (
        <Alert color="red" role="alert" mt="sm">
          {problem}
        </Alert>
      )}
    </Paper>
  )
}
