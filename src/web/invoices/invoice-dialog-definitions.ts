import type { invoiceActionCalls } from '#domain/invoices/invoice-action-calls.ts'

/** What a dialog asks before its action is called. */
export type DialogQuestion =
  | 'warnings'
  | 'sending'
  | 'dates'
  | 'anew'
  | 'reason'
  | 'message'
  | 'fee'
  | 'care'

interface Definition {
  title: string
  text: string
  button: string
  /** What is called once it is answered. */
  call: keyof typeof invoiceActionCalls
  asks: readonly DialogQuestion[]
  /** It leaves the house: after a last look, and with a moment to take it back. */
  leavesAs?: 'approve_send' | 'send' | 'remind'
  isDanger?: boolean
  /** The word on the way out, where “Cancel” would be misread. */
  keep?: string
}

export const dialogActions = [
  'approve',
  'approveAndSend',
  'send',
  'remind',
  'hold',
  'release',
  'grantppd',
  'revokeppd',
  'writeoff',
  'waivefee',
  'draft',
  'recalculate',
  'cancel',
  'redo',
] as const
export type DialogAction = (typeof dialogActions)[number]

export const definitions: Record<DialogAction, Definition> = {
  approve: {
    title: 'Approve the invoice?',
    text: 'It gets its number and its money is frozen from then on.',
    button: 'Approve',
    call: 'approve',
    asks: ['warnings'],
  },
  approveAndSend: {
    title: 'Approve and send the invoice?',
    text: 'It gets its number, its money is frozen, and it goes out to the customer.',
    button: 'Approve and Send',
    call: 'approve',
    asks: ['warnings', 'sending'],
    leavesAs: 'approve_send',
  },
  send: {
    title: 'Send the invoice?',
    text: 'The customer gets the invoice with a link to its page.',
    button: 'Send',
    call: 'send',
    asks: ['sending', 'dates'],
    leavesAs: 'send',
  },
  remind: {
    title: 'Remind the customer?',
    text: 'A friendly reminder goes to the addresses the invoice went to, with the invoice as a PDF.',
    button: 'Remind',
    call: 'remind',
    asks: ['message', 'fee', 'care'],
    leavesAs: 'remind',
  },
  hold: {
    title: 'Hold the invoice?',
    text: 'No reminders, no fees, and time takes no discount until it is released.',
    button: 'Hold',
    call: 'hold',
    asks: ['reason'],
  },
  release: {
    title: 'Release the invoice?',
    text: 'The customer gets the days back that were left, and reminders count again.',
    button: 'Release',
    call: 'release',
    asks: ['reason'],
  },
  grantppd: {
    title: 'Grant the discount?',
    text: 'The customer pays the discounted amount although the day has passed.',
    button: 'Grant discount',
    call: 'grantppd',
    asks: ['reason'],
  },
  revokeppd: {
    title: 'Revoke the discount?',
    text: 'It is tested again by the money that came: paid late, the full amount is owed.',
    button: 'Revoke discount',
    call: 'revokeppd',
    asks: ['reason'],
  },
  writeoff: {
    title: 'Write the invoice off?',
    text: 'What is owed is given up as a bad debt, with its GST. Money that comes after all counts.',
    button: 'Write off',
    call: 'writeoff',
    asks: ['reason'],
    isDanger: true,
    keep: 'Keep it',
  },
  waivefee: {
    title: 'Waive the late fee?',
    text: 'The customer need not pay for having been late. A fee that was billed is taken off again.',
    button: 'Waive fee',
    call: 'waivefee',
    asks: ['reason'],
  },
  draft: {
    title: 'Back to draft?',
    text: 'It can be changed again and keeps its number.',
    button: 'Back to draft',
    call: 'draft',
    asks: ['reason'],
  },
  recalculate: {
    title: 'Recalculate the invoice?',
    text: 'Lines are made anew from today’s readings, rates, bills and balances.',
    button: 'Recalculate',
    call: 'recalculate',
    asks: ['anew', 'reason'],
  },
  cancel: {
    title: 'Cancel the invoice?',
    text: 'Its entries are taken back and money on it is the customer’s credit again.',
    button: 'Cancel invoice',
    call: 'cancel',
    asks: ['reason'],
    isDanger: true,
    keep: 'Keep it',
  },
  redo: {
    title: 'Redo the invoice?',
    text: 'It is cancelled, and a new draft from today’s readings, rates and bills takes its place. Money on it carries over.',
    button: 'Redo',
    call: 'redo',
    asks: ['anew', 'reason'],
  },
}
