import type { MailChannel } from '#server/kit/start/channel-settings.ts'
import type { Config } from '#server/kit/start/config.ts'
import { outboxMail } from './outbox-mail.ts'

/** A message ready to go: one recipient, and an identifier that stays the same on every try. */
export interface MailMessage {
  message_id: string
  to: string
  from: string
  subject: string
  text: string
  html: string | null
  attachments: MailFile[]
  /** Further readers of the same envelope. */
  cc?: readonly string[]
  bcc?: readonly string[]
  /** Those of them who have not got it yet, where an earlier try reached some; left out, all. */
  to_reach?: readonly string[]
  reply_to?: string
  /** Where it is sent back to; left out, whoever it is from. */
  envelope_from?: string
  in_reply_to?: string | null
  references?: readonly string[]
  /** Written by the program: answering machines leave it alone. */
  is_automatic?: boolean
  /** More of them, each written on one line. */
  headers?: Record<string, string>
}

export interface MailFile {
  name: string
  bytes: Buffer
  /** What its HTML calls it, for a picture that is shown among the words. */
  place?: string
}

/** An address of several that was not taken. */
export interface Refused {
  address: string
  code: string | null
  words: string
  /** Another try would be refused as well. */
  is_permanent: boolean
}

/**
 * What became of it. `refused` was certainly not delivered; `unknown` may have been, so it is
 * never simply sent again.
 */
export type MailOutcome =
  | { outcome: 'sent'; refused?: Refused[] }
  | { outcome: 'kept' }
  | {
      outcome: 'refused'
      permanent: boolean
      error: string
      code?: string | null
      /** Of its other readers: who has got it all the same, and who was refused as well. */
      reached?: readonly string[]
      refused?: Refused[]
    }
  | { outcome: 'unknown'; error: string }

export interface Mail {
  deliver(message: MailMessage): Promise<MailOutcome>
}

/** SMTP where it is configured, else the outbox that is read on screen. */
export async function mailFor(config: Config): Promise<Mail> {
  return config.smtpUrl ? mailBy({ smtpUrl: config.smtpUrl }) : outboxMail
}

/** A server of that address; the library is loaded by whoever sends by one. */
export async function mailBy({
  smtpUrl,
  dkim,
}: Pick<MailChannel, 'smtpUrl' | 'dkim'>): Promise<Mail> {
  const { smtpMail } = await import('./smtp-mail.ts')
  return smtpMail(smtpUrl, dkim)
}
