import { Alert, Button, Group, Paper, SegmentedControl, Skeleton, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { messagetemplateCalls } from '#domain/messaging/messagetemplate-calls.ts'
import type { ContextName, TemplateKey } from '#domain/messaging/template/standards.ts'
import type { TemplateError } from '#domain/messaging/template/template-errors.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { fieldOf } from './merge-fields.tsx'
import { Printed, selectFault, usePrinted } from './printed.tsx'
import { RecordChoice } from './record-choice.tsx'
import classes from './template-preview.module.css'
import { wordsOf } from './template-words.ts'

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
  const { data, error, refetch } = usePrinted(asked)
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
      {data && <Printed preview={data} medium={medium} onFault={goTo} />}
    </Paper>
  )
}

function goTo(fault: TemplateError): void {
  const field = fieldOf(fault.field)
  if (field) selectFault(field, fault)
}
