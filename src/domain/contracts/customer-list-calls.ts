import { z } from 'zod'
import { customer } from '#domain/customers/customer.ts'
import { csvCall, listCall } from '#domain/kit/verbs.ts'

const days = z
  .string()
  .regex(/^\d{1,4}$/, 'Days needs a whole number.')
  .optional()

const paths = {
  prospects: '/customers/prospects/notinvoiced',
  notInvoiced: '/customers/active/notinvoiced',
  neverInvoiced: '/customers/active/neverinvoiced',
  expiring: '/customers/active/contract/expiring',
}

/** The four questions the office asks about its customers every week. */
export const customerListCalls = {
  prospectsNotInvoiced: listCall(customer, paths.prospects, {
    summary: 'Prospects without an invoice',
  }),
  activeNotInvoiced: listCall(customer, paths.notInvoiced, {
    summary: 'Active customers whose last invoice ends too long ago',
    parameters: { days },
  }),
  neverInvoiced: listCall(customer, paths.neverInvoiced, {
    summary: 'Active customers who were never invoiced',
  }),
  contractExpiring: listCall(customer, paths.expiring, {
    summary: 'Active customers with a contract that ends soon',
    parameters: { days },
  }),
}

/** Their answers as files. */
export const customerListFileCalls = {
  prospectsNotInvoiced: csvCall(customer, paths.prospects, {
    summary: 'prospects without an invoice',
  }),
  activeNotInvoiced: csvCall(customer, paths.notInvoiced, {
    summary: 'active customers whose last invoice ends too long ago',
    parameters: { days },
  }),
  neverInvoiced: csvCall(customer, paths.neverInvoiced, {
    summary: 'active customers who were never invoiced',
  }),
  contractExpiring: csvCall(customer, paths.expiring, {
    summary: 'active customers with a contract that ends soon',
    parameters: { days },
  }),
}
