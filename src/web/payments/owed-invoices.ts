import { queryOptions } from '@tanstack/react-query'
import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import { send } from '#web/kit/session/send.ts'

/** What a customer still owes, the oldest first. */
export function owedQuery(customer_id: number | null) {
  return queryOptions({
    queryKey: ['invoices', 'owed', customer_id],
    queryFn: async ({ signal }) => {
      const params = { customer_id, invoice_status: 'invoiced', order: 'due_date', limit: '50' }
      return (await send(invoiceCalls.list, params, { signal })).data ?? []
    },
    enabled: customer_id !== null,
    staleTime: 0,
  })
}
