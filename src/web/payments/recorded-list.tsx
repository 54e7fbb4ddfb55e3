import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { cents, formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import type { RecordedPayment } from '#domain/payments/invoicepayment-calls.ts'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import type { OpenInvoice } from './open-invoices.ts'

interface Props {
  recorded: readonly RecordedPayment[]
  invoices: readonly OpenInvoice[]
  onClose: () => void
}

/** Where the money of each payment went. */
export function RecordedList({ recorded, invoices, onClose }: Props) {
  const named = new Map(invoices.map((one) => [one.id, one]))
  const columns: Column<RecordedPayment>[] = [
    {
      heading: 'Payment',
      isRowHeading: true,
      cell: ({ id, invoice_id }) => {
        const invoice = named.get(invoice_id ?? 0)
        return (
          <Anchor component={Link} to={`/app/invoicepayment?id=${id}`} size="sm">
            {invoice ? `${invoice.customer}, ${invoice.name}` : `Payment ${id}`}
          </Anchor>
        )
      },
    },
    {
      heading: 'On invoices',
      isNumber: true,
      cell: ({ allocated_amount }) => formatMoney(allocated_amount),
    },
    {
      heading: 'Credit',
      isNumber: true,
      cell: ({ unallocated_amount }) =>
        cents(unallocated_amount) === 0 ? '–' : formatMoney(unallocated_amount),
    },
    {
      heading: 'To look at',
      cell: ({ is_repeated }) =>
        is_repeated ? 'One of the same day, amount and reference is there already.' : '',
    },
  ]
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600} role="status">
        {plural(recorded.length, 'payment')} recorded.
      </Text>
      <PlainTable
        label="Recorded payments"
        columns={columns}
        rows={recorded}
        keyOf={({ id }) => id}
      />
      <Group justify="flex-end">
        <Button data-autofocus onClick={onClose}>
          Ok
        </Button>
      </Group>
    </Stack>
  )
}
