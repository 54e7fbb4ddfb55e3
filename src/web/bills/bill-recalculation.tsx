import { Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type {
  BillRecalculation,
  CountedUse,
  RecalculatedLine,
} from '#domain/bills/bill-recalculation.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import table from '#web/pricing/line-table.module.css'
import { plainNumber, rateText, unitText } from '#web/pricing/line-table.tsx'
import { BillCheckList } from './bill-check-list.tsx'
import classes from './bill-recalculation.module.css'
import { findingsQuery } from './bill-recalculation-query.ts'

/** The checks of a bill, and the bill beside what our buy rates and readings say. */
export function BillRecalculationPanel({ id }: { id: number }) {
  const query = useQuery(findingsQuery(id))
  if (query.isPending) return <Skeleton height={160} radius="lg" />
  if (query.isError) return <Trouble cause={query.error} onRetry={() => void query.refetch()} />
  const { validations, recalculation } = query.data
  return (
    <>
      <Paper component="section">
        <Title order={2} mb="sm">
          Checks
        </Title>
        <BillCheckList checks={validations} />
      </Paper>
      {recalculation && <Recalculation found={recalculation} />}
    </>
  )
}

function Recalculation({ found }: { found: BillRecalculation }) {
  const words = found.isWithin
    ? `Within the tolerance of $${formatMoney(found.tolerance)}.`
    : `More than the tolerance of $${formatMoney(found.tolerance)} apart.`
  return (
    <Paper component="section" p={0}>
      <div className={classes.head}>
        <Title order={2}>Recalculation</Title>
        <Text size="xs" c="dimmed">
          By our buy rates and readings, without GST and before any discount. {words}
        </Text>
      </div>
      <PlainTable
        label="The supplier’s lines and ours"
        look="tinted"
        rows={found.lines}
        keyOf={(line) => `${line.name} ${line.from} ${line.ours === null}`}
        columns={columnsOf(found)}
      />
    </Paper>
  )
}

function columnsOf(found: BillRecalculation): Column<RecalculatedLine>[] {
  // Said only where the lines differ; the bill has its period anyway.
  const hasDays = new Set(found.lines.map(({ from, to }) => `${from} ${to}`)).size > 1
  return [
    { heading: 'Charge', cell: (line) => <Named line={line} hasDays={hasDays} />, foot: 'Total' },
    { heading: 'Quantity', isNumber: true, className: table.wide, cell: quantities },
    { heading: 'Rate', isNumber: true, className: table.wide, cell: rates },
    {
      heading: 'Supplier',
      isNumber: true,
      cell: ({ supplier }) => (supplier ? formatMoney(supplier.amount) : '–'),
      foot: formatMoney(found.supplier_total),
    },
    {
      heading: 'Ours',
      isNumber: true,
      cell: ({ ours }) => (ours ? formatMoney(ours.amount) : '–'),
      foot: formatMoney(found.our_total),
    },
    {
      heading: 'Difference',
      isNumber: true,
      cell: (line) => <Difference value={line.amount_difference} isWithin={line.isWithin} />,
      foot: <Difference value={found.difference} isWithin={found.isWithin} />,
    },
  ]
}

const quantityText = ({ unit }: RecalculatedLine, { quantity }: CountedUse) =>
  `${plainNumber(quantity)} ${unitText({ unit, quantity })}`

function Named({ line, hasDays }: { line: RecalculatedLine; hasDays: boolean }) {
  const product = (side: CountedUse) => `${quantityText(line, side)} × ${rateText(side.rate)}`
  return (
    <>
      <span className={table.name}>{line.name}</span>
      <span className={classes.ours}>{aside(line, hasDays)}</span>
      {line.supplier && <span className={classes.small}>{product(line.supplier)}</span>}
      {line.ours && <span className={classes.small}>ours {product(line.ours)}</span>}
    </>
  )
}

/** Our figure is said only where it is another one. */
function isOther({ supplier, ours }: RecalculatedLine, name: 'quantity' | 'rate'): boolean {
  return !(supplier && ours && new Exact(supplier[name]).eq(ours[name]))
}

function quantities(line: RecalculatedLine) {
  const { supplier, ours } = line
  return (
    <>
      {supplier ? quantityText(line, supplier) : '–'}
      {ours && isOther(line, 'quantity') && (
        <span className={classes.ours}>ours {quantityText(line, ours)}</span>
      )}
    </>
  )
}

function rates(line: RecalculatedLine) {
  const { supplier, ours } = line
  return (
    <>
      {supplier ? rateText(supplier.rate) : '–'}
      {ours && isOther(line, 'rate') && (
        <span className={classes.ours}>ours {rateText(ours.rate)}</span>
      )}
    </>
  )
}

function Difference({ value, isWithin }: { value: string; isWithin: boolean }) {
  return <span className={isWithin ? undefined : classes.off}>{formatMoney(value)}</span>
}

function aside(line: RecalculatedLine, hasDays: boolean): string {
  const days =
    hasDays && line.from && line.to ? `${formatDay(line.from)} – ${formatDay(line.to)}` : ''
  const missing =
    line.missing_days > 0 ? `${plural(line.missing_days, 'day')} without readings` : ''
  const notes = [
    days,
    line.supplier ? '' : 'not on the bill',
    line.ours ? '' : 'not in our buy rates',
    missing,
    line.isEstimated ? 'partly estimated' : '',
  ]
  return notes.filter(Boolean).join(' · ')
}
