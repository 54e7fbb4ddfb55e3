/** What can happen to a message on its way, as its page says it. */
export const messageEvents = {
  queued: 'Written for',
  tried: 'Handed over',
  accepted: 'Taken for delivery',
  refused: 'Refused',
  later: 'Not taken yet; it is tried again',
  unknown: 'No answer came; it may have arrived',
  blocked: 'Stopped',
  arrived: 'It arrived, somebody says',
  resent: 'Sent again',
  waits: 'Waits',
  found: 'The gateway has it',
  lost: 'The gateway never got it; it is sent again',
  delivered: 'Arrived on the phone',
  bounced: 'Could not be delivered',
} as const
export type MessageEventName = keyof typeof messageEvents

export interface MessageEvent {
  id: number
  event: MessageEventName
  /** What the other side said, or who it was for. */
  words: string | null
  actor_name: string | null
  created_at: string
}
