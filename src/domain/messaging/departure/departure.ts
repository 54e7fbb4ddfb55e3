import type { Role } from '#domain/access/role.ts'
import type { PrintedDocument } from '#domain/kit/document.ts'

/** Everything that leaves after a last look, or becomes final by it. */
export const departureActions = [
  'approve',
  'approve_send',
  'send',
  'remind',
  'adjustment_remind',
  'notice',
  'supplier_notice',
  'run_approve',
  'run_send',
  'bulk_start',
  'statement',
  'statement_new',
  'bill_approve',
  'payment_approve',
  'contract_offer',
  'mandate_invite',
  'customer_statement',
  'payment_receipt',
  'message_resend',
  'statement_resend',
] as const
export type DepartureAction = (typeof departureActions)[number]

/** Whom something is for. */
export type DepartureParty = 'customer' | 'partner' | 'supplier'

/** What leaves where it is not the record itself. */
export type DepartureThing = 'statement' | 'invitation' | 'copy'

interface DepartureWords {
  /** What its rows are. */
  record:
    | 'invoice'
    | 'adjustment'
    | 'rateupdate'
    | 'supplierrateupdate'
    | 'customer'
    | 'commissionstatement'
    | 'partner'
    | 'bill'
    | 'billpayment'
    | 'contract'
    | 'invoicepayment'
    | 'message'
  thing?: DepartureThing
  party: DepartureParty
  noun: string
  verb: string
  past: string
  /** Who may ask for it at all; each row has a word of its own beside. */
  from: Role
  /** Something leaves the house: it is held for a moment, and can be taken back. */
  isHeld: boolean
  /** Whoever lets it leave types a number or proves who they are: a program does neither. */
  isByPeople?: true
  /** The kind of record that a key must be made for beside. */
  keyFor?: 'mandate'
  /** It is for one reader: a second is asked for by sending it once more. */
  isForOne?: true
  /** Above so many the number is typed, however high the setting is. */
  typedAbove?: number
}

const reminders = { noun: 'reminder', verb: 'Remind', past: 'sent' } as const
const toCustomers = { party: 'customer', from: 'accounting' } as const
const invoices = { ...toCustomers, record: 'invoice', noun: 'invoice' } as const
const notices = { ...toCustomers, noun: 'notice', verb: 'Send', past: 'sent' } as const
const alone = { isHeld: true, isForOne: true } as const
const oneSent = { ...alone, party: 'customer', verb: 'Send', past: 'sent' } as const
const copies = { ...alone, thing: 'copy', verb: 'Send again', past: 'sent again' } as const
const statements = {
  party: 'partner',
  noun: 'statement',
  verb: 'Send',
  past: 'sent',
  from: 'manager',
  isHeld: true,
} as const

/** Above so many somebody who writes to many types how many, and proves who they are. */
export const BULK_TYPED_ABOVE = 50

