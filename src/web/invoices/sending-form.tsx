import { Button, Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { businessToday } from '#domain/kit/calendar.ts'
import type { DepartureAction } from '#domain/messaging/departure/departure.ts'
import {
  type DepartureOptions,
  departureCalls,
} from '#domain/messaging/departure/departure-calls.ts'
import { SubmitButton } from '#web/kit/form/submit-button.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { today } from '#web/kit/frame/today.ts'
import { send } from '#web/kit/session/send.ts'
import { useIsLookedAt, useLeaving } from '#web/messaging/departure/departure-queries.ts'
import { showHeld } from '#web/messaging/departure/held-notice.tsx'
import classes from '#web/messaging/departure/last-look.module.css'
import { LookPane } from '#web/messaging/departure/look-pane.tsx'
import { Refused } from '#web/messaging/departure/refused.tsx'
import { type DialogAction, definitions } from './invoice-dialog-definitions.ts'
import {
  blankAnswers,
  CareField,
  DatesField,
  type DialogAnswers,
  FeeField,
  MessageField,
  SendingFields,
  WarningFields,
} from './invoice-dialog-fields.tsx'

interface Props {
  action: DialogAction
  leavesAs: DepartureAction
  row: Invoice
  onClose: () => void
}

const TYPED_MS = 400

/** What is said before an invoice leaves, beside all that its customer would read. */
export function SendingForm({ action, leavesAs, row, onClose }: Props) {
  const { text, button, asks } = definitions[action]
  const { id, version } = row
  const [given, setGiven] = useState<DialogAnswers>(blankAnswers)
  const set = (next: Partial<DialogAnswers>) => setGiven((before) => ({ ...before, ...next }))
  const leaving = useLeaving({ action: leavesAs, ids: [id], options: {} })
  const warnings = leaving.data?.rows[0]?.warnings ?? []
  const submit = useSubmit(
    async (key) => {
      const options = optionsOf(action, given)
      const body = { action: leavesAs, rows: [{ id, version }], options }
      showHeld((await send(departureCalls.hold, body, { key })).data)
      onClose()
    },
    { isMoney: true },
  )
  const codes = warnings.map(({ code }) => code)
  const shown = optionsOf(action, { ...given, acknowledge: codes })
  const [options] = useDebouncedValue(shown, TYPED_MS)
  const looking = { action: leavesAs, ids: leaving.data ? [id] : [], options }
  const isLookedAt = useIsLookedAt(looking)
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <div className={classes.columns}>
        <Stack gap="sm">
          <Text size="sm">{text}</Text>
          {asks.includes('warnings') && (
            <WarningFields warnings={warnings} given={given} set={set} />
          )}
          {asks.includes('sending') && <SendingFields given={given} set={set} submit={submit} />}
          {asks.includes('dates') && isLate(row) && <DatesField given={given} set={set} />}
          {asks.includes('message') && <MessageField given={given} set={set} submit={submit} />}
          {asks.includes('care') && <CareField given={given} set={set} submit={submit} />}
          {asks.includes('fee') && row.has_late_fee && <FeeField given={given} set={set} />}
        </Stack>
        <LookPane {...looking} />
      </div>
      <div className={classes.foot}>
        <Refused submit={submit} isAtFields />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton submit={submit} disabled={!isLookedAt}>
            {button}
          </SubmitButton>
        </Group>
      </div>
    </form>
  )
}

/** Sent on the day it was approved, or sent before, its dates are as they should be. */
function isLate({ approved_at, invoiced_at }: Invoice): boolean {
  return (
    invoiced_at === null &&
    approved_at !== null &&
    businessToday(Temporal.Instant.from(approved_at)) < today()
  )
}

/** Only what was said is sent. */
function optionsOf(action: DialogAction, given: DialogAnswers): DepartureOptions {
  const { asks } = definitions[action]
  const message = given.message.trim()
  const reason = given.reason.trim()
  return {
    ...(asks.includes('warnings') ? { acknowledge: given.acknowledge } : {}),
    ...(asks.includes('sending') && given.to.length > 0 ? { to: given.to } : {}),
    ...(asks.includes('sending') && given.posted ? { posted: true } : {}),
    ...(asks.includes('dates') && given.new_dates ? { new_dates: true } : {}),
    ...(asks.includes('fee') && given.announce_fee !== null
      ? { announce_fee: given.announce_fee }
      : {}),
    ...(asks.includes('care') && reason ? { reason } : {}),
    ...(message ? { message } : {}),
  }
}
