import { z } from 'zod'
import { call, data, file, type Policy } from '#domain/kit/call.ts'
import { nothingShown } from '#domain/kit/shown.ts'
import { type PublicInvoice, publicInvoice } from './public-invoice.ts'

// Whoever holds the link is let in by it alone, and sees nothing but this one invoice.
const policy: Policy = { from: 'guest', withoutOrganisation: true }

/** The page a customer opens from their mail. */
export const publicInvoiceCalls = {
  read: call({
    method: 'GET',
    path: '/public/invoice',
    summary: 'The invoice behind a link (header X-Link-Token): amounts, how to pay, explanations',
    policy,
    shows: publicInvoice,
    input: z.object({}),
    answers: data<PublicInvoice>(),
  }),
  document: call({
    method: 'GET',
    path: '/public/invoice/document',
    summary: 'The same invoice as the PDF that was sent',
    policy,
    sends: 'application/pdf',
    input: z.object({}),
    answers: file,
  }),
  opened: call({
    method: 'POST',
    path: '/public/invoice/opened',
    summary: 'Notes that the customer has opened the invoice behind a link',
    policy,
    shows: nothingShown,
    replayed: false,
    input: z.strictObject({}),
    answers: data<null>(),
  }),
}
