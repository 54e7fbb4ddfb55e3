import { Alert, Anchor, Button, Group, Paper, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { businessToday, formatDay } from '#domain/kit/calendar.ts'
import { addDays, monthStart } from '#domain/kit/day-number.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { billingrunCalls, type CoverageInfo } from '#domain/runs/billingrun-calls.ts'
import type { ListedCoverage, ListedSpan } from '#domain/runs/coverage.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { send } from '#web/kit/session/send.ts'
import classes from './billing-run.module.css'

/** Whether every connection is billed on every day, once. */
export function BillingRunCoverage() {
  const last = addDays(monthStart(businessToday(Temporal.Now.instant())), -1)
  const [from, setFrom] = useState(monthStart(last))
  const [to, setTo] = useState(last)
  const [found, setFound] = useState<(ListedCoverage & CoverageInfo) | null>(null)
  const look = useSubmit(async () => {
    const { data, info } = await send(billingrunCalls.coverage, { from, to })
    setFound({ ...data, ...info })
  })
  return (
    <Paper component="section">
      <Title order={2} mb="sm">
        Days billed once
      </Title>
      <form onSubmit={look.onSubmit} noValidate>
        <Group align="flex-end" gap="sm">
          <DayInput label="From" value={from} onChange={(day) => setFrom(day ?? '')} />
          <DayInput label="To" value={to} onChange={(day) => setTo(day ?? '')} />
          <Button type="submit" variant="default" loading={look.isBusy}>
            Check
          </Button>
        </Group>
      </form>
      {look.problem && (
        <Alert color="red" role="alert" mt="sm">
          {look.problem}
        </Alert>
      )}
      {found && (
        <>
          <Text size="sm" role="status" mt="sm">
            {found.days_billed} of {plural(found.days_expected, 'day')} of connections billed
            exactly once. {plural(found.gaps.length, 'gap')} (about $
            {formatMoney(found.gaps_amount)}), {plural(found.overlaps.length, 'overlap')} (about $
            {formatMoney(found.overlaps_amount)}
            ), {found.strays.length} outside any contract.
          </Text>
          <Spans found={found} />
        </>
      )}
    </Paper>
  )
}

const shownAtMost = 100

function Spans({ found }: { found: ListedCoverage }) {
  const kinds = [
    ['Overlap', found.overlaps],
    ['Outside a contract', found.strays],
    ['Gap', found.gaps],
  ] as const
  const spans = kinds.flatMap(([kind, list]) => list.map((span) => ({ kind, ...span })))
  if (spans.length === 0) return null
  const shown = spans.slice(0, shownAtMost)
  return (
    <>
      <PlainTable
        label="Gaps and overlaps"
        columns={columns}
        rows={shown}
        keyOf={(span) => `${span.kind} ${span.connection} ${span.from}`}
      />
      {spans.length > shown.length && (
        <Text size="xs" c="dimmed" mt={6}>
          And {plural(spans.length - shown.length, 'more', 'more')}.
        </Text>
      )}
    </>
  )
}

const columns: Column<ListedSpan & { kind: string }>[] = [
  { heading: 'What', cell: (span) => span.kind },
  { heading: 'Connection', cell: (span) => span.connection },
  {
    heading: 'Customer',
    cell: ({ customers }) =>
      customers.map(({ id, name }) => (
        <Anchor key={id} component={Link} to={`/app/customer/details?id=${id}`} size="sm">
          {name}
        </Anchor>
      )),
  },
  {
    heading: 'Days',
    className: classes.days,
    cell: (span) => `${formatDay(span.from)} – ${formatDay(span.to)}`,
  },
  { heading: 'Number', isNumber: true, cell: (span) => span.days },
  { heading: 'About', isNumber: true, cell: (span) => formatMoney(span.estimated_amount) },
  { heading: 'Draft', isHeadingHidden: true, cell: (span) => <DraftFromGap {...span} /> },
]

function DraftFromGap({ kind, customers, contract_ids, ...span }: ListedSpan & { kind: string }) {
  const [contract_id] = contract_ids
  const [customer] = customers
  if (kind !== 'Gap' || !customer) return null
  const about = new URLSearchParams({
    customer_id: String(customer.id),
    contract_id: String(contract_id),
    period_start: span.from,
    period_end: span.to,
  })
  return (
    <Anchor
      component={Link}
      size="sm"
      to={`/app/invoice/new?${about}`}
      aria-label={`Draft from the gap of ${span.connection}`}
    >
      Draft
    </Anchor>
  )
}
