import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'

/** An account that is left alone because its books do not add up. */
export interface ParkedAccount {
  customer_id: number
  customer_name: string
  reason: string
  parked_at: string
}

export const parkedCalls = {
  list: call({
    method: 'GET',
    path: '/ledger/parked',
    summary: 'Accounts that are left alone because their books do not add up, with the reason',
    policy: { from: 'user' },
    input: z.object({ customer_id: z.coerce.number<string | number>().int().min(1).optional() }),
    answers: data<ParkedAccount[]>(),
  }),
}
