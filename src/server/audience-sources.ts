import { contract } from '#domain/contracts/contract.ts'
import { customer } from '#domain/customers/customer.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { thread } from '#domain/messaging/thread.ts'
import { enquiry } from '#domain/operations/enquiry.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import { customerQuestions } from '#server/contracts/customer-list-routes.ts'
import { mapQuestion } from '#server/map/map-question.ts'
import type { AudienceSources } from '#server/messaging/bulk/audience-ids.ts'

const asked = (name: keyof typeof customerQuestions) =>
  ({ entity: customer, column: 'id', question: customerQuestions[name] }) as const

/** The lists that messages to many are taken from: every one that leads to customers. */
export const audienceSources: AudienceSources = {
  customers: { entity: customer, column: 'id' },
  'customers/active/contract/expiring': asked('contractExpiring'),
  'customers/active/notinvoiced': asked('activeNotInvoiced'),
  'customers/active/neverinvoiced': asked('neverInvoiced'),
  'customers/prospects/notinvoiced': asked('prospectsNotInvoiced'),
  'customers/map': { entity: customer, column: 'id', question: mapQuestion },
  contracts: { entity: contract, column: 'customer_id' },
  invoices: { entity: invoice, column: 'customer_id' },
  invoicepayments: { entity: invoicepayment, column: 'customer_id' },
  enquiries: { entity: enquiry, column: 'customer_id' },
  threads: { entity: thread, column: 'customer_id' },
}
