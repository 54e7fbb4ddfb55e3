import { Alert, List, Paper, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { InvoiceWarning } from '#domain/invoices/invoice-warnings.ts'
import { LineEditor } from '#web/pricing/line-editor.tsx'
import { typedLines } from '#web/pricing/typed-line.ts'
import type { Draft } from './invoice-draft.ts'
import { TermsForm } from './terms-form.tsx'
import type { ComputedDraft } from './use-computed.ts'

interface Props {
  draft: Draft
  computed: ComputedDraft | undefined
  onChange: (next: Partial<Draft>) => void
  errorOf: (field: string) => string | undefined
}

/** What an invoice is made from, to be typed; the engine's lines stand there until touched. */
export function InvoiceEditor({ draft, computed, onChange, errorOf }: Props) {
  const made = computed?.lines
  const fromEngine = useMemo(
    () => typedLines((made ?? []).filter((line) => line.source !== 'bill')),
    [made],
  )
  return (
    <>
      <Paper component="section">
        <Title order={2} mb="xs">
          Lines
        </Title>
        {draft.isCredit ? (
          <Text size="sm">
            One amount, as the credit note was made. For another one, delete the draft.
          </Text>
        ) : (
          <LineEditor
            label="Lines of the invoice"
            lines={draft.lines ?? fromEngine}
            onChange={(lines) => onChange({ lines })}
          />
        )}
      </Paper>
      <TermsForm
        draft={draft}
        computed={computed?.fields ?? {}}
        onChange={onChange}
        errorOf={errorOf}
      />
    </>
  )
}

/** What somebody should look at before the invoice goes out. */
export function InvoiceWarnings({ warnings }: { warnings: readonly InvoiceWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <Alert
      color="amber"
      role="status"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title="Have a look at this"
    >
      <List size="sm" listStyleType="none">
        {warnings.map(({ code, message }) => (
          <List.Item key={code + message}>{message}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
