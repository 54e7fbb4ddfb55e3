import { z } from 'zod'
import { call, data, file, type Policy } from '#domain/kit/call.ts'
import { strokesSchema } from '#domain/kit/drawing.ts'
import { fieldSchema } from '#domain/kit/schema.ts'
import { nothingShown } from '#domain/kit/shown.ts'
import { type PublicContract, publicContract } from './public-contract.ts'
import { signature } from './signature.ts'

// Whoever holds the link is let in by it alone, and sees nothing but this one document.
const policy: Policy = { from: 'guest', withoutOrganisation: true }

const unticked = 'Please tick that you accept the contract.'

const signing = z
  .strictObject({
    // It is text.
    name: fieldSchema(signature, 'name', signature.fields.name) as z.ZodType<string, string>,
    signature_type: z.enum(['typed', 'drawn']),
    strokes: strokesSchema.nullish(),
    // Sent unticked as well, to be refused in these words.
    agreed: z.literal(true, { error: unticked }) as z.ZodType<true, boolean>,
  })
  .refine(({ signature_type, strokes }) => signature_type === 'typed' || strokes, {
    path: ['strokes'],
    message: 'Please draw your signature.',
  })

/** What the customer does with the contract behind a link. */
export const publicContractCalls = {
  read: call({
    method: 'GET',
    path: '/public/contract',
    summary: 'The contract behind a link (header X-Link-Token), to read and accept',
    policy,
    shows: publicContract,
    input: z.object({}),
    answers: data<PublicContract>(),
  }),
  readPdf: call({
    method: 'GET',
    path: '/public/contract/document',
    summary: 'The same contract as a PDF, with the signature once it is accepted',
    policy,
    sends: 'application/pdf',
    input: z.object({}),
    answers: file,
  }),
  // Sent by the page after somebody has really looked; robots do not get that far.
  opened: call({
    method: 'POST',
    path: '/public/contract/opened',
    summary: 'Notes that the customer has opened the contract behind a link',
    policy,
    shows: nothingShown,
    replayed: false,
    input: z.strictObject({}),
    answers: data<null>(),
  }),
  accept: call({
    method: 'POST',
    path: '/public/contract/accept',
    summary: 'Accept the contract behind a link with a typed or drawn signature',
    policy,
    shows: publicContract,
    replayed: false,
    input: signing,
    answers: data<PublicContract>(),
  }),
}
