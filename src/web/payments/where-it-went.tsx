import { Anchor, Button, Paper, Skeleton, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Allocation } from '#domain/books/allocation-calls.ts'
import { Exact } from '#domain/kit/decimal.ts'
import type { AvailableAction } from '#domain/kit/machine.ts'
import { invoicepaymentCalls } from '#domain/payments/invoicepayment-calls.ts'
import type { InvoicePayment } from '#domain/payments/payment.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { allocationsQuery } from '#web/invoices/invoice-queries.ts'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { WideTable } from '#web/kit/list/wide-table.tsx'
import { send } from '#web/kit/session/send.ts'

interface Props {
  row: InvoicePayment
  actions: readonly AvailableAction[]
}

/** Where the money went: the invoices it lies on, what is credit, and what was paid back. */
export function WhereItWent({ row, actions }: Props) {
  const { data, isPending } = useQuery(allocationsQuery({ invoicepayment_id: row.id }))
  const mayTakeOff = actions.some((one) => one.action === 'unallocate' && one.allowed)
  if (isPending) return <Skeleton height={120} radius="lg" />
  const rest: [string, string | null][] = [
    ['Credit left', row.unallocated_amount],
    ['Paid back', row.refunded_amount],
  ]
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        Where the money went
      </Title>
      <WideTable label="Where the money went">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>To</Table.Th>
            <Table.Th>Put there</Table.Th>
            <Table.Th ta="right">Amount</Table.Th>
            <Table.Th aria-label="Take off" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(data ?? []).map((one) => (
            <Table.Tr key={`${one.invoice_id} ${one.is_manual}`}>
              <Table.Td>
                <Anchor component={Link} to={`/app/invoice/edit?id=${one.invoice_id}`} size="sm">
                  {one.invoice_number ?? `Invoice ${one.invoice_id}`}
                </Anchor>
              </Table.Td>
              <Table.Td>{one.is_manual ? 'By hand' : 'By itself'}</Table.Td>
              <Table.Td ta="right" fw={600}>
                <Money value={one.amount} />
              </Table.Td>
              <Table.Td ta="right">
                {one.is_manual && mayTakeOff && <TakeOff row={row} one={one} />}
              </Table.Td>
            </Table.Tr>
          ))}
          {rest.flatMap(([label, amount]) =>
            amount && !new Exact(amount).isZero()
              ? [
                  <Table.Tr key={label}>
                    <Table.Td>{label}</Table.Td>
                    <Table.Td />
                    <Table.Td ta="right" fw={600}>
                      <Money value={amount} />
                    </Table.Td>
                    <Table.Td />
                  </Table.Tr>,
                ]
              : [],
          )}
        </Table.Tbody>
      </WideTable>
      {row.cancelled && (
        <Text size="sm" c="dimmed" mt="xs">
          The payment was cancelled: nothing of it counts any more.
        </Text>
      )}
    </Paper>
  )
}

function TakeOff({ row, one }: { row: InvoicePayment; one: Allocation }) {
  async function run() {
    try {
      const body = { id: row.id, version: row.version, invoice_id: one.invoice_id }
      toast((await send(invoicepaymentCalls.unallocate, body)).message)
    } catch (cause) {
      toastProblem(cause)
    } finally {
      await forgetMoney()
    }
  }
  return (
    <Button
      variant="subtle"
      aria-label={`Take off ${one.invoice_number ?? 'the invoice'}`}
      onClick={() => void run()}
    >
      Take off
    </Button>
  )
}
