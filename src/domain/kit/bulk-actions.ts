/** What leaves the house or becomes final: nobody does that to many rows without a last look. */
interface LookedAtAction {
  does: 'sends' | 'approves'
  /** The kind of leaving whose last look it opens. */
  look: string
}

/** What does neither, and what stands in its way instead. */
interface OtherAction {
  does: 'collects' | 'pays' | 'records' | 'prints' | 'drafts'
  because: string
}

export type BulkAction = LookedAtAction | OtherAction

/** What lists offer for their selected rows, besides changing and deleting them. */
export const bulkActions = {
  approve_invoices: { does: 'approves', look: 'approve' },
  send_invoices: { does: 'sends', look: 'send' },
  remind_customers: { does: 'sends', look: 'remind' },
  send_statements: { does: 'sends', look: 'statement' },
  approve_bills: { does: 'approves', look: 'bill_approve' },
  approve_payments: { does: 'approves', look: 'payment_approve' },
  plan_payments: {
    does: 'records',
    because: 'Each row is shown with its day and amount, and becomes a draft to be approved.',
  },
  collect_invoices: {
    does: 'collects',
    because: 'Each row is shown with its day and amount, and can be called off until that day.',
  },
  pay_statements: {
    does: 'pays',
    because: 'It writes a file of payments, each shown with its account; the bank asks again.',
  },
  pay_suppliers: {
    does: 'pays',
    because: 'It writes a file of payments that were approved; the bank asks again.',
  },
  record_payments: {
    does: 'records',
    because: 'It notes money that has come already, row by row, and can be taken back.',
  },
  finish_tasks: { does: 'records', because: 'It can be taken back at once.' },
  print_invoices: { does: 'prints', because: 'It is paper of what was sent before.' },
  write_to_customers: {
    does: 'drafts',
    because: 'It begins a draft, which starts after a last look of its own.',
  },
} as const satisfies Record<string, BulkAction>

export type BulkActionName = keyof typeof bulkActions
