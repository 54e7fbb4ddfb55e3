import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Commission } from '#domain/commissions/commission.ts'
import { derivation, kindWords } from '#domain/commissions/commission-words.ts'
import type { CommissionStatement } from '#domain/commissions/commissionstatement.ts'
import {
  commissionstatementCalls,
  type StatementLine,
} from '#domain/commissions/commissionstatement-calls.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'
import { ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { Pager, usePage } from '#web/kit/list/page-of-rows.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import type { Selection } from '#web/kit/list/selection.ts'
import type { Titles } from '#web/kit/session/api.ts'
import { waitingQuery } from './commission-query.ts'
import { tickColumn } from './statement-lines.tsx'
import { forgetStatements } from './statement-query.ts'

interface Props {
  row: CommissionStatement & { version: number }
  /** What stands on the draft already. */
  lines: readonly StatementLine[]
}

/** What the partner earned besides, and somebody left out. */
export function WaitingLines({ row, lines }: Props) {
  const [selection, setSelection] = useState<Selection>({})
  const [isAsking, setIsAsking] = useState(false)
  const { data } = useQuery(waitingQuery(row.partner_id))
  const tied = new Set(lines.map(({ id }) => id))
  const waiting = (data?.rows ?? []).filter(
    // What was earned after the day it goes up to is for the next one.
    ({ id, earned_on }) => !tied.has(id) && earned_on !== null && earned_on <= row.to_date,
  )
  const page = usePage(waiting)
  if (!data || waiting.length === 0) return null
  const chosen = waiting.filter(({ id }) => selection[id]).map(({ id }) => id)
  return (
    <Paper component="section" aria-label="Not on this statement">
      <Group justify="space-between" mb="xs">
        <div>
          <Title order={2}>Not on this statement</Title>
          <Text size="sm" c="dimmed">
            {plural(waiting.length, 'earning')} {waiting.length === 1 ? 'waits' : 'wait'}
          </Text>
        </div>
        <Button variant="default" disabled={chosen.length === 0} onClick={() => setIsAsking(true)}>
          Take in{chosen.length > 0 ? ` ${chosen.length}` : ''}
        </Button>
      </Group>
      <PlainTable
        label="Not on this statement"
        columns={[
          tickColumn<Commission>(selection, setSelection, (entry) => invoiceOf(entry, data.titles)),
          ...columnsOf(data.titles),
        ]}
        rows={page.rows}
        keyOf={({ id }) => id}
      />
      <Pager pager={page.pager} />
      <ReasonDialog
        action={
          isAsking
            ? {
                title: 'Take into this statement?',
                text: `${plural(chosen.length, 'earning')} will stand on it.`,
                button: 'Take in',
                call: commissionstatementCalls.takein,
                reason: 'needed',
                extra: { commission_ids: chosen },
              }
            : null
        }
        row={row}
        onClose={() => setIsAsking(false)}
        refresh={forgetStatements}
        onDone={() => setSelection({})}
      />
    </Paper>
  )
}

const invoiceOf = ({ invoice_id }: Commission, titles: Titles): string | null =>
  invoice_id === null ? null : (titles.invoice?.[String(invoice_id)] ?? String(invoice_id))

const columnsOf = (titles: Titles): Column<Commission>[] => [
  { heading: 'For', cell: ({ kind }) => kindWords[kind] },
  {
    heading: 'Customer',
    cell: ({ customer_id }) => titles.customer?.[String(customer_id)] ?? '—',
  },
  { heading: 'Invoice', cell: (entry) => invoiceOf(entry, titles) ?? '—' },
  { heading: 'Earned on', cell: ({ earned_on }) => formatDay(earned_on) || '—' },
  { heading: 'How it came about', cell: derivation },
  {
    heading: 'Amount',
    isNumber: true,
    isStrong: true,
    cell: ({ amount }) => <Money value={amount} />,
  },
]
