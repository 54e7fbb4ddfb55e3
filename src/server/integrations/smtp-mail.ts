import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Mail, MailMessage, MailOutcome } from './mail.ts'

const stepTimeoutMs = 10_000
const silenceTimeoutMs = 20_000
/** Well below the time a claimed message is left alone. */
const wholeTimeoutMs = 45_000

/** Delivers through an SMTP server, and knows whether a failed attempt may have gone through. */
export function smtpMail(url: string): Mail {
  return { deliver: (message) => deliver(url, message) }
}

async function deliver(url: string, message: MailMessage): Promise<MailOutcome> {
  const transport = createTransport({
    url,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
    socketTimeout: silenceTimeoutMs,
  })
  const content = await compose(message)
  let begun = false
  // Read only once the server has been reached and has let us in.
  const raw = new Readable({
    read() {
      begun = true
      this.push(content)
      this.push(null)
    },
  })
  const tooLong = setTimeout(() => transport.close(), wholeTimeoutMs)
  try {
    const envelope = { from: addressOf(message.from), to: [message.to] }
    await transport.sendMail({ envelope, raw })
    return { outcome: 'sent' }
  } catch (error) {
    return explain(error, begun)
  } finally {
    clearTimeout(tooLong)
    transport.close()
  }
}

function compose(message: MailMessage): Promise<Buffer> {
  const composer = new MailComposer({
    messageId: message.message_id,
    from: message.from,
    to: message.to,
    subject: message.subject,
    text: message.text,
    ...(message.html !== null && { html: message.html }),
    ...(message.attachment && {
      attachments: [{ filename: message.attachment.name, content: message.attachment.bytes }],
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

function explain(error: unknown, begun: boolean): MailOutcome {
  const message = error instanceof Error ? error.message : String(error)
  const answered = responseCodeOf(error)
  if (answered !== undefined) {
    return { outcome: 'refused', permanent: answered >= 500, error: message }
  }
  // Without an answer from the server, what counts is whether it could have had the message.
  return begun
    ? { outcome: 'unknown', error: message }
    : { outcome: 'refused', permanent: false, error: message }
}

function responseCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('responseCode' in error)) return undefined
  return typeof error.responseCode === 'number' ? error.responseCode : undefined
}

function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
}
