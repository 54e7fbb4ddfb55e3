import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { knownBy } from '#domain/directdebit/charge-day.ts'
import { ddevent } from '#domain/directdebit/ddevent.ts'
import { type Payout, payout } from '#domain/directdebit/payout.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { type InvoicePayment, invoicepayment } from '#domain/payments/payment.ts'
import type { DataRow, ExtraColumn } from '#web/kit/list/data-table.tsx'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { PlanAll } from './collect/plan-all.tsx'
import { SyncNow } from './connection/sync-now.tsx'
import { Cause, causeOf } from './debit-chip.tsx'
import { overviewQuery } from './debit-query.ts'
import type { DebitTab } from './debit-tabs.tsx'
import { NextTry } from './next-try.tsx'

const title = 'Direct debits'

/** Each of the lists keeps views of its own. */
const placeOf = (tab: DebitTab) => ({ name: `directdebits.${tab}`, search: `?tab=${tab}` })

const columns = [
  'charge_date',
  'customer_id',
  'amount_incl_gst',
  'invoice_id',
  'debit_state',
  'attempt',
]
// The same rows as among the payments, with what matters of a debit.
const debit = { ...invoicepayment, label: 'Debit', labelPlural: 'Debits' }
const planned = { ...debit, list: columns, order: 'charge_date' }
const failed = {
  ...debit,
  list: [...columns.slice(0, 4), 'debit_cause', 'attempt', 'debit_words'],
  order: '-charge_date',
}

/** Whether somebody still has to do something about it. */
const nextTry: ExtraColumn = {
  name: 'next_try',
  label: 'Tried again',
  cell: ({ id }) => <NextTry id={Number(id)} />,
}

const lists = {
  planned: {
    entity: planned,
    params: { debit_state: 'planned' },
    none: 'No debit is planned.',
    extra: [],
  },
  with_bank: {
    entity: planned,
    params: { debit_state: 'submitted' },
    none: 'Nothing is with the bank.',
    extra: [],
  },
  not_honoured: {
    entity: failed,
    params: { 'debit_state.in': 'failed,charged_back' },
    none: 'Every debit was honoured.',
    extra: [nextTry],
  },
}

const cells = {
  // The list asks for whole rows, so the row is a payment.
  debit_state: (row: DataRow) => stateInList(row as unknown as InvoicePayment),
  debit_cause: (row: DataRow) => whyNot(row as unknown as InvoicePayment),
}

function whyNot({ debit_state, debit_cause }: InvoicePayment): string {
  if (debit_state === 'charged_back') return 'Taken back by their bank'
  return causeOf(debit_cause ?? 'other')
}

/** The tab says the rest. */
function stateInList({ debit_state, charge_date, cancel_asked_at }: InvoicePayment): string {
  if (debit_state === 'submitted') return `Known by ${formatDay(knownBy(charge_date ?? ''))}`
  return cancel_asked_at ? 'Being cancelled' : 'Planned'
}

const eventCells = {
  action: (row: DataRow) => String(row.action).replaceAll('_', ' '),
  // The provider names one for everything; most of the time it says nothing.
  cause: (row: DataRow) =>
    row.cause === 'other' || !row.cause ? '—' : <Cause cause={String(row.cause)} />,
}

interface Props {
  above: ReactNode
}

export function DebitList({ which, above }: Props & { which: keyof typeof lists }) {
  const { entity, params, none, extra } = lists[which]
  return (
    <ListScreen
      entity={entity}
      title={title}
      isKept
      isReadOnly
      source={{ path: '/invoicepayments', params, none, hasCsv: true }}
      cells={cells}
      extra={extra}
      above={above}
      place={placeOf(which)}
      summary={() => <Frozen />}
      actions={<Actions />}
    />
  )
}

const payoutCells = {
  reference: (row: DataRow) => (row as unknown as Payout).reference ?? `Payout ${row.id}`,
}

export function PayoutList({ above }: Props) {
  return (
    <ListScreen
      entity={payout}
      title={title}
      isKept
      isReadOnly
      none="Nothing was paid out yet."
      cells={payoutCells}
      above={above}
      place={placeOf('payouts')}
      summary={() => <Unmatched />}
      actions={<Actions />}
    />
  )
}

export function EventList({ above }: Props) {
  return (
    <ListScreen
      entity={ddevent}
      title={title}
      isKept
      isReadOnly
      none="The provider has told nothing yet."
      cells={eventCells}
      above={above}
      place={placeOf('events')}
      actions={<Actions />}
    />
  )
}

function Actions() {
  return (
    <>
      <SyncNow />
      <PlanAll />
    </>
  )
}

/** Customers nothing is collected from until somebody has looked. */
function Frozen() {
  const { data } = useQuery(overviewQuery)
  if (!data?.frozen) return null
  return ` · debits of ${plural(data.frozen, 'customer')} are stopped`
}

function Unmatched() {
  const { data } = useQuery(overviewQuery)
  if (!data?.unmatched_payouts.count) return null
  const { count, amount } = data.unmatched_payouts
  return ` · ${count} without a bank line, $${formatMoney(amount)}`
}
