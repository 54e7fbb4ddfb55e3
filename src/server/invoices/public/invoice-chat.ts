import { invoiceFacts, openAddresses } from '#server/invoices/invoice-facts.ts'
import { INVOICE_LINK, makeInvoiceLink } from '#server/invoices/invoice-link.ts'
import { mailAnswersOn } from '#server/messaging/chat-mail-job.ts'
import type { ChatPage } from '#server/messaging/chat-page.ts'
import { openInvoiceLink, refuseClosed } from './public-invoice.ts'

/** Customers read and write on the page of an invoice they were sent. */
export const invoiceChatPage: ChatPage = {
  object_class: INVOICE_LINK,
  open: openInvoiceLink,
  refuseClosed,
  reach: async (conn, id) => {
    const facts = await invoiceFacts(conn, id)
    const { organisation, customer, invoice } = facts
    return {
      broker: organisation.trading_name ?? organisation.name,
      customer: customer.name,
      invoice_number: invoice.invoice_number,
      mail_to: openAddresses(facts),
      isClosed: invoice.invoice_status === 'cancelled' || invoice.deleted_at !== null,
      link: (ctx) => makeInvoiceLink(ctx, conn, invoice),
    }
  },
}

export const mailAnswers = mailAnswersOn(invoiceChatPage)
