import { Paper, Skeleton, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type {
  BillRecalculation,
  Counted,
  RecalculatedLine,
} from '#domain/bills/bill-recalculation.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { WideTable } from '#web/kit/list/wide-table.tsx'
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
  // Said only where the lines differ; the bill has its period anyway.
  const hasDays = new Set(found.lines.map(({ from, to }) => `${from} ${to}`)).size > 1
  return (
    <Paper component="section" p={0}>
      <div className={classes.head}>
        <Title order={2}>Recalculation</Title>
        <Text size="xs" c="dimmed">
          By our buy rates and readings, without GST and before any discount. {words}
        </Text>
      </div>
      <WideTable label="The supplier’s lines and ours" horizontalSpacing="xs">
        <Table.Thead className={table.head ?? ''}>
          <Table.Tr>
            <Table.Th>Charge</Table.Th>
            <Table.Th className={table.wideNumber ?? ''}>Quantity</Table.Th>
            <Table.Th className={table.wideNumber ?? ''}>Rate</Table.Th>
            <Table.Th className={table.number ?? ''}>Supplier</Table.Th>
            <Table.Th className={table.number ?? ''}>Ours</Table.Th>
            <Table.Th className={table.number ?? ''}>Difference</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {found.lines.map((line) => (
            <LineRow
              key={`${line.name} ${line.from} ${line.ours === null}`}
              line={line}
              hasDays={hasDays}
            />
          ))}
          <Table.Tr className={classes.total ?? ''}>
            <Table.Td>Total</Table.Td>
            <Table.Td className={table.wideNumber ?? ''} />
            <Table.Td className={table.wideNumber ?? ''} />
            <Table.Td className={table.number ?? ''}>{formatMoney(found.supplier_total)}</Table.Td>
            <Table.Td className={table.number ?? ''}>{formatMoney(found.our_total)}</Table.Td>
            <Difference value={found.difference} isWithin={found.isWithin} />
          </Table.Tr>
        </Table.Tbody>
      </WideTable>
    </Paper>
  )
}

function LineRow({ line, hasDays }: { line: RecalculatedLine; hasDays: boolean }) {
  const { supplier, ours } = line
  const quantity = (side: Counted) =>
    `${plainNumber(side.quantity)} ${unitText({ unit: line.unit, quantity: side.quantity })}`
  const product = (side: Counted) => `${quantity(side)} × ${rateText(side.rate)}`
  const isSame = (name: 'quantity' | 'rate') =>
    supplier && ours && new Exact(supplier[name]).eq(ours[name])
  return (
    <Table.Tr>
      <Table.Td>
        <span className={table.name}>{line.name}</span>
        <span className={classes.ours}>{aside(line, hasDays)}</span>
        {supplier && <span className={classes.small}>{product(supplier)}</span>}
        {ours && <span className={classes.small}>ours {product(ours)}</span>}
      </Table.Td>
      <Table.Td className={table.wideNumber ?? ''}>
        {supplier ? quantity(supplier) : '–'}
        {ours && !isSame('quantity') && <span className={classes.ours}>ours {quantity(ours)}</span>}
      </Table.Td>
      <Table.Td className={table.wideNumber ?? ''}>
        {supplier ? rateText(supplier.rate) : '–'}
        {ours && !isSame('rate') && (
          <span className={classes.ours}>ours {rateText(ours.rate)}</span>
        )}
      </Table.Td>
      <Table.Td className={table.number ?? ''}>
        {supplier ? formatMoney(supplier.amount) : '–'}
      </Table.Td>
      <Table.Td className={table.number ?? ''}>{ours ? formatMoney(ours.amount) : '–'}</Table.Td>
      <Difference value={line.amount_difference} isWithin={line.isWithin} />
    </Table.Tr>
  )
}

function Difference({ value, isWithin }: { value: string; isWithin: boolean }) {
  return (
    <Table.Td className={`${table.number ?? ''} ${isWithin ? '' : classes.off}`}>
      {formatMoney(value)}
    </Table.Td>
  )
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
