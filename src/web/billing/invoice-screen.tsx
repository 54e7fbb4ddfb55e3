import { Skeleton } from '@mantine/core'
import { Navigate } from 'react-router'
import { invoice } from '#domain/billing/invoice.ts'
import { Trouble } from '#web/kit/nothing-here.tsx'
import { Page } from '#web/kit/page.tsx'
import { useRow, useRowId } from '#web/kit/use-row.ts'
import { InvoiceDetails } from './invoice-details.tsx'

/** One invoice; without an id in the address, a new one. */
export function Screen() {
  const id = useRowId()
  return id === null ? <Navigate to="/app/invoice/new" replace /> : <OneInvoice key={id} id={id} />
}

function OneInvoice({ id }: { id: number }) {
  const query = useRow(invoice, id)
  if (query.isPending) {
    return (
      <Page title="Invoice" summary=" ">
        <Skeleton height={360} radius="lg" />
      </Page>
    )
  }
  if (query.isError) {
    return (
      <Page title="Invoice">
        <Trouble cause={query.error} onRetry={() => void query.refetch()} />
      </Page>
    )
  }
  return <InvoiceDetails answer={query.data} />
}
