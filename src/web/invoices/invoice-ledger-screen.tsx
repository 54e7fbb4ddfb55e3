import { Skeleton } from '@mantine/core'
import { Navigate } from 'react-router'
import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import { LedgerPanel } from '#web/books/ledger-panel.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { useRow, useRowId } from '#web/kit/session/use-row.ts'
import { nameOf } from './invoice-actions.tsx'

/** The entries of the books of one invoice. */
export function Screen() {
  const id = useRowId()
  const query = useRow(invoice, id)
  if (id === null) return <Navigate to="/app/transactions/invoice" replace />
  if (query.isError) {
    return (
      <Page title="Transactions">
        <Trouble cause={query.error} onRetry={() => void query.refetch()} />
      </Page>
    )
  }
  // The call answers a row of the entity it names.
  const row = query.data?.data as Invoice | undefined
  const name = row ? nameOf(row) : ''
  return (
    <Page
      title={`Transactions of ${name || 'an invoice'}`}
      crumbs={
        <Crumbs
          path={[
            ['Invoice transactions', '/app/transactions/invoice'],
            [name, `/app/invoice/edit?id=${id}`],
          ]}
          here="Transactions"
        />
      }
    >
      {row ? <LedgerPanel invoice_id={id} /> : <Skeleton height={200} radius="lg" />}
    </Page>
  )
}
