import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Mail, MailMessage, MailOutcome } from './mail.ts'

const stepTimeoutMs = 10_000
const silenceTimeoutMs = 20_000
/** Well below the time a claimed message is left alone. */
const wholeTimeoutMs = 45_000
const keptForMs = 2000

/** Delivers through an SMTP server, and knows whether a failed attempt may have gone through. */
export function smtpMail(url: string): Mail {
  return { deliver: (message) => deliver(url, message) }
}

// A line stays open for the next message of a backlog, which saves it the greeting, the keys and the
// sign-in. Each carries one message at a time: one that is given up takes no other along.
const openLines = new Map<string, Set<Line>>()
type Line = ReturnType<typeof openLine>

function takeLine(url: string): Line {
  const idle = openLines.get(url)
  const [line] = idle ?? []
  if (!line) return openLine(url)
  idle?.delete(line)
  return line
}

function openLine(url: string) {
  const line = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
    socketTimeout: silenceTimeoutMs,
  })
  // One that the other end closes while it is idle is opened again by its next message.
  line.on('error', () => {})
  return line
}

function keepLine(url: string, line: Line): void {
  const idle = openLines.get(url) ?? new Set()
  openLines.set(url, idle.add(line))
  setTimeout(() => {
    if (idle.delete(line)) line.close()
  }, keptForMs).unref()
}

async function deliver(url: string, message: MailMessage): Promise<MailOutcome> {
  const line = takeLine(url)
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
  const tooLong = setTimeout(() => line.close(), wholeTimeoutMs)
  try {
    const envelope = { from: addressOf(message.from), to: [message.to] }
    await line.sendMail({ envelope, raw })
    keepLine(url, line)
    return { outcome: 'sent' }
  } catch (error) {
    line.close()
    return explain(error, begun)
  } finally {
    clearTimeout(tooLong)
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
    ...(message.headers && { headers: unfolded(message.headers) }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

/** Some servers that sign mail break lines that are folded: these are left as they are. */
function unfolded(headers: Record<string, string>) {
  return Object.entries(headers).map(([key, value]) => ({ key, value: { prepared: true, value } }))
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
