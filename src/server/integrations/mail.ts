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
  attachment: { name: string; bytes: Buffer } | null
  /** More of them, each written on one line. */
  headers?: Record<string, string>
}

/**
 * What became of it. `refused` was certainly not delivered; `unknown` may have been, so it is
 * never simply sent again.
 */
export type MailOutcome =
  | { outcome: 'sent' }
  | { outcome: 'kept' }
  | { outcome: 'refused'; permanent: boolean; error: string }
  | { outcome: 'unknown'; error: string }

export interface Mail {
  deliver(message: MailMessage): Promise<MailOutcome>
}

/** SMTP where it is configured, else the outbox that is read on screen. */
export async function mailFor(config: Config): Promise<Mail> {
  if (!config.smtpUrl) return outboxMail
  const { smtpMail } = await import('./smtp-mail.ts')
  return smtpMail(config.smtpUrl)
}
