import { Button, Group } from '@mantine/core'
import { IconArrowDownLeft, IconArrowUpRight, IconCalendarDollar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { billpayment, invoicepayment } from '#domain/payments/payment.ts'
import type { BulkOffers } from '#web/kit/list/bulk-bar.tsx'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { sumQuery } from '#web/kit/list/use-list.ts'
import type { Params } from '#web/kit/session/api.ts'
import { useSession } from '#web/kit/session/session.ts'
import { ApprovePayments } from './approve-payments.tsx'
import { PaymentFile } from './payment-file.tsx'
import { paymentViews } from './payment-views.ts'

const kinds = ['customers', 'suppliers'] as const
type Kind = (typeof kinds)[number]

/** Money both ways: what customers paid, and what suppliers are paid. */
export function Screen() {
  const [kind] = useQueryState('kind', parseAsStringLiteral(kinds).withDefault('customers'))
  const entity = kind === 'customers' ? invoicepayment : billpayment
  return (
    <ListScreen
      key={kind}
      isKept={kind === 'customers'}
      entity={entity}
      title="Invoice Payments"
      {...(kind === 'suppliers' ? ofSuppliers : { builtIn: paymentViews })}
      summary={(params) => <Totals kind={kind} params={params} />}
      above={<Kinds kind={kind} />}
    />
  )
}

const bulk: BulkOffers = {
  approve_payments: (ids, onDone) => <ApprovePayments ids={ids} onDone={onDone} />,
  pay_suppliers: (ids, onDone) => <PaymentFile ids={ids} onDone={onDone} />,
}
const ofSuppliers = { bulk, place: { name: billpayment.plural, search: '?kind=suppliers' } }

function Kinds({ kind }: { kind: Kind }) {
  const { role } = useSession()
  const variant = (one: Kind) => (one === kind ? 'light' : 'default')
  const current = (one: Kind) => (one === kind ? { 'aria-current': 'page' as const } : {})
  return (
    <Group component="nav" gap="xs" aria-label="Which payments">
      <Button
        component={Link}
        to="/app/invoicepayments"
        variant={variant('customers')}
        {...current('customers')}
        leftSection={<IconArrowDownLeft size={15} aria-hidden />}
      >
        Payments from Customers
      </Button>
      <Button
        component={Link}
        to="/app/invoicepayments?kind=suppliers"
        variant={variant('suppliers')}
        {...current('suppliers')}
        leftSection={<IconArrowUpRight size={15} aria-hidden />}
      >
        Payments to Suppliers
      </Button>
      {atLeast(role, 'accounting') && (
        <Button
          component={Link}
          to="/app/directdebits"
          variant="default"
          leftSection={<IconCalendarDollar size={15} aria-hidden />}
        >
          Direct debits
        </Button>
      )}
    </Group>
  )
}

function Totals({ kind, params }: { kind: Kind; params: Params }) {
  const plural = kind === 'customers' ? 'invoicepayments' : 'billpayments'
  const sum = useQuery(sumQuery(plural, 'amount_incl_gst', params))
  // Drafts and what was cancelled are among those listed.
  return sum.data ? ` · $${formatMoney(sum.data)} in all` : null
}
