import { commissionstatementCalls } from '#domain/commissions/commissionstatement-calls.ts'
import type { ReasonAction } from '#web/kit/dialogs/reason-dialog.tsx'

/** What needs a reason or not even that, with the words that ask for it. */
export const statementActions: Record<string, ReasonAction> = {
  returned: {
    title: 'Did the payment come back?',
    text: 'The payment is taken back in the books; the statement is to be paid again.',
    button: 'Payment returned',
    call: commissionstatementCalls.returned,
    reason: 'needed',
  },
  cancel: {
    title: 'Cancel the statement?',
    text: 'Its earnings wait for another statement, its number stays, and the partner is told.',
    button: 'Cancel statement',
    call: commissionstatementCalls.cancel,
    reason: 'needed',
    isDanger: true,
  },
}

/** What the buttons of a statement say, in the order of likelihood. */
export const statementButtons = {
  send: 'Send',
  pay: 'Record payment',
  taxinvoice: 'Their tax invoice',
  returned: 'Payment returned',
  resend: 'Resend',
  delete: 'Delete draft',
  cancel: 'Cancel statement',
} as const
export type StatementAction = keyof typeof statementButtons
