import { Anchor, Paper, Title } from '@mantine/core'
import { Link } from 'react-router'
import { formatDay } from '#domain/kit/calendar.ts'
import type { InvoicePayment } from '#domain/payments/payment.ts'
import { DebitChip } from '#web/directdebit/debit-chip.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import type { Titles } from '#web/kit/session/api.ts'
import classes from './debit-history.module.css'

interface Props {
  rows: readonly InvoicePayment[]
  titles: Titles
}

/** Every debit of the customer, with what the bank said of it. */
export function DebitHistory({ rows, titles }: Props) {
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        Debits
      </Title>
      <PlainTable
        label="Debits"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { heading: 'Day', cell: ({ charge_date }) => formatDay(charge_date) },
          {
            heading: 'For',
            className: classes.whole,
            cell: (one) => (
              <Anchor component={Link} to={`/app/invoicepayment?id=${one.id}`} size="sm">
                {titles.invoice?.[String(one.invoice_id)] ?? one.reference ?? `Debit ${one.id}`}
              </Anchor>
            ),
          },
          {
            heading: 'Amount',
            isNumber: true,
            isStrong: true,
            cell: (one) => <Money value={one.amount_incl_gst} />,
          },
          {
            heading: 'How it stands',
            className: classes.whole,
            cell: (one) => <DebitChip debit={one} isWhole />,
          },
          { heading: 'Attempt', isNumber: true, cell: ({ attempt }) => attempt ?? 1 },
          {
            heading: 'What the bank says',
            className: classes.whole,
            cell: ({ debit_words }) => debit_words ?? '',
          },
        ]}
      />
    </Paper>
  )
}
