import { z } from 'zod'
import type { FoundBill } from '#domain/bills/found-bill.ts'
import type { PageItem } from '#domain/books/page-item.ts'
import { call, data, row } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { listCall, verbActions, verbs } from '#domain/kit/verbs.ts'
import type { PendingCharge } from '#domain/pricing/pending-charge.ts'
import type { ComputedInvoice, InvoiceFields } from './compute-invoice.ts'
import { type Invoice, invoice } from './invoice.ts'
import { invoiceRequest } from './invoice-request.ts'
import type { UnbilledDays } from './unbilled-days.ts'

/** An invoice as the engine would make it, of which nothing is kept. */
export type ProposedInvoice = InvoiceFields &
  Pick<ComputedInvoice, 'lines'> &
  Pick<Invoice, 'customer_id' | 'contract_id' | 'billing' | 'split_collection'>

type Engine = Pick<ComputedInvoice, 'blocks' | 'trace' | 'warnings'> & ComputedInvoice['gst']

/** What it rests on, and how its amounts come about. */
export interface ProposalFacts extends Engine {
  bill: FoundBill | null
  bills: FoundBill[]
  opening: { amount: string; items: PageItem[]; credit: string }
  charges: PendingCharge[]
  /** Earlier days of the contract that no invoice bills. */
  skipped: UnbilledDays | null
}

const invoiceChange = invoiceRequest.partial().extend({
  id: idSchema,
  version: z.int().min(1),
  reason: z.string().trim().max(1000).optional(),
})

/** Customers' invoices, and the questions the office asks about them every day. */
export const invoiceCalls = {
  // An invoice is made from a request of its own shape, and `draft` brings a deleted one back.
  ...verbs(invoice, { without: ['create', 'update', 'restore'] }),
  propose: call({
    method: 'POST',
    path: '/invoice/new',
    summary:
      'Compute an invoice without storing it: fields, lines, both GST outcomes and the trace',
    policy: { from: 'user', whileImpersonating: true },
    replayed: false,
    // The draft it is about, where one is being changed.
    input: invoiceRequest.extend({ id: idSchema.optional() }),
    answers: data<ProposedInvoice, ProposalFacts>(),
  }),
  create: call({
    method: 'PUT',
    path: '/invoice',
    summary: 'Store an invoice as a draft, together with its bill',
    policy: { from: 'user' },
    input: invoiceRequest,
    answers: row(invoice),
  }),
  update: call({
    method: 'POST',
    path: '/invoice',
    summary: 'Change an invoice; its amounts are computed anew while it is a draft',
    policy: { from: 'user' },
    target: invoice,
    action: verbActions.update,
    input: invoiceChange,
    answers: row(invoice),
  }),
  latest: call({
    method: 'GET',
    path: '/invoice/latest',
    summary: 'The newest invoice of a customer or a contract',
    policy: { from: 'user' },
    input: z.object({ customer_id: idSchema.optional(), contract_id: idSchema.optional() }),
    answers: row(invoice),
  }),
  due: listCall(invoice, '/invoices/due', { summary: 'Invoices that are owed and due by today' }),
  undelivered: listCall(invoice, '/invoices/undelivered', {
    summary: 'Invoices with a message that did not get there and was not sent again',
  }),
  latestOfContracts: listCall(invoice, '/invoices/latest', {
    summary: 'The newest invoice of each contract',
  }),
  latestWithDueBills: listCall(invoice, '/invoices/latest/duebills', {
    summary: 'The newest invoice of each contract whose bill is due',
  }),
}
