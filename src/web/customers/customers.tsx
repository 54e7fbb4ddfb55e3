import { useQuery } from '@tanstack/react-query'
import { customer } from '#domain/customers/customer.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { countQuery, sumQuery } from '#web/kit/list/use-list.ts'
import type { Params } from '#web/kit/session/api.ts'
import { listedAudience, WriteToThese } from '#web/messaging/bulk/write-to-these.tsx'
import { customerViews } from './customer-views.ts'

/** The customers, with the views staff ask for every day. */
export function Screen() {
  return (
    <ListScreen
      entity={customer}
      builtIn={customerViews}
      bulk={{ write_to_customers: (ids) => <WriteToThese audience={{ ids }} /> }}
      bulkOfAll={(params) => <WriteToThese audience={listedAudience('customers', params)} />}
      summary={(params) => (
        <>
          <Overdue params={params} />
          <Owing params={params} />
        </>
      )}
    />
  )
}

function Overdue({ params }: { params: Params }) {
  const { data } = useQuery(countQuery('customers', { ...params, 'balance_overdue.gt': '0' }))
  return data ? ` · ${data.toLocaleString('en-NZ')} overdue` : null
}

function Owing({ params }: { params: Params }) {
  const { data } = useQuery(sumQuery('customers', 'balance_total', params))
  return data && data !== '0.00' ? ` · $${formatMoney(data)} owing` : null
}
