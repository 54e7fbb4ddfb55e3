import { Text } from '@mantine/core'
import type { LineDifference } from '#domain/invoices/invoice-difference.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import table from '#web/pricing/line-table.module.css'
import { periodText, plainNumber, rateText, unitText } from '#web/pricing/line-table.tsx'
import classes from './difference-table.module.css'

/** Two versions of an invoice, line by line; what stays as it was is only counted. */
export function DifferenceTable({ lines }: { lines: readonly LineDifference[] }) {
  const changed = lines.filter(isChanged)
  const same = lines.length - changed.length
  return (
    <>
      {changed.length > 0 && (
        <PlainTable
          label="Lines before and now"
          spacing={4}
          rows={changed}
          keyOf={(line, place) => `${line.connection} ${line.name} ${place}`}
          columns={columns}
        />
      )}
      {same > 0 && (
        <Text size="xs" c="dimmed">
          {changed.length === 0
            ? `All lines stay as they are: ${same}.`
            : `${plural(same, 'line')} as before.`}
        </Text>
      )}
    </>
  )
}

export function isChanged({ before, now }: LineDifference): boolean {
  if (!before || !now) return true
  const names = ['quantity', 'rate', 'amount'] as const
  return names.some((name) => !new Exact(before[name]).eq(now[name]))
}

const money = (side: LineDifference['now']) => (side ? formatMoney(side.amount) : '–')

const columns: Column<LineDifference>[] = [
  { heading: 'Charge', isRowHeading: true, cell: (line) => <Named line={line} /> },
  { heading: 'Before', isNumber: true, cell: ({ before }) => money(before) },
  { heading: 'Now', isNumber: true, cell: ({ now }) => money(now) },
  {
    heading: 'Difference',
    isNumber: true,
    isStrong: true,
    cell: ({ difference }) => signed(difference),
  },
]

function Named({ line }: { line: LineDifference }) {
  const aside = [periodText(line), line.isByHand ? 'by hand' : '', wordsOf(line)]
  return (
    <>
      <span className={table.name}>{line.name}</span>
      <span className={classes.aside}>{aside.filter(Boolean).join(' · ')}</span>
    </>
  )
}

/** 500 instead of 600 kWh, at 0.2500 instead of 0.2310: only what is another one. */
function wordsOf({ before, now, unit }: LineDifference): string {
  if (!before) return 'new'
  if (!now) return 'no longer charged'
  const isOther = (name: 'quantity' | 'rate') => !new Exact(before[name]).eq(now[name])
  const { quantity } = now
  return [
    isOther('quantity')
      ? `${plainNumber(quantity)} instead of ${plainNumber(before.quantity)} ${unitText({ unit, quantity })}`
      : '',
    isOther('rate') ? `at ${rateText(now.rate)} instead of ${rateText(before.rate)}` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

export function signed(amount: string): string {
  return amount.startsWith('-') || amount === '0.00'
    ? formatMoney(amount)
    : `+${formatMoney(amount)}`
}
