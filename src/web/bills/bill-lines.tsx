import { Text } from '@mantine/core'
import type { PrintedLine } from '#domain/bills/bill-recalculation.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { round2 } from '#domain/kit/rounding.ts'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import classes from '#web/pricing/line-table.module.css'
import { plainNumber, rateText, unitText } from '#web/pricing/line-table.tsx'

const columns: Column<PrintedLine>[] = [
  {
    heading: 'Charge',
    cell: ({ name, discountable }) => (
      <>
        <span className={classes.name}>{name}</span>{' '}
        <span className={classes.quiet}>{discountable ? '' : 'no discount'}</span>
      </>
    ),
  },
  {
    heading: 'Quantity',
    isNumber: true,
    cell: ({ quantity, unit }) =>
      `${plainNumber(quantity)} ${unitText({ unit: unit ?? 'each', quantity })}`,
  },
  { heading: 'Rate', isNumber: true, cell: ({ rate }) => rateText(rate) },
  {
    heading: 'Amount',
    isNumber: true,
    isStrong: true,
    cell: ({ quantity, rate, amount }) =>
      formatMoney(amount ?? round2(new Exact(quantity).times(rate))),
  },
]

/** The supplier's own lines; amounts without GST. */
export function BillLines({ lines }: { lines: readonly PrintedLine[] }) {
  if (lines.length === 0) {
    return (
      <Text size="sm" c="dimmed" p="md">
        No lines yet.
      </Text>
    )
  }
  return (
    <PlainTable
      label="Lines of the bill"
      look="tinted"
      spacing="sm"
      columns={columns}
      rows={lines}
      keyOf={(_, place) => place}
    />
  )
}
