import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { shownBroker, shownLook } from '#domain/kit/shown.ts'

/** What whoever scans the code of an invoice is told. */
export const accountProof = z.object({
  broker: shownBroker,
  look: shownLook,
  account_name: z.string(),
  account_number: z.string(),
  invoice_number: z.string(),
  /** False once the broker has another account: the invoice is genuine, its account is old. */
  is_current: z.boolean(),
})
export type AccountProof = z.infer<typeof accountProof>

export const accountProofCalls = {
  read: call({
    method: 'GET',
    path: '/public/account',
    summary: 'Whether the bank account printed on an invoice is the broker’s (header X-Link-Token)',
    policy: { from: 'guest', withoutOrganisation: true },
    shows: accountProof,
    input: z.object({}),
    answers: data<AccountProof>(),
  }),
}
