import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { invoiceActionCalls } from '#domain/invoices/invoice-action-calls.ts'
import type { InvoiceWarning } from '#domain/invoices/invoice-warnings.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { SubmitButton } from '#web/kit/form/submit-button.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { isApiProblem } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { type DialogAction, definitions } from './invoice-dialog-definitions.ts'
import {
  blankAnswers,
  type DialogAnswers,
  ReasonField,
  WarningFields,
} from './invoice-dialog-fields.tsx'
import { warningsOf } from './invoice-queries.ts'
import { ReadAnewFields } from './read-anew-fields.tsx'
import { SendingForm } from './sending-form.tsx'

interface Props {
  action: DialogAction | null
  row: Invoice
  onClose: () => void
}

/** The question before an action, with what the action needs to know. */
export function InvoiceDialog({ action, row, onClose }: Props) {
  const definition = action ? definitions[action] : undefined
  const { leavesAs } = definition ?? {}
  return (
    <Dialog
      isOpen={action !== null}
      onClose={onClose}
      title={definition?.title ?? ''}
      size={leavesAs ? 1120 : definition?.asks.includes('anew') ? 'lg' : 'md'}
    >
      {action && leavesAs ? (
        <SendingForm key={action} {...{ action, leavesAs, row, onClose }} />
      ) : (
        action && <ActionForm key={action} action={action} row={row} onClose={onClose} />
      )}
    </Dialog>
  )
}

function ActionForm({ action, row, onClose }: Props & { action: DialogAction }) {
  const { text, button, isDanger, call, asks, keep } = definitions[action]
  const navigate = useNavigate()
  const [given, setGiven] = useState<DialogAnswers>(blankAnswers)
  const [warnings, setWarnings] = useState<InvoiceWarning[]>(() => warningsOf(row))
  const set = (next: Partial<DialogAnswers>) => setGiven((before) => ({ ...before, ...next }))
  const needsWarnings = asks.includes('warnings')
  const submit = useSubmit(
    async (key) => {
      const body = { id: row.id, version: row.version, ...bodyOf(action, given) }
      try {
        const answer = await send(invoiceActionCalls[call], body, { key })
        toast(answer.message)
        onClose()
        if (answer.data.id !== row.id) void navigate(`/app/invoice/edit?id=${answer.data.id}`)
      } catch (cause) {
        const told = isApiProblem(cause) ? cause.info.warnings : undefined
        // What nobody has acknowledged yet comes with the refusal; the engine wrote it.
        if (needsWarnings && told) setWarnings(told as unknown as InvoiceWarning[])
        throw cause
      } finally {
        // Also after a refusal: the invoice may be another than the one on screen.
        void forgetMoney()
      }
    },
    { isMoney: true },
  )
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <Stack gap="sm">
        {submit.problem && (
          <Alert color="red" role="alert">
            {submit.problem}
          </Alert>
        )}
        <Text size="sm">{text}</Text>
        {needsWarnings && <WarningFields warnings={warnings} given={given} set={set} />}
        {asks.includes('anew') && (
          <ReadAnewFields id={row.id} drop={given.drop} onDrop={(drop) => set({ drop })} />
        )}
        {asks.includes('reason') && (
          <ReasonField
            given={given}
            set={set}
            submit={submit}
            isOptional={!isReasonNeeded(row, action)}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {keep ?? 'Cancel'}
          </Button>
          <SubmitButton submit={submit} {...(isDanger ? { color: 'red' } : {})}>
            {button}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}

function isReasonNeeded(row: Invoice, action: DialogAction): boolean {
  if (action === 'redo') return row.invoice_status !== 'cancelled'
  return action !== 'release' && action !== 'recalculate'
}

/** Only what was said is sent. */
function bodyOf(action: DialogAction, given: DialogAnswers) {
  const { asks } = definitions[action]
  const reason = given.reason.trim()
  return {
    ...(asks.includes('reason') && reason ? { reason } : {}),
    ...(asks.includes('warnings') ? { acknowledge: given.acknowledge } : {}),
    ...(asks.includes('anew') && given.drop.length > 0 ? { drop: given.drop } : {}),
  }
}
