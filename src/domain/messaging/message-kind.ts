/** What a message is, in the words the history of messages shows. */
export const messageKinds = {
  chat: 'Chat',
  mail: 'Email',
  note: 'Note',
  answer: 'Answer from the chat',
  invoice: 'Invoice',
  copy: 'Copy of an invoice',
  new_dates: 'New dates',
  reminder: 'Reminder',
  correction: 'Correction',
  receipt: 'Receipt',
  statement: 'Statement',
  adjustment: 'Adjustment',
  offer: 'Offer',
  rate_notice: 'Notice of new rates',
  remittance: 'Remittance advice',
  commission: 'Commission statement',
  direct_debit: 'Direct debit',
  account_change: 'Change of a bank account',
  task: 'Reminder of a task',
  assigned: 'Thread to look after',
  notice: 'Notice for a colleague',
  report: 'Report',
  digest: 'Digest of the books',
  webhook: 'Trouble with a webhook',
  sms: 'Text message',
  bulk: 'Bulk message',
  sms_answer: 'Answer to STOP, START or HELP',
} as const
export type MessageKind = keyof typeof messageKinds

/** Every kind, in the order in which it is chosen from. */
export const messageKindNames = Object.keys(messageKinds) as [MessageKind, ...MessageKind[]]
