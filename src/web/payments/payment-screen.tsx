import { Skeleton } from '@mantine/core'
import { invoicepayment } from '#domain/payments/payment.ts'
import { Trouble } from '#web/kit/nothing-here.tsx'
import { Page } from '#web/kit/page.tsx'
import { useRow, useRowId } from '#web/kit/use-row.ts'
import { PaymentDetails } from './payment-details.tsx'
import { RecordPayment } from './record-payment.tsx'

/** One payment from a customer; without an id in the address, the place to record one. */
export function Screen() {
  const id = useRowId()
  const query = useRow(invoicepayment, id)
  if (id === null) return <RecordPayment />
  if (query.isPending) {
    return (
      <Page title="Payment" summary=" ">
        <Skeleton height={280} radius="lg" />
      </Page>
    )
  }
  if (query.isError) {
    return (
      <Page title="Payment">
        <Trouble cause={query.error} onRetry={() => void query.refetch()} />
      </Page>
    )
  }
  return <PaymentDetails key={id} answer={query.data} />
}
