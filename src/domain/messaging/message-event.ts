/** What can happen to a message on its way, as its page says it. */
export const messageEvents = {
  queued: 'Written for',
  takenback: 'Taken back',
  tried: 'Handed over',
  accepted: 'Taken for delivery',
  refused: 'Refused',
  later: 'Not taken yet; it is tried again',
  unknown: 'No answer came; it may have arrived',
  blocked: 'Stopped',
  left_out: 'Left without this copy',
  delivered: 'Delivered',
  delayed: 'Delayed on its way',
  bounced: 'Came back',
  complained: 'The reader complained',
  received: 'Received',
  arrived: 'It arrived, somebody says',
  resent: 'Sent again',
  waits: 'Waits',
  found: 'The gateway has it',
  lost: 'The gateway never got it; it is sent again',
} as const
export type MessageEventName = keyof typeof messageEvents

export interface MessageEvent {
  id: number
  event: MessageEventName
  /** What the other side said, or who it was for. */
  words: string | null
  actor_name: string | null
  /** As the other server said it: for managers, for 400 days. */
  raw: string | null
  created_at: string
}

/** One address of a message, and how far it got there. */
export interface MessageDelivery {
  field: 'to' | 'cc' | 'bcc'
  address: string
  state: 'sending' | 'accepted' | 'delivered' | 'delayed' | 'failed' | 'bounced'
  code: string | null
  words: string | null
}

/** As people say it. */
export const messageDeliveryWords: Record<MessageDelivery['state'], string> = {
  sending: 'Sending',
  accepted: 'Sent',
  delivered: 'Delivered',
  delayed: 'Delayed',
  failed: 'Not sent',
  bounced: 'Came back',
}
