import { useQuery } from '@tanstack/react-query'
import { customer } from '#domain/customers/customer.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { countQuery } from '#web/kit/use-list.ts'
import { customerViews } from './customer-views.ts'

/** The customers, with the views staff ask for every day. */
export function Screen() {
  const overdue = useQuery(countQuery('customers', { 'balance_overdue.gt': '0' }))
  return (
    <ListScreen
      entity={customer}
      builtIn={customerViews}
      summary={overdue.data ? ` · ${overdue.data.toLocaleString('en-NZ')} overdue` : ''}
    />
  )
}
