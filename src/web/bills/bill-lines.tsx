import { Table, Text } from '@mantine/core'
import type { PrintedLine } from '#domain/bills/bill-recalculation.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { formatMoney, round2 } from '#domain/kit/money.ts'
import { WideTable } from '#web/kit/list/wide-table.tsx'
import classes from '#web/pricing/line-table.module.css'
import { plainNumber, rateText, unitText } from '#web/pricing/line-table.tsx'

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
    <WideTable label="Lines of the bill" horizontalSpacing="sm">
      <Table.Thead className={classes.head ?? ''}>
        <Table.Tr>
          <Table.Th>Charge</Table.Th>
          <Table.Th className={classes.number ?? ''}>Quantity</Table.Th>
          <Table.Th className={classes.number ?? ''}>Rate</Table.Th>
          <Table.Th className={classes.number ?? ''}>Amount</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map(({ name, quantity, rate, unit, discountable }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bill's lines have no other name
          <Table.Tr key={place}>
            <Table.Td>
              <span className={classes.name}>{name}</span>{' '}
              <span className={classes.quiet}>{discountable ? '' : 'no discount'}</span>
            </Table.Td>
            <Table.Td className={classes.number ?? ''}>
              {plainNumber(quantity)} {unitText({ unit: unit ?? 'each', quantity })}
            </Table.Td>
            <Table.Td className={classes.number ?? ''}>{rateText(rate)}</Table.Td>
            <Table.Td className={classes.strong ?? ''}>
              {formatMoney(round2(new Exact(quantity).times(rate)))}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}
