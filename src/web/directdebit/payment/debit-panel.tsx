import { Anchor, Group, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { knownBy } from '#domain/directdebit/charge-day.ts'
import { type Payout, payout } from '#domain/directdebit/payout.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { type InvoicePayment, invoicepayment } from '#domain/payments/payment.ts'
import { DebitDetailsGuard } from '#web/customers/guard-details.tsx'
import { Cause, DebitChip, wordsOfDebit } from '#web/directdebit/debit-chip.tsx'
import factsClasses from '#web/kit/frame/facts.module.css'
import type { Titles } from '#web/kit/session/api.ts'
import { formatStamp } from '#web/kit/session/clock.ts'
import { useSession } from '#web/kit/session/session.ts'
import { rowQuery } from '#web/kit/session/use-row.ts'
import { EndSeries } from './end-series.tsx'
import { EvidencePanel } from './evidence-panel.tsx'
import { ProviderRefunds } from './provider-refunds.tsx'

/** What the provider says of a debit, and what shows that it was agreed to. */
export function DebitPanel({ row, titles }: { row: InvoicePayment; titles: Titles }) {
  const { role } = useSession()
  const paidOut = usePayoutDay(row)
  useLooksAgain(row)
  return (
    <>
      <Paper component="section" aria-label="Direct debit">
        <Group justify="space-between" gap="xs" mb="xs">
          <Title order={2}>Direct debit</Title>
          <DebitChip debit={row} />
        </Group>
        <Text size="sm" mb="sm">
          {sentenceOf(row, paidOut)}
        </Text>
        <dl className={factsClasses.facts}>
          {factsOf(row, titles).map(([label, value]) => (
            <div key={label} className={factsClasses.fact}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {row.series_state === 'running' && atLeast(role, 'accounting') && <EndSeries id={row.id} />}
      </Paper>
      {atLeast(role, 'accounting') && <ProviderRefunds id={row.id} />}
      {atLeast(role, 'accounting') && (
        <DebitDetailsGuard customer_id={row.customer_id}>
          <EvidencePanel id={row.id} isOpenAtFirst={row.debit_state === 'charged_back'} />
        </DebitDetailsGuard>
      )}
    </>
  )
}

const LOOK_AGAIN_MS = 3000

/** What was asked of the provider is done within a moment: the screen follows by itself. */
function useLooksAgain(row: InvoicePayment): void {
  const { id, payment_status, cancel_asked_at, series_state } = row
  const isCancelling = payment_status === 'pending' && cancel_asked_at !== null
  const isAsked = isCancelling || series_state === 'ending'
  useQuery({ ...rowQuery(invoicepayment, id), refetchInterval: isAsked ? LOOK_AGAIN_MS : false })
}

/** The day it reached our account, for those who see payouts. */
function usePayoutDay({ payout_id }: InvoicePayment): string | null {
  const { data } = useQuery({ ...rowQuery(payout, payout_id ?? 0), enabled: Boolean(payout_id) })
  const row = data?.data as Payout | undefined // The call answers a row of the entity it names.
  return row?.arrival_date ?? null
}

function sentenceOf(row: InvoicePayment, paidOut: string | null): string {
  const words = wordsOfDebit(row, paidOut)
  if (row.debit_state !== 'planned' || row.cancel_asked_at) return `${words}.`
  const known = formatDayShort(knownBy(row.charge_date ?? row.payment_date))
  return `${words}; the banks have had their say by ${known}.`
}

function factsOf(row: InvoicePayment, titles: Titles): [string, ReactNode][] {
  const { customer_id, retry_of_id, payout_id, debit_cause, attempt, mandate_id } = row
  const facts: [string, ReactNode][] = [
    ['Day of the debit', formatDayShort(row.charge_date)],
    ['Authority', mandate_id && <Authority {...{ mandate_id, customer_id, titles }} />],
    ['Attempt', attempt],
    ['Tries again', retry_of_id && <Payment id={retry_of_id} />],
    ['Why', debit_cause && <Cause cause={debit_cause} />],
    ['What the bank says', row.debit_words],
    ['Asked for by the customer', row.requested_by_customer && 'Yes'],
    ['Made', row.made_elsewhere && 'At the provider, not here'],
    ['Series', row.series_state && seriesInWords[row.series_state]],
    ['Cancellation asked for', row.cancel_asked_at && formatStamp(row.cancel_asked_at)],
    ['Why on this day', row.retry_of_id && row.notes],
    ['Payout', payout_id && <PayoutLink id={payout_id} titles={titles} />],
  ]
  return facts.filter(([, value]) => Boolean(value))
}

const seriesInWords = {
  running: 'Somebody made it at the provider; it runs on',
  ending: 'The provider is being asked to end it',
  ended: 'Ended',
}

interface AuthorityProps {
  mandate_id: number
  customer_id: number
  titles: Titles
}

function Authority({ mandate_id, customer_id, titles }: AuthorityProps) {
  return (
    <Anchor
      component={Link}
      to={`/app/customer/details?tab=direct-debit&id=${customer_id}`}
      size="sm"
    >
      {titles.mandate?.[String(mandate_id)] || `Authority ${mandate_id}`}
    </Anchor>
  )
}

function Payment({ id }: { id: number }) {
  return (
    <Anchor component={Link} to={`/app/invoicepayment?id=${id}`} size="sm">
      The debit before it
    </Anchor>
  )
}

function PayoutLink({ id, titles }: { id: number; titles: Titles }) {
  return (
    <Anchor component={Link} to={`/app/payout?id=${id}`} size="sm">
      {titles.payout?.[String(id)] || `Payout ${id}`}
    </Anchor>
  )
}
