import { Anchor, Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { type Adjustment, adjustment } from '#domain/books/adjustment.ts'
import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { humanise } from '#domain/kit/wording.ts'
import { type InvoicePayment, invoicepayment } from '#domain/payments/payment.ts'
import { AdjustmentChips } from '#web/books/adjustment-chips.tsx'
import { BankLineLink } from '#web/books/bank-line-link.tsx'
import { InvoiceChips } from '#web/invoices/invoice-chips.tsx'
import { WaitingCharges } from '#web/invoices/waiting-charges.tsx'
import { useOptions } from '#web/kit/form/options.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { listCall } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { StatementDialog } from './statement-dialog.tsx'

interface Props {
  customer_id: number
  isArchived: boolean
}

/** The customer's account: the latest invoices, adjustments and payments, and the next of each. */
export function CustomerBilling({ customer_id, isArchived }: Props) {
  return (
    <>
      <Invoices customer_id={customer_id} />
      <WaitingCharges customer_id={customer_id} isArchived={isArchived} />
      <Adjustments customer_id={customer_id} isArchived={isArchived} />
      <Payments customer_id={customer_id} />
    </>
  )
}

function useLatest<E extends Entity>(entity: E, customer_id: number, order: string) {
  const { data, isPending } = useQuery({
    queryKey: [entity.plural, 'of customer', customer_id],
    queryFn: async ({ signal }) => {
      const asked = { customer_id, order, limit: 12 }
      const { data, info } = await send(listCall<E>(entity), asked, { signal })
      return { rows: data ?? [], titles: info.titles ?? {} }
    },
    staleTime: 0,
  })
  return { rows: data?.rows, titles: data?.titles ?? {}, isPending }
}

const invoiceColumns: Column<Invoice>[] = [
  { heading: 'Invoice', cell: (one) => <InvoiceLink one={one} /> },
  { heading: 'Date', cell: (one) => formatDay(one.invoice_date) },
  { heading: 'Due', cell: (one) => formatDay(one.due_date) },
  {
    heading: 'To pay in time',
    isNumber: true,
    cell: (one) => <Money value={one.discounted_total ?? '0.00'} />,
  },
  {
    heading: 'Still owed',
    isNumber: true,
    cell: (one) => <Money value={one.balance ?? '0.00'} />,
  },
  { heading: 'Status', cell: (one) => <InvoiceChips row={one} isBrief /> },
]

function InvoiceLink({ one }: { one: Invoice }) {
  return (
    <Anchor component={Link} to={`/app/invoice/edit?id=${one.id}`} size="sm" fw={600}>
      {one.invoice_number ?? `Draft ${one.id}`}
    </Anchor>
  )
}

function Invoices({ customer_id }: Pick<Props, 'customer_id'>) {
  const [isStatementOpen, setStatementOpen] = useState(false)
  const { rows: data, isPending } = useLatest(invoice, customer_id, '-created_at')
  return (
    <Paper component="section">
      <Group justify="space-between" mb="xs">
        <Title order={2}>Invoices</Title>
        <Button variant="default" onClick={() => setStatementOpen(true)}>
          Statement
        </Button>
      </Group>
      {isStatementOpen && (
        <StatementDialog customer_id={customer_id} onClose={() => setStatementOpen(false)} />
      )}
      {isPending && <Skeleton height={60} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing here yet.
        </Text>
      )}
      {data && data.length > 0 && (
        <PlainTable label="Invoices" columns={invoiceColumns} rows={data} keyOf={(one) => one.id} />
      )}
    </Paper>
  )
}

const adjustmentColumns: Column<Adjustment>[] = [
  { heading: 'Adjustment', cell: (one) => <AdjustmentLink one={one} /> },
  { heading: 'Date', cell: (one) => formatDay(one.adjustment_date) },
  { heading: 'Due', cell: (one) => formatDay(one.due_date) },
  { heading: 'Kind', cell: (one) => humanise(one.kind) },
  {
    heading: 'Amount',
    isNumber: true,
    cell: ({ side, amount }) => <Money value={side === 'credit' ? `-${amount}` : amount} />,
  },
  {
    heading: 'Still owed',
    isNumber: true,
    cell: (one) => <Money value={one.balance ?? '0.00'} />,
  },
  { heading: 'Status', cell: (one) => <AdjustmentChips row={one} /> },
]

function AdjustmentLink({ one }: { one: Adjustment }) {
  return (
    <Anchor component={Link} to={`/app/adjustment?id=${one.id}`} size="sm" fw={600}>
      {one.adjustment_number}
    </Anchor>
  )
}

/** Most customers never have one: they take no room then but for the way to the first. */
function Adjustments({ customer_id, isArchived }: Props) {
  const { role } = useSession()
  const { rows: data } = useLatest(adjustment, customer_id, '-created_at')
  const mayAdd = !isArchived && atLeast(role, adjustment.access.write)
  if (!data || (data.length === 0 && !mayAdd)) return null
  return (
    <Paper component="section">
      <Group justify="space-between" mb={data.length > 0 ? 'xs' : 0}>
        <Title order={2}>Adjustments</Title>
        {mayAdd && (
          <Button
            component={Link}
            to={`/app/adjustment?customer_id=${customer_id}`}
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
          >
            New adjustment
          </Button>
        )}
      </Group>
      {data.length > 0 && (
        <PlainTable
          label="Adjustments"
          columns={adjustmentColumns}
          rows={data}
          keyOf={(one) => one.id}
        />
      )}
    </Paper>
  )
}

function Payments({ customer_id }: Pick<Props, 'customer_id'>) {
  const options = useOptions()
  const { rows: data, titles, isPending } = useLatest(invoicepayment, customer_id, '-payment_date')
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        Payments
      </Title>
      {isPending && <Skeleton height={60} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing here yet.
        </Text>
      )}
      {data && data.length > 0 && (
        <PlainTable
          label="Payments"
          rows={data}
          keyOf={(one) => one.id}
          columns={[
            { heading: 'Paid on', cell: (one) => formatDay(one.payment_date) },
            {
              heading: 'Reference',
              cell: (one) => (
                <>
                  <PaymentLink one={one} />
                  <BankLineLink
                    id={one.banktransaction_id}
                    title={titles.banktransaction?.[String(one.banktransaction_id)]}
                  />
                </>
              ),
            },
            { heading: 'How', cell: (one) => options.labelOf('payment_type', one.payment_type) },
            {
              heading: 'Amount',
              isNumber: true,
              isStrong: true,
              cell: (one) => <Money value={one.amount_incl_gst} />,
            },
            {
              heading: 'Credit left',
              isNumber: true,
              cell: (one) => <Money value={one.unallocated_amount ?? '0.00'} />,
            },
            {
              heading: 'Status',
              cell: ({ payment_status }) => (
                <StatusChip value={payment_status} label={humanise(payment_status)} />
              ),
            },
          ]}
        />
      )}
    </Paper>
  )
}

function PaymentLink({ one }: { one: InvoicePayment }) {
  return (
    <Anchor component={Link} to={`/app/invoicepayment?id=${one.id}`} size="sm">
      {one.reference || `Payment ${one.id}`}
    </Anchor>
  )
}
