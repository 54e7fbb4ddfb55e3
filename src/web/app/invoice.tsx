import { lazy, Suspense } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { InvoiceDebit } from '#web/directdebit/invoice-debit.tsx'
import { InvoiceScreen } from '#web/invoices/invoice-screen.tsx'
import { useSession } from '#web/kit/session/session.ts'

const InvoiceCommission = lazy(async () => ({
  default: (await import('#web/commissions/invoice-commission.tsx')).InvoiceCommission,
}))

/** An invoice, with what is collected for it and what its partners earn by it. */
export function Screen() {
  const { role } = useSession()
  const isAccounting = atLeast(role, 'accounting')
  return (
    <InvoiceScreen
      debitOf={(row) => <InvoiceDebit row={row} />}
      commissionOf={(row) =>
        isAccounting &&
        row.contract_id && (
          <Suspense>
            <InvoiceCommission row={row} />
          </Suspense>
        )
      }
    />
  )
}
