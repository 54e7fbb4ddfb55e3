import type { SignedInput } from '#domain/kit/signed-input.ts'
import type { SmsChannel } from '#server/kit/start/sms-settings.ts'

/** A text message ready to go; the reference is ours and stays the same on every try. */
export interface SmsMessage {
  reference: string
  to: string
  from: string
  text: string
  /** Where the gateway tells what became of it. */
  callback: string
}

/**
 * What became of it. `refused` was certainly not taken; `unknown` may have been: it is looked up and
 * never simply sent again, because no gateway knows a second try from a second message.
 */
export type SmsOutcome =
  | { outcome: 'accepted'; id: string }
  | {
      outcome: 'refused'
      permanent: boolean
      /** Nothing will ever arrive there. */
      address_dead: boolean
      /** The gateway knows that they opted out. */
      opted_out: boolean
      code: string
      error: string
    }
  | { outcome: 'unknown'; error: string }

export interface SmsQuestion {
  reference: string
  to: string
  text: string
  since: string
  /** What is known to be another message. */
  known: readonly string[]
}

export type SmsFinding = { found: 'accepted'; id: string } | { found: 'absent' | 'cannot_tell' }

/** What a gateway reports of a message, in our words. */
export interface SmsStatus {
  id: string
  reference: string | null
  state: 'accepted' | 'delivered' | 'undelivered'
  code: string | null
  address_dead: boolean
}

export interface SmsInbound {
  id: string
  from: string
  to: string
  text: string
}

/** Who told the gateway itself that they want no more. */
export interface SmsOptOut {
  number: string
}

/** Somebody who carries text messages. */
export interface SmsGateway {
  limits: { perSecond: number }
  send(message: SmsMessage): Promise<SmsOutcome>
  find(question: SmsQuestion): Promise<SmsFinding>
  /** Whether the gateway itself called, at this address. */
  verify(signed: SignedInput, url: string): boolean
  parseStatus(body: string): SmsStatus | null
  parseInbound(body: string): SmsInbound | null
  parseOptOut(body: string): SmsOptOut | null
}

export async function smsGateway(channel: SmsChannel): Promise<SmsGateway> {
  if (channel.provider === 'twilio') return (await import('./twilio-sms.ts')).twilioSms(channel)
  return (await import('./kudosity-sms.ts')).kudositySms(channel)
}
