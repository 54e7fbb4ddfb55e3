import type { ReactNode } from 'react'
import { formatMoney } from '#domain/kit/money.ts'
import { type AgedAmounts, type AgedColumn, agedColumns } from '#domain/reports/aged-calls.ts'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import classes from './aged-table.module.css'

const labels: Record<AgedColumn, string> = {
  current: 'Not yet due',
  days_1_30: '1–30 days',
  days_31_60: '31–60 days',
  days_61_90: '61–90 days',
  days_over_90: 'Over 90 days',
  credit: 'Credit',
  total: 'Total',
}

interface Props<R extends AgedAmounts> {
  label: string
  /** Whom a row is about. */
  heading: string
  name: (row: R) => ReactNode
  rows: readonly R[]
  totals: AgedAmounts
  keyOf: (row: R) => string
}

/** What is owed by how long it has been due, with its totals below. */
export function AgedTable<R extends AgedAmounts>(props: Props<R>) {
  const { label, heading, name: nameOf, rows, totals, keyOf } = props
  return (
    <PlainTable
      label={label}
      spacing="md"
      rows={rows}
      keyOf={keyOf}
      columns={[
        {
          heading,
          isRowHeading: true,
          className: classes.name,
          cell: nameOf,
          foot: 'Everybody',
        },
        ...agedColumns.map(
          (name): Column<R> => ({
            heading: labels[name],
            isNumber: true,
            isStrong: name === 'total',
            cell: (row) => <Amount name={name} amount={row[name]} />,
            foot: <Amount name={name} amount={totals[name]} isTotal />,
          }),
        ),
      ]}
    />
  )
}

function Amount(props: { name: string; amount: string; isTotal?: boolean }) {
  const { name, amount, isTotal = false } = props
  if (amount === '0.00' && !isTotal) return '–'
  const isLate = name === 'days_over_90' && amount !== '0.00'
  return <span className={isLate ? classes.late : undefined}>{formatMoney(amount)}</span>
}
