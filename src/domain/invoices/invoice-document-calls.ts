import { z } from 'zod'
import { calledAtMost } from '#domain/kit/bulk-bounds.ts'
import { call, data, file } from '#domain/kit/call.ts'
import type { PrintedDocument } from '#domain/kit/document.ts'
import { idSchema } from '#domain/kit/schema.ts'
import type { ShownLook } from '#domain/kit/shown.ts'
import type { MessageKind } from '#domain/messaging/message-kind.ts'
import type { MessageFate } from '#domain/messaging/message-trouble.ts'
import type { BillChange } from './bill-change.ts'
import { invoice } from './invoice.ts'
import type { LineDifference } from './invoice-difference.ts'
import type { InvoiceFacts } from './invoice-document.ts'

/** One mail about an invoice, and what became of it. */
export interface InvoiceDelivery extends MessageFate {
  recipient: string
  subject: string
  kind: MessageKind
  created_at: string
  sent_at: string | null
}

/** A step of reminding: whether it went out, and what forbade it where it did not. */
export interface InvoiceReminder {
  id: number
  /** Working days after the due date. */
  step: number
  outcome: 'sent' | 'refused'
  reason: string | null
  created_at: string
}

/** Who opened the page behind an invoice's link; a mail program only fetches it. */
export type VisitorKind = 'customer' | 'staff' | 'robot' | 'fetched'

export interface InvoiceOpening {
  id: number
  kind: VisitorKind
  ip: string
  user_agent: string
  created_at: string
}

/** For the office, one that takes the place of another is told line by line, too. */
export interface InvoiceChange extends BillChange {
  lines?: LineDifference[]
}

/** An invoice as its customer gets it, and until it is sent what that is written from. */
export interface InvoicePage {
  document: PrintedDocument
  look: ShownLook
  facts: InvoiceFacts | null
}

const oneInvoice = {
  method: 'GET',
  policy: { from: 'user' },
  target: invoice,
  input: z.object({ id: idSchema }),
} as const

/** An invoice on paper and on its way, and how it differs from the one before. */
export const invoiceDocumentCalls = {
  page: call({
    ...oneInvoice,
    path: '/invoice/page',
    summary:
      'The invoice as its customer gets it, in words: as it was sent, else as it would be now',
    answers: data<InvoicePage>(),
  }),
  document: call({
    ...oneInvoice,
    path: '/invoice/document',
    summary: 'The invoice as a PDF: as it was sent, else a preview marked Draft that is not kept',
    sends: 'application/pdf',
    answers: file,
  }),
  deliveries: call({
    ...oneInvoice,
    path: '/invoice/deliveries',
    summary:
      'To whom an invoice and its reminders went, and what became of each mail, newest first',
    answers: data<InvoiceDelivery[]>(),
  }),
  reminders: call({
    ...oneInvoice,
    path: '/invoice/reminders',
    summary: 'Each step of reminding: sent, or refused and why, newest first',
    answers: data<InvoiceReminder[]>(),
  }),
  openings: call({
    ...oneInvoice,
    path: '/invoice/openings',
    summary: 'When the page behind an invoice’s link was opened, and by what kind of visitor',
    answers: data<InvoiceOpening[]>(),
  }),
  change: call({
    ...oneInvoice,
    path: '/invoice/change',
    summary: 'Why an invoice differs from the contract’s previous one, to the cent',
    answers: data<InvoiceChange | null>(),
  }),
  postRun: call({
    method: 'POST',
    path: '/invoices/postrun',
    summary: 'One PDF of the sent invoices that go by post, sorted by postcode and name',
    policy: { from: 'user', whileImpersonating: true },
    sends: 'application/pdf',
    replayed: false,
    input: z.strictObject({ ids: z.array(idSchema).min(1).max(calledAtMost) }),
    answers: file,
  }),
}
