import { Alert, Group, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { mandateStatusExplained } from '#domain/customers/mandate-status.ts'
import { FILE_HOUR, firstAtBank } from '#domain/directdebit/charge-day.ts'
import type { Mandate } from '#domain/directdebit/mandate.ts'
import { isUsableStatus } from '#domain/directdebit/provider-words.ts'
import { BUSINESS_TIME_ZONE, formatDayShort } from '#domain/kit/calendar.ts'
import { humanise } from '#domain/kit/wording.ts'
import type { InvoicePayment } from '#domain/payments/payment.ts'
import { Cause } from '#web/directdebit/debit-chip.tsx'
import { collectingOf } from '#web/directdebit/invoice-debit.tsx'
import { SignedForm } from '#web/directdebit/signed-form.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import factsClasses from '#web/kit/frame/facts.module.css'
import { formatStamp } from '#web/kit/session/clock.ts'
import { AccountDetails } from './account-details.tsx'
import { MandateActions } from './mandate-actions.tsx'
import { MandateSteps } from './mandate-steps.tsx'
import { endedInWords, sourceInWords } from './mandate-words.ts'

interface Props {
  mandate: Mandate
  row: EditRow
  debits: readonly InvoicePayment[]
  isConnected: boolean
}

/** The authority in use, or the last one: how far it has come, and what can be done with it. */
export function MandateCard({ mandate, row, debits, isConnected }: Props) {
  const status = mandate.mandate_status
  return (
    <Paper component="section" aria-label="Direct debit authority">
      <Group justify="space-between" align="flex-start" gap="sm" mb="sm">
        <Group gap="sm">
          <Title order={2}>Authority</Title>
          <StatusChip
            value={status}
            label={humanise(status)}
            explanation={mandateStatusExplained[status]}
          />
        </Group>
        {isConnected && !row.deleted_at && <MandateActions mandate={mandate} row={row} />}
      </Group>
      {mandate.problem && (
        <Alert color="red" mb="sm" title="The provider refused it">
          {mandate.problem}
        </Alert>
      )}
      <MandateSteps status={status} note={noteOf(mandate)} />
      <Text size="sm" fw={600} mt="md" mb="md">
        {nextInWords(mandate, debits, Boolean(row.debits_frozen_date))}
      </Text>
      <dl className={factsClasses.facts}>
        {factsOf(mandate).map(([label, value]) => (
          <div key={label} className={factsClasses.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <AccountDetails id={mandate.id} />
    </Paper>
  )
}

/** What somebody has to know before they ask for another one. */
function noteOf(mandate: Mandate): string | undefined {
  if (!mandate.ended_date) return undefined
  const ended = `${endedInWords(mandate)}.`
  return mandate.ended_by === 'bank'
    ? `${ended} For nine months a new one needs a paper form, and its first debit waits ten working days.`
    : ended
}

/** What is collected next, in words. */
function nextInWords(
  { mandate_status }: Mandate,
  debits: readonly InvoicePayment[],
  isFrozen: boolean,
): string {
  const next = debits
    .filter(({ payment_status }) => payment_status === 'pending')
    .toSorted((a, b) => String(a.charge_date).localeCompare(String(b.charge_date)))
    .map(collectingOf)
    .find(Boolean)
  if (next) return `${next}.`
  if (isFrozen) return 'No debit is planned while debits are stopped.'
  const isUsable = isUsableStatus(mandate_status)
  return isUsable
    ? 'No debit is planned; the next invoice that is sent plans one.'
    : 'Nothing can be collected with this authority.'
}

/** Counted from now: what the provider said when it was last heard may have passed. */
function nextPossible(mandate: Mandate): string | null {
  if (!isUsableStatus(mandate.mandate_status)) return null
  const now = Temporal.Now.zonedDateTimeISO(BUSINESS_TIME_ZONE)
  return firstAtBank({
    today: now.toPlainDate().toString(),
    is_file_closed: now.hour >= FILE_HOUR,
    next_possible: mandate.next_possible_charge_date,
    first_from: mandate.first_charge_from,
  })
}

function factsOf(mandate: Mandate): [string, ReactNode][] {
  const { account_ending, consent_at, first_charge_from, ended_cause, consent_file_id } = mandate
  const facts: [string, ReactNode][] = [
    ['Account ends in', account_ending && `••${account_ending}`],
    ['Given', sourceInWords[mandate.source]],
    ['Agreed', consent_at && formatStamp(consent_at)],
    ['Text they agreed to', mandate.consent_text_version],
    ['Text was read out', mandate.consent_script_read && 'Yes'],
    ['Signed form', consent_file_id && <SignedForm id={consent_file_id} />],
    ['Next possible debit', formatDayShort(nextPossible(mandate))],
    ['First debit from', formatDayShort(first_charge_from)],
    ['Why it ended', ended_cause && <Cause cause={ended_cause} />],
    ['Times it came back', Number(mandate.reinstated) > 0 && mandate.reinstated],
  ]
  return facts.filter(([, value]) => Boolean(value))
}
