import { Anchor, Button, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Allocation } from '#domain/books/allocation-calls.ts'
import { Exact } from '#domain/kit/decimal.ts'
import type { AvailableAction } from '#domain/kit/machine.ts'
import { invoicepaymentCalls } from '#domain/payments/invoicepayment-calls.ts'
import type { InvoicePayment } from '#domain/payments/payment.ts'
import { allocationsQuery } from '#web/books/allocations-query.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { numberOf, pathTo } from '#web/books/money-places.ts'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { send } from '#web/kit/session/send.ts'

interface Props {
  row: InvoicePayment
  actions: readonly AvailableAction[]
}

/** Where the money went: what it lies on, what is credit, and what was paid back. */
export function WhereItWent({ row, actions }: Props) {
  const { data, isPending } = useQuery(allocationsQuery({ invoicepayment_id: row.id }))
  const mayTakeOff = actions.some((one) => one.action === 'unallocate' && one.allowed)
  if (isPending) return <Skeleton height={120} radius="lg" />
  const places = [
    ...(data ?? []).map(placeOf),
    ...restOf('Credit left', row.unallocated_amount),
    ...restOf('Paid back', row.refunded_amount),
  ]
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        Where the money went
      </Title>
      {places.length > 0 && (
        <PlainTable
          label="Where the money went"
          rows={places}
          keyOf={({ key }) => key}
          columns={[
            { heading: 'To', cell: (place) => place.to },
            { heading: 'Put there', cell: (place) => place.how },
            {
              heading: 'Amount',
              isNumber: true,
              isStrong: true,
              cell: (place) => <Money value={place.amount} />,
            },
            {
              heading: 'Take off',
              isHeadingHidden: true,
              isNumber: true,
              cell: ({ one }) => one && mayTakeOff && <TakeOff row={row} one={one} />,
            },
          ]}
        />
      )}
      {isVoid(row) && (
        <Text size="sm" c="dimmed" mt="xs">
          {whyVoid(row)}: nothing of it counts any more.
        </Text>
      )}
    </Paper>
  )
}

function whyVoid({ cancelled, debit_state }: InvoicePayment): string {
  if (cancelled) return `The ${debit_state ? 'debit' : 'payment'} was cancelled`
  return debit_state === 'failed' ? 'The bank did not honour it' : 'The bank took the payment back'
}

const isVoid = ({ cancelled, payment_status }: InvoicePayment) =>
  cancelled || payment_status === 'failed'

/** A line of the table: what the money lies on, or what lies on nothing. */
interface Place {
  key: string
  to: ReactNode
  how: string
  amount: string
  one: Allocation | null
}

function placeOf(one: Allocation): Place {
  const { invoice_id, adjustment_id, is_manual, amount } = one
  const to = (
    <Anchor component={Link} to={pathTo(one)} size="sm">
      {numberOf(one)}
    </Anchor>
  )
  const how = is_manual ? 'By hand' : 'By itself'
  return { key: `${invoice_id} ${adjustment_id} ${is_manual}`, to, how, amount, one }
}

function restOf(label: string, amount: string | null): Place[] {
  if (!amount || new Exact(amount).isZero()) return []
  return [{ key: label, to: label, how: '', amount, one: null }]
}

function TakeOff({ row, one }: { row: InvoicePayment; one: Allocation }) {
  async function run() {
    try {
      const { invoice_id, adjustment_id } = one
      const item = invoice_id === null ? { adjustment_id: adjustment_id ?? 0 } : { invoice_id }
      const body = { id: row.id, version: row.version, ...item }
      toast((await send(invoicepaymentCalls.unallocate, body)).message)
    } catch (cause) {
      toastProblem(cause)
    } finally {
      await forgetMoney()
    }
  }
  return (
    <Button variant="subtle" aria-label={`Take off ${numberOf(one)}`} onClick={() => void run()}>
      Take off
    </Button>
  )
}
