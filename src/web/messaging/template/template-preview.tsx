import {
  Alert,
  Anchor,
  Button,
  Group,
  List,
  Paper,
  SegmentedControl,
  Skeleton,
  Text,
  Title,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  messagetemplateCalls,
  type TemplatePreview as Preview,
} from '#domain/messaging/messagetemplate-calls.ts'
import type { ContextName, TemplateKey } from '#domain/messaging/template/standards.ts'
import { placed, type TemplateError } from '#domain/messaging/template/template-errors.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { fieldOf } from './merge-fields.tsx'
import { RecordChoice } from './record-choice.tsx'
import classes from './template-preview.module.css'
import { partLabels, wordsOf } from './template-words.ts'

interface Props {
  context: ContextName
  templateKey: TemplateKey | null
  values: Record<string, unknown>
  /** Platform standards are shown with samples, and are mailed by organisations alone. */
  isOfPlatform?: boolean
  /** The way to what it said before. */
  versions?: ReactNode
}

/** How the template reads now, with a real record where one is chosen. */
export function TemplatePreview(props: Props) {
  const { context, templateKey, values, isOfPlatform = false, versions } = props
  const [record_id, setRecord] = useState<number | null>(null)
  const [medium, setMedium] = useState<'text' | 'html'>('text')
  const asked = { context, key: templateKey, ...wordsOf(values), record_id }
  const [settled] = useDebouncedValue(JSON.stringify(asked), 300)
  const { data, error, refetch } = useQuery({
    queryKey: ['template-preview', settled],
    queryFn: async ({ signal }) =>
      (await send(messagetemplateCalls.preview, JSON.parse(settled), { signal })).data,
    placeholderData: (previous) => previous,
    staleTime: 10_000,
    retry: false,
  })
  const trial = useSubmit(async (key) => {
    const { message } = await send(messagetemplateCalls.trial, asked, { key })
    toast(message)
  })
  return (
    <Paper component="section" aria-label="Preview" className={classes.preview ?? ''}>
      <Group justify="space-between" mb="xs">
        <Title order={2}>Preview</Title>
        <Group gap="xs">
          {versions}
          {!isOfPlatform && (
            <Button
              variant="default"
              loading={trial.isBusy}
              disabled={!data?.rendering}
              onClick={() => trial.onSubmit()}
            >
              Send to me
            </Button>
          )}
        </Group>
      </Group>
      {!isOfPlatform && <RecordChoice context={context} value={record_id} onChange={setRecord} />}
      {trial.problem && (
        <Alert color="red" mt="xs">
          {trial.problem}
        </Alert>
      )}
      <SegmentedControl
        mt="sm"
        size="xs"
        aria-label="Shown as"
        value={medium}
        onChange={(next) => setMedium(next === 'html' ? 'html' : 'text')}
        data={[
          { value: 'text', label: 'Text' },
          { value: 'html', label: 'HTML' },
        ]}
      />
      {error && !data && <Trouble cause={error} onRetry={() => void refetch()} />}
      {error && data && <Alert color="amber">{error.message}</Alert>}
      {!data && !error && <Skeleton height={240} mt="sm" />}
      {data && <Printed preview={data} medium={medium} />}
    </Paper>
  )
}

function Printed({ preview, medium }: { preview: Preview; medium: 'text' | 'html' }) {
  const { rendering, empty, errors } = preview
  return (
    <div aria-live="polite">
      {errors.length > 0 && <Faults errors={errors} />}
      {empty.length > 0 && (
        <Alert color="amber" mt="sm" title="A field is empty">
          {empty.map(({ label }) => label).join(', ')}. A mail like this waits until it is filled
          in. {'{{#if}}'} or a default such as {`{{${empty[0]?.name}|none}}`} covers it.
        </Alert>
      )}
      {rendering && (
        <>
          <Text fw={600} mt="sm" data-testid="preview-subject">
            {rendering.subject}
          </Text>
          {medium === 'text' ? (
            <Text size="sm" mt="xs" className={classes.text ?? ''} data-testid="preview-text">
              {rendering.text}
            </Text>
          ) : (
            // Without any right: nothing in it runs, and no link leads anywhere.
            <iframe
              title="HTML of the mail"
              sandbox=""
              className={classes.html}
              srcDoc={rendering.html}
            />
          )}
        </>
      )}
    </div>
  )
}

/** What keeps it from being saved; each leads to its place. */
function Faults({ errors }: { errors: readonly TemplateError[] }) {
  return (
    <Alert color="red" mt="sm" title="It cannot be printed yet">
      <List size="sm">
        {errors.map((error) => (
          <List.Item key={`${error.field} ${error.line} ${error.column} ${error.message}`}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              c="inherit"
              ta="left"
              display="inline"
              underline="always"
              onClick={() => goTo(error)}
            >
              {partLabels[error.field]}: {placed(error)}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function goTo({ field: part, line, column }: TemplateError): void {
  const field = fieldOf(part)
  if (!field) return
  const before = field.value.split('\n').slice(0, line - 1)
  const start = before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1
  const end = field.value.indexOf('}}', start)
  field.focus()
  field.setSelectionRange(start, end < 0 ? start : end + 2)
}
