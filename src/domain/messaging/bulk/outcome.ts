import { type MessageState, messageStateWords } from '#domain/messaging/message-machine.ts'

/** How far it got with one of many: before there is a message, and then as the message says. */
export const recipientStates = [
  'waiting',
  'left_out',
  'queued',
  'sending',
  'accepted',
  'delivered',
  'failed',
  'bounced',
  'blocked',
  'unconfirmed',
  'cancelled',
] as const
export type RecipientState = (typeof recipientStates)[number]

const stated = (state: MessageState) => messageStateWords[state]

/** As people say it. */
export const recipientStateWords: Record<RecipientState, string> = {
  waiting: 'To be sent',
  left_out: 'Left out',
  queued: stated('queued'),
  sending: stated('sending'),
  accepted: stated('accepted'),
  delivered: stated('delivered'),
  failed: stated('failed'),
  bounced: stated('bounced'),
  blocked: stated('blocked'),
  unconfirmed: stated('unconfirmed'),
  cancelled: 'Cancelled',
}

/** What a report tells apart: who has it, who may still get it, who did not. */
export const outcomes = {
  got: ['accepted', 'delivered', 'unconfirmed'],
  open: ['waiting', 'queued', 'sending'],
  missed: ['failed', 'bounced', 'blocked', 'left_out', 'cancelled'],
} as const satisfies Record<string, readonly RecipientState[]>
export type Outcome = keyof typeof outcomes

/** Who an earlier one could not be sent to. */
export const failedStates = ['failed', 'bounced'] as const satisfies readonly RecipientState[]

export type StateCounts = Partial<Record<RecipientState, number>>

export function countOf(counts: StateCounts, states: readonly RecipientState[]): number {
  return states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
}
