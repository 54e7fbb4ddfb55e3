import { z } from 'zod'
import { customer } from '#domain/customers/customer.ts'
import { call, data, file } from '#domain/kit/call.ts'
import { idSchema, sentDay } from '#domain/kit/schema.ts'
import { readerAddress } from '#domain/mail/reader-address.ts'

const days = { from: sentDay('From').optional(), to: sentDay('To').optional() }

/** A statement of account that left, and the addresses it left for. */
export interface SentStatement {
  sent: number
  to: string[]
}

/** Customers' statements of account, from the books. */
export const statementCalls = {
  read: call({
    method: 'GET',
    path: '/customer/statement',
    summary: 'A customer’s statement of account as a PDF, from the books',
    policy: { from: 'user' },
    sends: 'application/pdf',
    target: customer,
    input: z.object({ id: idSchema, ...days }),
    answers: file,
  }),
  send: call({
    method: 'POST',
    path: '/customer/statement/send',
    summary: 'Mail a customer their statement of account as a PDF',
    policy: { from: 'user' },
    target: customer,
    input: z.strictObject({ id: idSchema, ...days, email: readerAddress.optional() }),
    answers: data<SentStatement>(),
  }),
}
