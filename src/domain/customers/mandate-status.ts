// Direct debit mandate statuses of the specification, with its own explanations.
export const mandateStatuses = [
  'pending_customer_approval',
  'pending_submission',
  'submitted',
  'active',
  'suspended_by_payer',
  'failed',
  'cancelled',
  'expired',
  'consumed',
  'blocked',
] as const

export const mandateStatusExplained: Record<(typeof mandateStatuses)[number], string> = {
  pending_customer_approval: 'Not yet signed by the second customer.',
  pending_submission: 'Not yet submitted to the bank.',
  submitted: 'Sent to the bank, not yet processed.',
  active: 'Set up by the bank.',
  suspended_by_payer: 'Paused by the customer.',
  failed: 'Could not be created.',
  cancelled: 'Cancelled.',
  expired: 'Dormant.',
  consumed: 'Cannot be reused.',
  blocked: 'Payments cannot be created.',
}
