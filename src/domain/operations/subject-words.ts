/** What people call records whose names are one word in calls; the others speak for themselves. */
export const subjectWords = {
  invoicepayment: 'payment from a customer',
  billpayment: 'payment to a supplier',
} as const
