import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { invoiceActionCalls } from '#domain/invoices/invoice-action-calls.ts'
import type { InvoiceWarning } from '#domain/invoices/invoice-warnings.ts'
import { businessToday } from '#domain/kit/calendar.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { today } from '#web/kit/frame/today.ts'
import { isApiProblem } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { type DialogAction, definitions } from './invoice-dialog-definitions.ts'
import {
  DatesField,
  type DialogAnswers,
  FeeField,
  MessageField,
  ReasonField,
  SendingFields,
  WarningFields,
} from './invoice-dialog-fields.tsx'
import { warningsOf } from './invoice-queries.ts'
import { ReadAnewFields } from './read-anew-fields.tsx'

interface Props {
  action: DialogAction | null
  row: Invoice
  onClose: () => void
}

/** The question before an action, with what the action needs to know. */
export function InvoiceDialog({ action, row, onClose }: Props) {
  return (
    <Dialog
      isOpen={action !== null}
      onClose={onClose}
      title={action ? definitions[action].title : ''}
      size={action && definitions[action].asks.includes('anew') ? 'lg' : 'md'}
    >
      {action && <ActionForm key={action} action={action} row={row} onClose={onClose} />}
    </Dialog>
  )
}

function ActionForm({ action, row, onClose }: Props & { action: DialogAction }) {
  const { text, button, isDanger, call, asks, keep } = definitions[action]
  const navigate = useNavigate()
  const [given, setGiven] = useState<DialogAnswers>(blank)
  const [warnings, setWarnings] = useState<InvoiceWarning[]>(() => warningsOf(row))
  const set = (next: Partial<DialogAnswers>) => setGiven((before) => ({ ...before, ...next }))
  const needsWarnings = asks.includes('warnings')
  const submit = useSubmit(async (key) => {
    const body = { id: row.id, version: row.version, ...bodyOf(action, given) }
    try {
      const answer = await send(invoiceActionCalls[call], body, { key })
      toast(messageOf(action, answer.message, answer.data))
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
  })
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
        {asks.includes('sending') && <SendingFields given={given} set={set} submit={submit} />}
        {asks.includes('dates') && isLate(row) && <DatesField given={given} set={set} />}
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
        {asks.includes('message') && <MessageField given={given} set={set} submit={submit} />}
        {asks.includes('fee') && row.has_late_fee && <FeeField given={given} set={set} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {keep ?? 'Cancel'}
          </Button>
          <Button type="submit" loading={submit.isBusy} {...(isDanger ? { color: 'red' } : {})}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const blank: DialogAnswers = {
  reason: '',
  message: '',
  to: [],
  posted: false,
  new_dates: false,
  announce_fee: true,
  acknowledge: [],
  drop: [],
}

/** Sent on the day it was approved, or sent before, its dates are as they should be. */
function isLate({ approved_at, invoiced_at }: Invoice): boolean {
  return (
    invoiced_at === null &&
    approved_at !== null &&
    businessToday(Temporal.Instant.from(approved_at)) < today()
  )
}

function isReasonNeeded(row: Invoice, action: DialogAction): boolean {
  if (action === 'redo') return row.invoice_status !== 'cancelled'
  return action !== 'release' && action !== 'recalculate'
}

/** Only what was said is sent. */
function bodyOf(action: DialogAction, given: DialogAnswers) {
  const { asks, fixed } = definitions[action]
  const reason = given.reason.trim()
  const message = given.message.trim()
  return {
    ...fixed,
    ...(asks.includes('reason') && reason ? { reason } : {}),
    ...(asks.includes('warnings') ? { acknowledge: given.acknowledge } : {}),
    ...(asks.includes('sending') && given.to.length > 0 ? { to: given.to } : {}),
    ...(asks.includes('sending') && given.posted ? { posted: true } : {}),
    ...(asks.includes('anew') && given.drop.length > 0 ? { drop: given.drop } : {}),
    ...(asks.includes('dates') && given.new_dates ? { new_dates: true } : {}),
    ...(asks.includes('fee') && !given.announce_fee ? { announce_fee: false } : {}),
    ...((asks.includes('sending') || asks.includes('message')) && message ? { message } : {}),
  }
}

/** Sending may fail while approving worked: the invoice itself says so. */
function messageOf(action: DialogAction, message: string, row: Invoice): string {
  if (action !== 'approveAndSend') return message
  return row.delivery_problem ? 'Invoice approved, but not sent.' : 'Invoice approved and sent.'
}
