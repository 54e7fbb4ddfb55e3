import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'

export const RECENT_DAYS = 7

/** How much was done for or by one of those it is counted for. */
export interface ActivityCount {
  name: string
  count: number
  total: string
  last_at: string
}

/** What is counted, and the path it is asked for at. */
export interface Activity {
  path: string
  what: string
}

export const userBills: Activity = {
  path: '/activityuserbills',
  what: 'Bills captured by each person',
}
export const customerInvoices: Activity = {
  path: '/activitycustomerinvoices',
  what: 'Invoices sent to each customer',
}

function activityCalls<C extends ActivityCount>({ path, what }: Activity) {
  const listed = {
    method: 'GET' as const,
    compressed: true,
    policy: { from: 'user' as const },
    input: z.object({}),
    answers: data<C[]>(),
  }
  return {
    list: call({ ...listed, path, summary: what }),
    recent: call({
      ...listed,
      path: `${path}/recent`,
      summary: `${what}, in the last ${RECENT_DAYS} days`,
    }),
    send: call({
      method: 'POST',
      path: `${path}/send`,
      summary: `Mail yourself: ${what.toLowerCase()} in the last ${RECENT_DAYS} days`,
      policy: { from: 'manager' },
      input: z.strictObject({}),
      answers: data<{ sent: number; counted: number }>(),
    }),
  }
}

export const userBillCalls = activityCalls<ActivityCount & { user_id: number | null }>(userBills)
export const customerInvoiceCalls = activityCalls<ActivityCount & { customer_id: number }>(
  customerInvoices,
)
