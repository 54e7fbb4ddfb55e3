/** What a dialog asks before its action is called. */
export type Asked = 'warnings' | 'sending' | 'reason' | 'message'

interface Definition {
  title: string
  text: string
  button: string
  path: string
  asks: readonly Asked[]
  fixed?: Record<string, unknown>
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
    path: 'approve',
    asks: ['warnings'],
  },
  approveAndSend: {
    title: 'Approve and send the invoice?',
    text: 'It gets its number, its money is frozen, and it goes out to the customer.',
    button: 'Approve and Send',
    path: 'approve',
    asks: ['warnings', 'sending'],
    fixed: { send: true },
  },
  send: {
    title: 'Send the invoice?',
    text: 'The customer gets the invoice with a link to its page.',
    button: 'Send',
    path: 'send',
    asks: ['sending'],
  },
  remind: {
    title: 'Remind the customer?',
    text: 'A friendly reminder goes to the addresses the invoice went to.',
    button: 'Remind',
    path: 'remind',
    asks: ['message'],
  },
  hold: {
    title: 'Hold the invoice?',
    text: 'No reminders, no fees, and time takes no discount until it is released.',
    button: 'Hold',
    path: 'hold',
    asks: ['reason'],
  },
  release: {
    title: 'Release the invoice?',
    text: 'Reminders and the discount’s day count again.',
    button: 'Release',
    path: 'release',
    asks: ['reason'],
  },
  grantppd: {
    title: 'Grant the discount?',
    text: 'The customer pays the discounted amount although the day has passed.',
    button: 'Grant discount',
    path: 'grantppd',
    asks: ['reason'],
  },
  waivefee: {
    title: 'Waive the late fee?',
    text: 'The customer need not pay for having been late. A fee that was billed is taken off again.',
    button: 'Waive fee',
    path: 'waivefee',
    asks: ['reason'],
  },
  draft: {
    title: 'Back to draft?',
    text: 'It can be changed again and keeps its number.',
    button: 'Back to draft',
    path: 'draft',
    asks: ['reason'],
  },
  recalculate: {
    title: 'Recalculate the invoice?',
    text: 'Lines are made anew from readings, rates, bills and balances. What was written by hand is lost.',
    button: 'Recalculate',
    path: 'recalculate',
    asks: ['reason'],
  },
  cancel: {
    title: 'Cancel the invoice?',
    text: 'Its entries are taken back and money on it is the customer’s credit again.',
    button: 'Cancel invoice',
    path: 'cancel',
    asks: ['reason'],
    isDanger: true,
    keep: 'Keep it',
  },
  redo: {
    title: 'Redo the invoice?',
    text: 'It is cancelled, and a new draft takes its place. Money on it carries over.',
    button: 'Redo',
    path: 'redo',
    asks: ['reason'],
  },
}
