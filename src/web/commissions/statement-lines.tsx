import { Anchor, Button, Checkbox, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { kindWords } from '#domain/commissions/commission-words.ts'
import type { CommissionStatement } from '#domain/commissions/commissionstatement.ts'
import {
  commissionstatementCalls,
  type StatementLine,
} from '#domain/commissions/commissionstatement-calls.ts'
import { wentBackPart } from '#domain/commissions/went-back-words.ts'
import { formatDay, formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { Pager, usePage } from '#web/kit/list/page-of-rows.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { type Selection, toggled } from '#web/kit/list/selection.ts'
import { forgetStatements, linesQuery } from './statement-query.ts'
import classes from './statement-screen.module.css'
import { WaitingLines } from './waiting-lines.tsx'

type Row = CommissionStatement & { version: number }

/** What stands on a statement, line by line, each with the way to its invoice. */
export function StatementLines({ row }: { row: Row }) {
  const { data, isPending, error, refetch } = useQuery(linesQuery(row.id))
  const isDraft = row.statement_status === 'draft'
  return (
    <>
      <Paper component="section" aria-label="Lines">
        {isPending && <Skeleton height={160} />}
        {error && <Trouble cause={error} onRetry={() => void refetch()} />}
        {data && <Lines row={row} lines={data} isDraft={isDraft} />}
      </Paper>
      {isDraft && data && <WaitingLines row={row} lines={data} />}
    </>
  )
}

function Lines({ row, lines, isDraft }: { row: Row; lines: StatementLine[]; isDraft: boolean }) {
  const [selection, setSelection] = useState<Selection>({})
  const [isAsking, setIsAsking] = useState(false)
  const page = usePage(lines)
  const chosen = lines.filter(({ id }) => selection[id]).map(({ id }) => id)
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{plural(lines.length, 'line')}</Title>
        {isDraft && lines.length > 0 && (
          <Button
            variant="default"
            disabled={chosen.length === 0}
            onClick={() => setIsAsking(true)}
          >
            Leave out{chosen.length > 0 ? ` ${chosen.length}` : ''}
          </Button>
        )}
      </Group>
      {lines.length === 0 ? (
        <Text size="sm" c="dimmed">
          {row.statement_status === 'cancelled'
            ? 'Its earnings wait for another statement; the PDF has what it said.'
            : 'Nothing is left on it. Take something in, or delete the draft.'}
        </Text>
      ) : (
        <PlainTable
          label="Lines"
          columns={[
            isDraft &&
              tickColumn<StatementLine>(selection, setSelection, (line) => line.invoice_number),
            ...lineColumns,
            !isDraft && takenBack,
          ]}
          rows={page.rows}
          keyOf={({ id }) => id}
        />
      )}
      <Pager pager={page.pager} />
      <ReasonDialog
        action={
          isAsking
            ? {
                title: 'Leave out of this statement?',
                text: `${plural(chosen.length, 'line')} will wait for the next statement.`,
                button: 'Leave out',
                call: commissionstatementCalls.leaveout,
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
    </>
  )
}

/** A box before each line, which says what it is of. */
export function tickColumn<R extends { id: number; amount: string }>(
  selection: Selection,
  onChange: (next: Selection) => void,
  invoiceOf: (row: R) => string | null,
): Column<R> {
  return {
    heading: 'Chosen',
    isHeadingHidden: true,
    width: 34,
    cell: (row) => (
      <Checkbox
        size="xs"
        aria-label={`Choose ${invoiceOf(row) ?? 'the line'}, ${formatMoney(row.amount)}`}
        checked={selection[row.id] === true}
        onChange={() => onChange(toggled(selection, row.id))}
      />
    ),
  }
}

const text = (value: string | null) => value || '—'
const percent = (value: string | null) => (value === null ? '—' : `${value} %`)

function rateOf({ rate, rate_unit }: StatementLine): string {
  if (rate === null) return '—'
  return rate_unit === 'percent' ? percent(rate) : formatMoney(rate)
}

const lineColumns: Column<StatementLine>[] = [
  {
    heading: 'For',
    cell: ({ kind, reason }) => (
      <>
        {kindWords[kind]}
        {kind === 'correction' && reason && (
          <Text size="xs" c="dimmed">
            {reason}
          </Text>
        )}
      </>
    ),
  },
  {
    heading: 'Customer',
    cell: ({ customer_id, customer }) =>
      customer_id === null ? (
        '—'
      ) : (
        <Anchor component={Link} to={`/app/customer/details?id=${customer_id}`} size="sm">
          {text(customer)}
        </Anchor>
      ),
  },
  {
    heading: 'Invoice',
    cell: ({ invoice_id, invoice_number }) =>
      invoice_id === null ? (
        '—'
      ) : (
        <Anchor
          component={Link}
          to={`/app/invoice/edit?id=${invoice_id}&tab=bill`}
          size="sm"
          className={classes.line ?? ''}
        >
          {text(invoice_number)}
        </Anchor>
      ),
  },
  {
    heading: 'Period',
    cell: ({ period_start, period_end }) =>
      period_start ? (
        <span className={classes.line}>
          {formatDay(period_start)} – {formatDay(period_end)}
        </span>
      ) : (
        '—'
      ),
  },
  {
    heading: 'Earned on',
    cell: ({ cleared_on, bank_confirmed }) => (
      <>
        {text(formatDay(cleared_on))}
        {bank_confirmed && (
          <Text size="xs" c="dimmed">
            Bank-confirmed
          </Text>
        )}
      </>
    ),
  },
  {
    heading: 'Base',
    isNumber: true,
    cell: ({ base }) => (base === null ? '—' : <Money value={base} />),
  },
  { heading: 'Share', isNumber: true, cell: ({ share_percent }) => percent(share_percent) },
  { heading: 'Rate', isNumber: true, cell: rateOf },
  {
    heading: 'Amount',
    isNumber: true,
    isStrong: true,
    cell: ({ amount }) => <Money value={amount} />,
  },
  { heading: 'Corrects', cell: ({ corrects }) => text(corrects) },
]

function takenBackOn({ amount, taken_back, taken_back_on }: StatementLine): string {
  if (!taken_back || !taken_back_on) return '—'
  const part = wentBackPart(amount, taken_back)
  return `${formatDayShort(taken_back_on)}${part ? ` (${part})` : ''}`
}

const takenBack: Column<StatementLine> = {
  heading: 'Taken back on',
  cell: takenBackOn,
}
