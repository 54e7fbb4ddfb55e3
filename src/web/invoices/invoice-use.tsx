import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { useCalls } from '#domain/meters/use-calls.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { send } from '#web/kit/session/send.ts'
import { OneUse } from '#web/meters/use-panel.tsx'

/** What the customer's connections used month by month, with the year before beside it. */
export function InvoiceUse({ row }: { row: Invoice }) {
  const id = row.customer_id
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['meterreadings', 'use of customer', id, 12],
    queryFn: async ({ signal }) =>
      (await send(useCalls.ofCustomer, { id, months: 12 }, { signal })).data ?? [],
  })
  if (isPending) return <Skeleton height={280} radius="lg" />
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (data.length === 0) {
    return (
      <NothingHere
        title="Nothing here yet."
        description="Use is shown once a meter has two readings to count between."
      />
    )
  }
  return data.map((use) => <OneUse key={`${use.icp_type} ${use.flow}`} use={use} />)
}
