import { Alert, Anchor, List, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import {
  messagetemplateCalls,
  type TemplatePreview,
} from '#domain/messaging/messagetemplate-calls.ts'
import type { ContextName, TemplateKey } from '#domain/messaging/template/standards.ts'
import { placed, type TemplateError } from '#domain/messaging/template/template-errors.ts'
import { send } from '#web/kit/session/send.ts'
import { MailView } from '#web/messaging/mail-view.tsx'
import classes from './template-preview.module.css'
import { partLabels } from './template-words.ts'

const PAUSE_MS = 300

/** Words with fields in them, and the record that these are about. */
interface PrintRequest {
  context: ContextName
  key?: TemplateKey | null
  subject: string | null
  text_base: string | null
  text_loop?: string | null
  html?: string | null
  record_id: number | null
}

/** How words read with a record's values; asked anew in each pause of whoever types them. */
export function usePrinted(asked: PrintRequest, isEnabled = true) {
  const [settled] = useDebouncedValue(JSON.stringify(asked), PAUSE_MS)
  return useQuery({
    queryKey: ['template-preview', settled],
    queryFn: async ({ signal }) =>
      (await send(messagetemplateCalls.preview, JSON.parse(settled), { signal })).data,
    enabled: isEnabled,
    placeholderData: (previous) => previous,
    staleTime: 10_000,
    retry: false,
  })
}

interface Props {
  preview: TemplatePreview
  medium: 'text' | 'html'
  /** What becomes of a letter with a hole in it. */
  hole?: string
  onFault: (fault: TemplateError) => void
}

/** The words as they would be read, and what speaks against them. */
export function Printed({ preview, medium, hole = waits, onFault }: Props) {
  const { rendering, empty, errors } = preview
  return (
    <div aria-live="polite">
      {errors.length > 0 && <Faults errors={errors} onFault={onFault} />}
      {empty.length > 0 && (
        <Alert color="amber" mt="sm" title="A field is empty">
          {empty.map(({ label }) => label).join(', ')}. {hole} {'{{#if}}'} or a default such as{' '}
          {`{{${empty[0]?.name}|none}}`} covers it.
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
            <MailView html={rendering.html} />
          )}
        </>
      )}
    </div>
  )
}

const waits = 'A mail like this waits until it is filled in.'

/** What keeps it from being printed; each leads to its place. */
function Faults({
  errors,
  onFault,
}: Pick<Props, 'onFault'> & { errors: readonly TemplateError[] }) {
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
              onClick={() => onFault(error)}
            >
              {partLabels[error.field]}: {placed(error)}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** Selects what is wrong in the box that it was typed into. */
export function selectFault(
  field: HTMLInputElement | HTMLTextAreaElement,
  { line, column }: TemplateError,
): void {
  const before = field.value.split('\n').slice(0, line - 1)
  const start = before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1
  const end = field.value.indexOf('}}', start)
  field.focus()
  field.setSelectionRange(start, end < 0 ? start : end + 2)
}
