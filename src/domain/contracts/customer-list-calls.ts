import { z } from 'zod'
import { customer } from '#domain/customers/customer.ts'
import { listCall } from '#domain/kit/verbs.ts'

const days = z
  .string()
  .regex(/^\d{1,4}$/, 'Days needs a whole number.')
  .optional()

/** The four questions the office asks about its customers every week. */
export const customerListCalls = {
  prospectsNotInvoiced: listCall(customer, '/customers/prospects/notinvoiced', {
    summary: 'Prospects without an invoice',
  }),
  activeNotInvoiced: listCall(customer, '/customers/active/notinvoiced', {
    summary: 'Active customers whose last invoice ends too long ago',
    parameters: { days },
  }),
  neverInvoiced: listCall(customer, '/customers/active/neverinvoiced', {
    summary: 'Active customers who were never invoiced',
  }),
  contractExpiring: listCall(customer, '/customers/active/contract/expiring', {
    summary: 'Active customers with a contract that ends soon',
    parameters: { days },
  }),
}
