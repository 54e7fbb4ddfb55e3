import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import { type Stop, stop } from './stop.ts'

export const consentPurposes = ['promotional', 'reminder'] as const
export type ConsentPurpose = (typeof consentPurposes)[number]

/** The flags of a customer that say what they agreed to. */
export const consentFlags = {
  receive_promo_emails: { channel: 'email', purpose: 'promotional', words: 'advertising by mail' },
  receive_promo_sms: { channel: 'sms', purpose: 'promotional', words: 'advertising by SMS' },
  receive_sms_reminders: { channel: 'sms', purpose: 'reminder', words: 'reminders by SMS' },
} as const
export type ConsentFlag = keyof typeof consentFlags
export const consentFlagNames = Object.keys(consentFlags) as [ConsentFlag, ...ConsentFlag[]]

/** What a message needs consent for; null for what needs none. */
export function consentNeeded(about: {
  channel: string
  purpose: MessagePurpose
  kind: string
}): ConsentFlag | null {
  const { channel, purpose, kind } = about
  if (purpose === 'promotional')
    return channel === 'sms' ? 'receive_promo_sms' : 'receive_promo_emails'
  return channel === 'sms' && kind === 'reminder' ? 'receive_sms_reminders' : null
}

/** What is known of a consent: the customer's flag and the last line that was noted of it. */
export interface ConsentFacts {
  is_flagged: boolean
  last: 'given' | 'withdrawn' | null
}

/** The sender has to prove consent: a flag that nobody can explain is none. */
export function consentStop(flag: ConsentFlag | null, known: ConsentFacts): Stop | null {
  if (flag === null) return null
  const { words } = consentFlags[flag]
  if (known.last === 'withdrawn')
    return stop('consent', `they no longer want ${words}`, 'They can give their consent again.')
  if (!known.is_flagged)
    return stop(
      'consent',
      `they have not agreed to ${words}`,
      'Ask them, and note how they agreed.',
    )
  if (known.last === null) {
    const reason = `nobody noted how they agreed to ${words}`
    return stop('consent', reason, 'Note on the customer’s page how consent was given.')
  }
  return null
}
