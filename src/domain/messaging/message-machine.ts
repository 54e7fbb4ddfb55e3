import { atLeast, type Role } from '#domain/access/role.ts'
import { machine, transitionOf } from '#domain/kit/machine.ts'

export const messageStates = [
  'draft',
  'queued',
  'sending',
  'accepted',
  'delivered',
  'failed',
  'bounced',
  'blocked',
  'unconfirmed',
  'cancelled',
  'received',
] as const
export type MessageState = (typeof messageStates)[number]

/** As people say it. */
export const messageStateWords: Record<MessageState, string> = {
  draft: 'Draft',
  queued: 'Waiting',
  sending: 'Sending',
  accepted: 'Sent',
  delivered: 'Delivered',
  failed: 'Not sent',
  bounced: 'Came back',
  blocked: 'Stopped',
  unconfirmed: 'Not sure',
  cancelled: 'Taken back',
  received: 'Received',
}

const notSentByUs = ({ type, direction }: { type: unknown; direction: unknown }) => {
  if (direction === 'in') return 'the customer wrote it'
  return type === 'email' || type === 'sms' ? null : 'it was no mail and no text message'
}

/** How a message gets to whom it is meant for. What is on its way is the worker's to say. */
export const messageMachine = machine({
  field: 'status',
  words: { resend: 'send again', arrived: 'note the arrival of', takeback: 'take back' },
  states: messageStates,
  transitions: [
    { action: 'update', from: ['draft'], to: null, who: 'user' },
    { action: 'delete', from: ['draft'], to: 'deleted', who: 'user' },
    { action: 'send', from: ['draft'], to: 'queued', who: 'user' },
    // A draft again where somebody wrote it as a mail; everything else is cancelled.
    { action: 'takeback', from: ['queued'], to: null, who: 'user' },
    {
      action: 'resend',
      from: ['accepted', 'delivered', 'failed', 'bounced', 'blocked', 'unconfirmed'],
      to: null,
      who: 'user',
      unless: notSentByUs,
    },
    { action: 'arrived', from: ['unconfirmed'], to: 'accepted', who: 'user' },
  ],
})

interface TakenBack {
  status: string
  author_id: number | null
}

/** What still waits comes back to whoever wrote it, or to a manager. */
export function mayTakeBack(
  { status, author_id }: TakenBack,
  { user_id, role }: { user_id: number | null | undefined; role: Role },
): boolean {
  if (!transitionOf(messageMachine, 'takeback', status)) return false
  return (author_id !== null && author_id === user_id) || atLeast(role, 'manager')
}
