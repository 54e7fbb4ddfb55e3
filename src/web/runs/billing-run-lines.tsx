import { Anchor, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from 'react-router'
import { formatDay } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import type { DryLine, ItemStatus, ListedRunItem } from '#domain/runs/run-lines.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import classes from './billing-run.module.css'

const shownAtMost = 200

const words: Record<ItemStatus, string> = {
  waiting: 'Waiting',
  made: 'Draft',
  approved: 'Approved',
  sent: 'Sent',
  failed: 'Left out',
}

type Line = DryLine | ListedRunItem
const isItem = (line: Line): line is ListedRunItem => 'item_status' in line
const obstacleOf = (line: Line) => (isItem(line) ? line.message : line.exception)

/** The contracts of a run, those that need somebody first. */
export function BillingRunLines({ lines, total }: { lines: readonly Line[]; total?: number }) {
  const weight = (line: Line) => (obstacleOf(line) ? 2 : 0) + (line.warnings.length > 0 ? 1 : 0)
  const shown = [...lines].sort((a, b) => weight(b) - weight(a)).slice(0, shownAtMost)
  const more = (total ?? lines.length) - shown.length
  const isSmall = useMediaQuery('screen and (max-width: 959px)') ?? false
  return (
    <>
      <PlainTable
        label="Contracts of the run"
        columns={isSmall ? smallColumns : wideColumns}
        rows={shown}
        keyOf={(line) => line.contract_id}
      />
      {more > 0 && (
        <Text size="xs" c="dimmed" mt={6}>
          And {plural(more, 'more', 'more')}.
        </Text>
      )}
    </>
  )
}

const amount = (value: string | null) => (value === null ? '–' : formatMoney(value))

function Customer({ line }: { line: Line }) {
  return (
    <Anchor component={Link} to={`/app/customer/details?id=${line.customer_id}`} size="sm">
      {line.customer_name ?? `Customer ${line.customer_id}`}
    </Anchor>
  )
}

const daysOf = (line: Line) => `${formatDay(line.period_start)} – ${formatDay(line.period_end)}`

const wideColumns: Column<Line>[] = [
  { heading: 'Customer', cell: (line) => <Customer line={line} /> },
  { heading: 'Contract', cell: (line) => line.contract_number },
  { heading: 'Period', className: classes.days, cell: daysOf },
  {
    heading: 'In time',
    isNumber: true,
    cell: (line) => amount(line.discounted_total_this_period),
  },
  {
    heading: 'Later',
    isNumber: true,
    cell: (line) => amount(line.undiscounted_total_this_period),
  },
  { heading: 'State', cell: (line) => <State line={line} /> },
]

/** The same where there is room for the amount only beside what it is about. */
const smallColumns: Column<Line>[] = [
  {
    heading: 'Contract',
    cell: (line) => (
      <>
        <Customer line={line} />
        <div className={classes.quiet}>
          {line.contract_number}, {daysOf(line)}
        </div>
        <State line={line} />
      </>
    ),
  },
  {
    heading: 'In time',
    isNumber: true,
    cell: (line) => {
      const inTime = amount(line.discounted_total_this_period)
      const later = amount(line.undiscounted_total_this_period)
      return (
        <>
          {inTime}
          {later !== inTime && <div className={classes.quiet}>later {later}</div>}
        </>
      )
    },
  },
]

function State({ line }: { line: Line }) {
  const obstacle = obstacleOf(line)
  const status = isItem(line) ? line.item_status : obstacle ? 'failed' : null
  return (
    <div className={classes.state}>
      {status && <StatusChip value={toneWord[status]} label={words[status]} />}
      {isItem(line) && line.invoice_id && (
        <Anchor component={Link} to={`/app/invoice/edit?id=${line.invoice_id}`} size="sm">
          {line.invoice_number ?? 'Open draft'}
        </Anchor>
      )}
      {obstacle && <span>{obstacle}</span>}
      {isItem(line) && line.left_out && <span>Left out: {line.left_out}</span>}
      {line.warnings.map((warning) => (
        <span key={warning.code} className={classes.quiet}>
          {warning.code} {warning.message}
        </span>
      ))}
      {!status && line.warnings.length === 0 && <span>Ready</span>}
    </div>
  )
}

// The tones of the words the kit knows.
const toneWord: Record<ItemStatus, string> = {
  waiting: 'waiting',
  made: 'draft',
  approved: 'approved',
  sent: 'invoiced',
  failed: 'failed',
}
