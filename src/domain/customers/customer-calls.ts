import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import type { DuplicateWarning } from '#domain/kit/duplicate-warning.ts'
import { unmaskCall } from '#domain/kit/unmask-call.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { customer } from './customer.ts'

const typed = z.string().max(200).optional()

export const customerCalls = {
  ...verbs(customer),
  unmask: unmaskCall(customer),
  /** Looks for likely duplicates while a form is still being filled in. */
  duplicates: call({
    method: 'GET',
    path: '/customer/duplicates',
    summary: 'Customers that look like the same one',
    policy: { from: 'user' },
    input: z.object({
      id: z.string().optional(),
      name: typed,
      nzbn: typed,
      phone: typed,
      phone_mobile: typed,
      email: typed,
    }),
    answers: data<DuplicateWarning[]>(),
  }),
}
