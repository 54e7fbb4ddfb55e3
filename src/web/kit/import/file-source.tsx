import { Alert, Button, FileButton, Group, Paper, Text, Textarea, Title } from '@mantine/core'
import { IconClipboard, IconDownload, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { DropArea } from '#web/kit/form/drop-area.tsx'
import { saveText } from '#web/kit/form/save-text.ts'
import { openFile, openText } from './chosen-file.ts'
import classes from './import.module.css'
import type { AnyScreen, ChosenFile } from './import-screen.ts'

interface Props {
  screen: AnyScreen
  onFile: (file: ChosenFile) => void
}

/** The first step: a file, dropped or chosen, or rows that are pasted. */
export function FileSource({ screen, onFile }: Props) {
  const [problem, setProblem] = useState<string | null>(null)
  const [pasted, setPasted] = useState<string | null>(null)
  const { hint, template, templateName } = screen.source
  function take(opened: ChosenFile | string) {
    if (typeof opened === 'string') setProblem(opened)
    else onFile(opened)
  }
  const takeFile = async (file: File | null | undefined) =>
    file ? take(await openFile(screen, file)) : undefined
  return (
    <Paper component="section" aria-labelledby="import-file">
      <Title order={2} id="import-file" mb="sm">
        Choose a file
      </Title>
      <DropArea className={classes.drop} onFiles={([file]) => void takeFile(file)}>
        <IconUpload size={28} stroke={1.5} aria-hidden />
        <Text size="sm">{hint}</Text>
        <Group gap="xs" justify="center">
          <FileButton
            accept=".csv,.txt,.tsv,.ofx,.qif,.xml,text/csv,text/plain"
            onChange={(file) => void takeFile(file)}
          >
            {(props) => <Button {...props}>Choose a file</Button>}
          </FileButton>
          <Button
            variant="default"
            leftSection={<IconClipboard size={15} aria-hidden />}
            onClick={() => setPasted(pasted === null ? '' : null)}
          >
            Paste rows
          </Button>
          <Button
            variant="subtle"
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={() => saveText(templateName, template)}
          >
            Download the template
          </Button>
        </Group>
      </DropArea>
      {pasted !== null && (
        <Pasted
          text={pasted}
          onText={setPasted}
          example={template}
          onUse={() => take(openText(screen, 'pasted rows', pasted))}
        />
      )}
      {problem && (
        <Alert color="red" role="alert" mt="sm">
          {problem}
        </Alert>
      )}
    </Paper>
  )
}

interface PastedProps {
  text: string
  onText: (text: string) => void
  example: string
  onUse: () => void
}

function Pasted({ text, onText, example, onUse }: PastedProps) {
  return (
    <>
      <Textarea
        mt="sm"
        label="Rows"
        description="As they come from a spreadsheet; the first line names the columns."
        placeholder={example}
        autosize
        minRows={5}
        maxRows={16}
        spellCheck={false}
        classNames={{ input: classes.rows ?? '' }}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <Button mt="sm" disabled={text.trim() === ''} onClick={onUse}>
        Use these rows
      </Button>
    </>
  )
}
