import { z } from 'zod'
import { contract } from '#domain/contracts/contract.ts'
import { call, data, file, row } from '#domain/kit/call.ts'
import type { StoredColumns } from '#domain/kit/entity.ts'
import { createSchema, fieldSchema, idSchema } from '#domain/kit/schema.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { proposal } from './proposal.ts'
import type { PricedProposal } from './proposal-pricing.ts'

/** What a proposal comes to; nothing where there is no use or no rate to price. */
export type ProposalPrice = { [K in keyof PricedProposal]: PricedProposal[K] | null } & {
  /** The days that were priced. */
  period_start: string | null
  period_end: string | null
}

export type PricedNow = ProposalPrice & { priced_at: string }

type SentProposal = StoredColumns<typeof proposal>

// The schema is strict and built from the entity, as the type is.
const toPrice = createSchema(proposal)
  .partial()
  .required({ customer_id: true }) as unknown as z.ZodType<SentProposal, SentProposal>

// The contract's own words say what is wrong with a day.
const contractDay = (name: 'date_start' | 'date_end') =>
  (fieldSchema(contract, name, contract.fields[name]) as z.ZodType<string, string>).optional()

export const proposalCalls = {
  ...verbs(proposal),
  price: call({
    method: 'POST',
    path: '/proposal/price',
    summary: 'Price a proposal without storing it',
    policy: { from: 'user', whileImpersonating: true },
    replayed: false,
    input: toPrice,
    answers: data<PricedNow>(),
  }),
  contract: call({
    method: 'POST',
    path: '/proposal/contract',
    summary: 'Make a draft contract of a won proposal, with the rates that were offered',
    policy: { from: 'user' },
    target: proposal,
    input: z.strictObject({
      id: idSchema,
      date_start: contractDay('date_start'),
      date_end: contractDay('date_end'),
    }),
    answers: row(contract),
  }),
  document: call({
    method: 'GET',
    path: '/proposal/document',
    summary: 'The proposal as one page for the customer, as a PDF that is not kept',
    policy: { from: 'user' },
    sends: 'application/pdf',
    target: proposal,
    input: z.object({ id: idSchema }),
    answers: file,
  }),
}
