import { Checkbox, Text, TextInput } from '@mantine/core'
import { parseDecimal } from '#domain/kit/decimal-text.ts'
import { cents, formatMoney, sumCents, toDecimalString } from '#domain/kit/money.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import classes from './chosen-rows.module.css'
import type { PaymentRow } from './open-invoices.ts'

interface Props {
  rows: readonly PaymentRow[]
  chosen: readonly PaymentRow[]
  set: (id: number, next: Partial<PaymentRow>) => void
  /** What is done with them, and what they are for. */
  words?: readonly [verb: string, what: string]
  errorOf: (field: string) => string | undefined
}

const isAmount = (text: string) => parseDecimal(text, 2) !== null

/** What they come to; what is no amount yet counts for nothing. */
export function sumOf(rows: readonly PaymentRow[]): string {
  const amounts = rows.filter(({ amount }) => isAmount(amount)).map(({ amount }) => cents(amount))
  return formatMoney(toDecimalString(sumCents(amounts)))
}

/** Amount and day of each payment, filled with what is owed, changed where it came otherwise. */
export function ChosenRows({ rows, chosen, set, words, errorOf }: Props) {
  const [verb, what] = words ?? ['Record', 'Invoice']
  // What the server says of one is said by its place among those that were sent.
  const errorAt = (row: PaymentRow, field: string) =>
    errorOf(`payments.${chosen.indexOf(row)}.${field}`)
  const columns: Column<PaymentRow>[] = [
    {
      heading: verb,
      cell: (row) => (
        <Checkbox
          aria-label={`${verb} ${row.name}`}
          checked={row.isChosen}
          onChange={(event) => set(row.id, { isChosen: event.currentTarget.checked })}
        />
      ),
    },
    {
      heading: what,
      isRowHeading: true,
      cell: ({ name, customer }) => (
        <>
          <Text size="sm">{customer}</Text>
          <Text size="xs" c="dimmed">
            {name}
          </Text>
        </>
      ),
    },
    { heading: 'Still owed', isNumber: true, cell: ({ balance }) => formatMoney(balance) },
    {
      heading: 'Amount',
      cell: (row) => (
        <TextInput
          className={classes.bare ?? ''}
          inputMode="decimal"
          aria-label={`Amount for ${row.name}`}
          value={row.amount}
          error={errorAt(row, 'amount_incl_gst')}
          disabled={!row.isChosen}
          onChange={(event) => set(row.id, { amount: event.currentTarget.value })}
          onBlur={() => set(row.id, { amount: parseDecimal(row.amount, 2) ?? row.amount })}
        />
      ),
    },
    {
      heading: 'Payment date',
      cell: (row) => (
        <div className={classes.bare}>
          <DayInput
            id={`date-${row.id}`}
            label={`Payment date for ${row.name}`}
            value={row.date}
            error={errorAt(row, 'payment_date')}
            disabled={!row.isChosen}
            onChange={(date) => set(row.id, { date: date ?? '' })}
          />
        </div>
      ),
    },
  ]
  return <PlainTable label="Payments" columns={columns} rows={rows} keyOf={({ id }) => id} />
}
