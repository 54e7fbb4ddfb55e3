import { type MessageState, messageStateWords } from './message-machine.ts'

/** What is known of a message, as far as somebody has to look after it. */
export interface MessageFate {
  id: number
  type: 'chat' | 'email' | 'sms' | 'note'
  recipient: string | null
  status: MessageState
  error: string | null
  /** The other server still tries. */
  is_delayed: boolean
  /** Somebody has looked after it by sending it once more. */
  is_resent: boolean
}

/** A message that did not get there, or is late; told where whom or what it is about is read. */
export interface MessageTrouble {
  id: number
  kind: 'bounced' | 'failed' | 'delayed'
  words: string
  explanation: string
}

const said = { bounced: 'came back', failed: 'not sent', delayed: 'delayed' }

/** What became of a message that did not get where it was meant to, as briefly as lists say it. */
export function undeliveredTrouble(
  fate: Pick<MessageFate, 'id' | 'type' | 'recipient' | 'status' | 'error'>,
): MessageTrouble {
  const { id, type, status, recipient, error } = fate
  const explanation = [`${mediumOf(type)} to ${recipient}`, error].filter(Boolean).join(': ')
  const kind = status === 'bounced' ? status : 'failed'
  return { id, kind, words: messageStateWords[status], explanation }
}

const mediumOf = (type: MessageFate['type']) => (type === 'sms' ? 'Text message' : 'Mail')

/** Null where it arrived, may still arrive, or was sent once more. */
export function troubleOf(fate: MessageFate): MessageTrouble | null {
  const { id, type, status, recipient, error, is_delayed, is_resent } = fate
  const isLate = is_delayed && status === 'accepted'
  const kind = status === 'bounced' || status === 'failed' ? status : isLate ? 'delayed' : null
  if (kind === null || is_resent) return null
  const words = `${mediumOf(type)} ${said[kind]}`
  return { id, kind, words, explanation: [recipient, error].filter(Boolean).join(': ') }
}