export const departureWords: Record<DepartureAction, DepartureWords> = {
  approve: { ...invoices, verb: 'Approve', past: 'approved', isHeld: false },
  approve_send: {
    ...invoices,
    verb: 'Approve and Send',
    past: 'approved and sent',
    isHeld: true,
  },
  // Copies of what went out before may be sent by everybody.
  send: { ...invoices, verb: 'Send', past: 'sent', from: 'user', isHeld: true },
  remind: { ...invoices, ...reminders, from: 'user', isHeld: true },
  adjustment_remind: {
    ...toCustomers,
    ...reminders,
    record: 'adjustment',
    from: 'user',
    isHeld: true,
  },
  notice: { ...notices, record: 'rateupdate', isHeld: true },
  supplier_notice: { ...notices, record: 'supplierrateupdate', isHeld: true },
  run_approve: { ...invoices, verb: 'Approve', past: 'being approved', isHeld: false },
  run_send: { ...invoices, verb: 'Send', past: 'being sent', isHeld: true },
  bulk_start: {
    record: 'customer',
    party: 'customer',
    noun: 'message',
    verb: 'Send',
    past: 'queued',
    from: 'manager',
    isHeld: true,
    isByPeople: true,
    typedAbove: BULK_TYPED_ABOVE,
  },
  statement: { ...statements, record: 'commissionstatement' },
  // What waits becomes a statement as it leaves.
  statement_new: { ...statements, record: 'partner' },
  bill_approve: {
    record: 'bill',
    party: 'supplier',
    noun: 'bill',
    verb: 'Approve',
    past: 'approved',
    from: 'accounting',
    isHeld: false,
  },
  payment_approve: {
    record: 'billpayment',
    party: 'supplier',
    noun: 'payment',
    verb: 'Approve',
    past: 'approved',
    from: 'accounting',
    isHeld: false,
  },
  contract_offer: { ...oneSent, record: 'contract', noun: 'offer', from: 'user' },
  mandate_invite: {
    ...oneSent,
    record: 'customer',
    thing: 'invitation',
    noun: 'invitation',
    from: 'accounting',
    keyFor: 'mandate',
  },
  customer_statement: {
    ...oneSent,
    record: 'customer',
    thing: 'statement',
    noun: 'statement',
    from: 'user',
  },
  payment_receipt: { ...oneSent, record: 'invoicepayment', noun: 'receipt', from: 'user' },
  message_resend: {
    ...copies,
    record: 'message',
    party: 'customer',
    noun: 'message',
    from: 'user',
  },
  statement_resend: {
    ...copies,
    record: 'commissionstatement',
    party: 'partner',
    noun: 'statement',
    from: 'accounting',
  },
}

/** What the history of a record tells of what was to leave, where that is not the record itself. */
export const thingWords: Record<DepartureThing, string> = {
  statement: 'Statement of account',
  invitation: 'Invitation to pay by direct debit',
  copy: 'Sent once more',
}

/** How long somebody may think better of it. */
export const HOLD_SECONDS = 10

/** A row as it is about to leave. */
export interface LeavingRow {
  id: number
  version: number
  /** Whom it is for, and their name. */
  party_id: number | null
  party: string
  /** What kind it is whom it is for, where these differ from row to row. */
  party_kind?: DepartureParty
  name: string
  /** What is to be paid in time, or what is still owed where it is about that. */
  amount: string | null
  /** Where it goes by itself; what it says and whether it is withheld tells the closer look. */
  recipients: string[]
  warnings: { code: string; message: string }[]
  /** What somebody should know, and need not say so. */
  notes?: string[]
  /** Why it cannot leave. */
  obstacle: string | null
  /** Why it was left out the last time. */
  left_out: string | null
}

/** A kind of warning, and how many rows have it. */
export interface LeavingWarning {
  code: string
  message: string
  count: number
}

export interface LeavingTotals {
  /** Of all that can leave, however many are listed. */
  count: number
  amount: string
  warnings: LeavingWarning[]
  /** Above this many the number is typed. */
  typed_above: number
}

export interface LeavingMessage {
  channel: 'email' | 'sms'
  to: string
  subject: string | null
  text: string
  attachment: string | null
  /** Why it would not leave, or not yet. */
  withheld: string | null
}

/** One row looked at closely: what its customer would read. */
export interface CloserLook {
  id: number
  messages: LeavingMessage[]
  /** The page that goes with it, or that it becomes. */
  document: PrintedDocument | null
  problem: string | null
  /** A digest of all of it: sent with the row, nothing that reads otherwise leaves in its place. */
  seen: string | null
}

export const itemStates = ['held', 'left_out', 'taken_back', 'left', 'refused'] as const
export type DepartureItemState = (typeof itemStates)[number]

export interface DepartureItem {
  record_id: number
  /** Whom it is for; nobody alone where it stands for many. */
  party: string | null
  name: string
  amount: string | null
  state: DepartureItemState
  /** Why somebody left it out. */
  reason: string | null
  /** Why it was refused. */
  message: string | null
}

/** What was let go after a last look, and what became of it. */
export interface Departure {
  id: number
  action: DepartureAction
  about_id: number | null
  /** Until it leaves; nothing once it may be on its way. */
  seconds_left: number
  counts: Record<DepartureItemState, number>
  items: DepartureItem[]
}
